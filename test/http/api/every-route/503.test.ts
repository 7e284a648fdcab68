import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageBusyError } from '../../../../src/storage/port/errors.ts';
import { assertError, type Reply } from '../client.ts';
import { type Door, openDoor } from '../door.ts';
import { everyRoute } from '../world.ts';

const assertUnavailable = (reply: Reply) => {
  assertError(reply, 'no_disponible');
  assert.ok(Number(reply.headers['retry-after']) >= 1);
};

/** An outage is an error in the log once: what it refuses after that is not told one by one. */
const assertLoggedOnce = ({ lines }: Door, first: Reply) => {
  const errors = lines.filter(({ level, requestId }) => level === 50 && requestId !== undefined);
  assert.deepEqual(
    errors.map(({ requestId }) => requestId),
    [first.headers['x-request-id']],
  );
};

test('no_disponible: a database that is busy says when to come back, and no more', async (t) => {
  const handle = () => Promise.reject(new StorageBusyError('database is locked'));
  const door = await openDoor(t, { handle });
  const reply = await door.api('/restaurante', { token: await door.makeToken() });
  assertUnavailable(reply);
  assertLoggedOnce(door, reply);
  assert.ok(!reply.text.includes('locked'));
});

test('no_disponible: the database has gone, and the count of requests with it', async (t) => {
  const door = await openDoor(t, { engine: 'PostgreSQL' });
  const token = await door.makeToken();
  assert.equal((await door.api('/restaurante', { token })).status, 200);
  await door.dropDatabase();
  const first = await door.api('/restaurante', { token });
  assertUnavailable(first);
  for (const { path } of everyRoute('ped_1')) assertUnavailable(await door.api(path, { token }));
  door.clock.advance(1_000);
  const reply = await door.api('/restaurante', { token });
  assertUnavailable(reply);
  assertLoggedOnce(door, first);
  assert.doesNotMatch(reply.text, /comanda_test|127\.0\.0\.1|postgres/i);
});
