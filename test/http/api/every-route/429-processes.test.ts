import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMigratedDatabase } from '../../../support/postgres/databases.ts';
import { startService } from '../../../support/service.ts';
import { makeClient } from '../client.ts';

// What processes share of a key's limit is proved with three of them (test/cluster).
test('strangers of one address have 60 requests on all processes together', async (t) => {
  const database = await createMigratedDatabase();
  const start = () => startService(t, { databaseUrl: database.url });
  const apis = [await start(), await start()].map(({ publicUrl }) => makeClient(publicUrl));
  t.after(database.drop);
  const asked = Array.from({ length: 50 }, () => apis.map((api) => api('/restaurante')));
  const statuses = (await Promise.all(asked.flat())).map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(60).fill(401), ...Array(40).fill(429)]);
});
