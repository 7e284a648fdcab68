import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntry } from '../../storage/conformance/harness.ts';
import { NOW_MS } from '../../support/samples.ts';
import { openDoor } from './door.ts';

test('a request is logged with its route, key and id, and nothing secret or personal', async (t) => {
  const { api, lines, makeToken, store } = await openDoor(t);
  const token = await makeToken();
  const [llave] = await store.llaves.list(null);
  await api(`/pedidos/ped_%C3%B1?llave=${token}&telefono=600123456`, {
    token,
    headers: { 'x-request-id': 'mia', 'user-agent': 'inigo@example.com' },
  });
  assert.equal(lines.length, 1);
  const { time, pid, durationMs, ...rest } = lines[0] ?? {};
  assert.deepEqual(rest, {
    level: 30,
    requestId: 'mia',
    method: 'GET',
    route: '/pedidos/{id}',
    llaveId: llave?.id,
    red: '127.0.0.0/24',
    status: 400,
    codigo: 'parametro_invalido',
    msg: 'request',
  });
  assert.ok(Number(durationMs) >= 0 && Number(pid) > 0 && String(time).endsWith('Z'));
});

test('a revoked key that is still tried is named, and a guessed one is not', async (t) => {
  const { api, lines, makeToken, store } = await openDoor(t);
  const token = await makeToken();
  const [llave] = await store.llaves.list(null);
  assert.ok(llave);
  await store.llaves.revoke(llave.id, NOW_MS, auditEntry());
  await api('/carta', { token });
  await api('/carta', { token: `${token.slice(0, -4)}AAAA` });
  const [revoked, guessed] = lines;
  assert.partialDeepStrictEqual(revoked, {
    llaveId: llave.id,
    codigo: 'llave_revocada',
    status: 401,
  });
  assert.partialDeepStrictEqual(guessed, { llaveId: null, codigo: 'llave_invalida', status: 401 });
});

test('an unknown route is logged without its path', async (t) => {
  const { api, lines } = await openDoor(t);
  await api('/telefono/600123456');
  assert.partialDeepStrictEqual(lines, [{ route: 'desconocida', llaveId: null, status: 401 }]);
  assert.ok(!JSON.stringify(lines).includes('600123456'));
});
