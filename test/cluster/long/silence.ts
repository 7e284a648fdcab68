// What takes too long for every run of the tests: `npm run cluster`.

import { test } from 'node:test';
import { startAddress } from '../address.ts';
import { startCluster } from '../cluster.ts';
import { startPair } from '../database.ts';
import { runDatabaseFaults } from '../database-faults.ts';

test('PostgreSQL is restarted, silent for 30 s and replaced by its standby under load: nothing acknowledged is lost', async (t) => {
  const pair = await startPair(t);
  const address = await startAddress(t, pair.primary.url);
  const cluster = await startCluster(t, { databaseUrl: address.url });
  await runDatabaseFaults(t, { pair, address, cluster }, 30_000);
});
