import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '../client.ts';
import { openDoor } from '../door.ts';

/** An error full of internals that must not reach the client. */
const failure = () =>
  Object.assign(new Error('relation "pedidos" does not exist: SELECT cuerpo FROM pedidos'), {
    code: '42P01',
    path: import.meta.filename,
    row: { telefono: '600123456' },
  });
const SECRET = /relation|SELECT|42P01|\.ts|node:|600123456|\bat /;

test('error_interno says only how to ask for help; the log has the rest', async (t) => {
  const { api, lines, makeToken } = await openDoor(t, { handle: () => Promise.reject(failure()) });
  const headers = { 'x-request-id': 'fallo-1' };
  const reply = await api('/restaurante', { token: await makeToken(), headers });
  assertError(reply, 'error_interno');
  assert.doesNotMatch(JSON.stringify([reply.headers, reply.body]), SECRET);
  assert.equal(reply.headers['x-request-id'], 'fallo-1');
  const logged = lines.filter(({ requestId }) => requestId === 'fallo-1');
  assert.partialDeepStrictEqual(logged, [
    { level: 50, msg: 'request failed', err: { message: failure().message } },
    { level: 30, msg: 'request', status: 500 },
  ]);
  assert.ok(!JSON.stringify(logged).includes('600123456'));
});

test('a database that is gone is error_interno too, beginning with the look-up of the key', async (t) => {
  const { api, makeToken, store, clock, lines } = await openDoor(t);
  const token = await makeToken();
  assert.equal((await api('/restaurante', { token })).status, 200);
  await store.close();
  // The key is still valid, but its restaurant cannot be read.
  for (const path of ['/restaurante', '/pedidos', '/carta', '/zonas', '/resumen']) {
    assertError(await api(path, { token }), 'error_interno');
  }
  clock.advance(1_000);
  const reply = await api('/restaurante', { token });
  assertError(reply, 'error_interno');
  assert.doesNotMatch(JSON.stringify(reply.body), /database|sqlite|open/i);
  const { 'x-request-id': id } = reply.headers;
  assert.ok(lines.some(({ requestId, level }) => requestId === id && level === 50));
});
