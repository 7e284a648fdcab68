// The same as in every run of the tests, for longer: `npm run cluster`.

import { test } from 'node:test';
import { createDatabase } from '../../support/postgres/databases.ts';
import { startCluster } from '../cluster.ts';
import { replaceOneByOne } from '../rolling.ts';

const ROUNDS = 6;

test(`three processes are replaced ${ROUNDS} times each under load: no request dies, no event is lost or doubled`, async (t) => {
  const database = await createDatabase();
  const cluster = await startCluster(t, { databaseUrl: database.url });
  t.after(database.drop);
  await replaceOneByOne(t, cluster, ROUNDS);
});
