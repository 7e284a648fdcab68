import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { makeLog } from '../../src/log.ts';
import { makeRetention } from '../../src/storage/retention.ts';
import { accept } from '../storage/conformance/harness.ts';
import { column } from '../support/columns.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { openSampleStore } from '../support/postgres/store.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';

test('three stores that prune at the same time delete each old event once', async () => {
  await using database = await createMigratedDatabase();
  const open = () => openSampleStore(database.url);
  const stores = [await open(), await open(), await open()] as const;
  const [first] = stores;
  await accept(first, comando.crearVarios(450));
  const later = { ...systemClock, now: () => systemClock.now() + 31 * DAY_MS };
  const rounds = stores.map((store) =>
    makeRetention({ store, clock: later, log: makeLog('silent'), days: 30 }),
  );
  const counts = await Promise.all(rounds.map(({ pass }) => pass()));
  const sum = counts.reduce((a, b) => a + b, 0);
  const left = (await first.log.events(RESTAURANTE_ID, 0, 1_000)).length;
  // The store that deletes an event counts it; the others find it gone.
  assert.equal(sum + left, 450);
  const again = await Promise.all(rounds.map(({ pass }) => pass()));
  assert.equal(sum + again.reduce((a, b) => a + b, 0), 449);
  const kept = await first.log.events(RESTAURANTE_ID, 0, 1_000);
  assert.deepEqual(column(kept, 'secuencia'), [450]);
  await Promise.all(stores.map((store) => store.close()));
});
