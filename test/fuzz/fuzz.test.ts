import { after, describe, test } from 'node:test';
import { ENGINES } from '../support/service.ts';
import { assertAftermath } from './aftermath.ts';
import { openArena } from './arena.ts';
import { play, TARGETS } from './fuzz.ts';

/** A fixed set, the same on every run; `npm run fuzz` looks further. */
const SEED = 20_261_115;
const PERCENT = { SQLite: 40, PostgreSQL: 15 };

for (const engine of ENGINES) {
  describe(`hostile input on ${engine}`, async () => {
    const arena = await openArena(engine, { after });

    for (const target of TARGETS) {
      test(target.name, async () => {
        await play(arena, target, { seed: SEED, percent: PERCENT[engine] });
        await arena.assertWell();
      });
    }

    test('leaves a sound database and a quiet log', async () => {
      await assertAftermath(arena);
      await arena.assertWell();
    });
  });
}
