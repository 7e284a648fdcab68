import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMigratedDatabase } from '../../../support/postgres/databases.ts';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { makeClient } from '../client.ts';
import { carryOut } from '../world.ts';

const database = await createMigratedDatabase();
const services = [
  await startService({ after }, { databaseUrl: database.url }),
  await startService({ after }, { databaseUrl: database.url }),
] as const;
after(database.drop);
const [one] = services;
const clients = services.map((service) => makeClient(service.publicUrl));
await carryOut(one, comando.guardarRestaurante());

/** 100 requests at once, to both in turn: how often each status was the answer. */
const hundred = async (token?: string) => {
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => clients.map((api) => api('/restaurante', { token }))).flat(),
  );
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return { counts, replies };
};

test('processes on one database together admit exactly 60', async () => {
  const { token } = await one.makeLlave();
  const { counts, replies } = await hundred(token);
  assert.deepEqual(counts, { 200: 60, 429: 40 });
  const remaining = replies
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    .sort((a, b) => a - b);
  // Each admitted request took a slot of its own.
  assert.deepEqual(
    remaining,
    Array.from({ length: 60 }, (_, i) => i),
  );
  for (const { status, headers } of replies) {
    if (status === 429) assert.ok(Number(headers['retry-after']) >= 1);
  }
  // Turned away by either, from memory or not.
  assert.deepEqual((await hundred(token)).counts, { 429: 100 });
});

test('another key has slots of its own', async () => {
  const { token } = await one.makeLlave();
  for (const api of clients) assert.equal((await api('/restaurante', { token })).status, 200);
});

test('strangers of one address share them too', async () => {
  assert.deepEqual((await hundred()).counts, { 401: 60, 429: 40 });
});
