import { after, test } from 'node:test';
import { describeOnEngines } from '../support/engines.ts';
import { assertSoundDatabase } from './final-check.ts';
import { runCases, TARGETS } from './fuzz.ts';
import { startFuzzServer } from './fuzz-server.ts';

/** A fixed seed, so that every run has the same cases; `npm run fuzz` tries others. */
const SEED = 20_261_115;
const PERCENT = { SQLite: 40, PostgreSQL: 15 };

describeOnEngines('hostile input', async (engine) => {
  const server = await startFuzzServer(engine, { after });

  for (const target of TARGETS) {
    test(target.name, async () => {
      await runCases(server, target, { seed: SEED, percent: PERCENT[engine] });
      await server.assertHealthy();
    });
  }

  test('leaves a sound database and a quiet log', async () => {
    await assertSoundDatabase(server);
    await server.assertHealthy();
  });
});
