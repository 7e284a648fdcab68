// Takes more than a minute, because a process prunes for the first time a minute after its start:
// `npm run test:files -- test/cluster/long/retention.ts`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/clock.ts';
import { makeRandomBytes } from '../../../src/random.ts';
import { openPostgresStore } from '../../../src/storage/postgres/store.ts';
import { accept } from '../../storage/conformance/harness.ts';
import { createDatabase } from '../../support/postgres/databases.ts';
import { comando, RESTAURANTE_ID } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { startCluster } from '../cluster.ts';

const TWO_DAYS_MS = 2 * 86_400_000;
const EVENTS = 1_000;

test('three processes that prune at the same moment delete each old event once', async (t) => {
  const database = await createDatabase();
  const env = { LOG_LEVEL: 'info', EVENT_RETENTION_DAYS: '1' };
  const cluster = await startCluster(t, { databaseUrl: database.url, env });
  t.after(database.drop);
  await cluster.command(0, comando.guardarRestaurante());
  const past = { ...systemClock, now: () => systemClock.now() - TWO_DAYS_MS };
  const store = await openPostgresStore(database.url, {
    clock: past,
    randomBytes: makeRandomBytes(),
  });
  for (let i = 0; i < EVENTS; i += 100) {
    await accept(store, comando.crearVarios(100));
  }
  await until(async () => (await store.log.events(RESTAURANTE_ID, 0, 2)).length === 1);
  await store.close();
  const forgotten = () =>
    cluster.servers.map((server) => {
      const line = /"events":(\d+),.*"msg":"old events forgotten"/.exec(server.output());
      return Number(line?.[1] ?? 0);
    });
  // Each process logs the end of its round.
  await until(() => forgotten().reduce((a, b) => a + b, 0) >= EVENTS - 1);
  t.diagnostic(`forgotten by process: ${forgotten().join(', ')}`);
  assert.equal(
    forgotten().reduce((a, b) => a + b, 0),
    EVENTS - 1,
  );
});
