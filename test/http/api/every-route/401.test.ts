import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { bearer } from '../../../support/service.ts';
import { withinASecond } from '../../../support/until.ts';
import { assertError } from '../client.ts';
import { openDoor } from '../door.ts';
import { startApi } from '../start-api.ts';
import { everyOperation, seedSampleRestaurant } from '../world.ts';

// Requests without a valid key count by address: each part below has a service, and each operation an address.

describe('every route', async () => {
  const { service, api } = await startApi({ after }, 'SQLite', { TRUST_PROXY: 'loopback' });
  const { token: revoked, llave } = await service.makeLlave();
  await service.revoke(llave.id);

  for (const [i, { operacion, method, path }] of everyOperation('xxx_1').entries()) {
    test(`${operacion} requires a key that is given, known and not revoked`, async () => {
      const headers = { 'x-forwarded-for': `192.0.2.${i}` };
      const ask = (token?: string) => api(path, { method, headers, token });
      assertError(await ask(), 'llave_ausente');
      assertError(await ask(`svc_live_${'0'.repeat(32)}`), 'llave_invalida');
      assertError(await ask(revoked), 'llave_revocada');
    });
  }

  test('so does an unknown route, whatever its shape', async () => {
    for (const path of ['', '/', '/nada', '/%zz', '/pedidos?limite=0', '/pedidos/ped_no']) {
      assertError(await api(path), 'llave_ausente');
    }
    for (const method of ['POST', 'DELETE']) {
      assertError(await api('/pedidos', { method }), 'llave_ausente');
    }
    assertError(await api('/nada', { method: 'OPTIONS' }), 'llave_ausente');
  });
});

describe('the four codes', async () => {
  const { api, clock, makeToken, store } = await openDoor({ after });
  const path = '/restaurante';
  const token = await makeToken();

  test('llave_ausente: no token given', async () => {
    for (const authorization of ['', ' ', 'Bearer', 'Bearer ', 'bearer']) {
      const reply = await api(path, { headers: { authorization } });
      assertError(reply, 'llave_ausente');
      assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer /);
    }
  });

  test('llave_invalida: a header without «Bearer» says so', async () => {
    for (const authorization of [token, `Basic ${token}`, `Token ${token}`]) {
      const reply = await api(path, { headers: { authorization } });
      assertError(reply, 'llave_invalida');
      assert.match(reply.text, /le falta «Bearer»/);
      assert.ok(!reply.text.includes(token));
    }
  });

  test('llave_invalida: not a token, or an unknown one', async () => {
    for (const authorization of [
      `Bearer svc_live_${'0'.repeat(32)}`,
      `Bearer ${token.replace('live', 'test')}`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token}0`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      'Bearer x',
      'Bearer svc_live_%00',
      `Basic ${token}`,
      token,
    ]) {
      assertError(await api(path, { headers: { authorization } }), 'llave_invalida');
    }
  });

  test('the scheme may be written in any case', async () => {
    const reply = await api(path, { headers: { authorization: `bEARER  ${token}` } });
    assert.equal(reply.status, 200);
  });

  test('llave_expirada: from its last moment on; revoked wins over it, from the next request on', async () => {
    const [current] = await store.llaves.list(null);
    assert.ok(current);
    const successor = { ...current, id: 'llv_sucesora' };
    const endMs = clock.now() + 5_000;
    await store.llaves.rotate(current, { llave: successor, hash: 'otro' }, endMs, auditEntry());

    clock.advance(4_999);
    assert.equal((await api(path, { token })).status, 200);
    clock.advance(1);
    assertError(await api(path, { token }), 'llave_expirada');
    await store.llaves.revoke(current.id, clock.now(), auditEntry());
    assertError(await api(path, { token }), 'llave_revocada');
  });
});

describe('a change made by another process takes effect within a second', async () => {
  const { service, api } = await startApi({ after });
  const pedidoId = await seedSampleRestaurant(service);
  const statusOf = async (token: string) => (await api(`/pedidos/${pedidoId}`, { token })).status;

  test('a key that was just made, also if it was asked about before', async () => {
    const { token } = await service.makeLlave();
    assert.equal(await statusOf(token), 200);
  });

  test('a rotated key goes on beside its successor, then ends', async () => {
    const { token, llave } = await service.makeLlave();
    assert.equal(await statusOf(token), 200);
    const { token: successor } = await service.rotate(llave.id, 60_000);
    assert.equal(await statusOf(successor), 200);
    assert.equal(await statusOf(token), 200);

    const other = await service.makeLlave();
    assert.equal(await statusOf(other.token), 200);
    const { token: next } = await service.rotate(other.llave.id, 0);
    await withinASecond(async () => (await statusOf(other.token)) === 401);
    assertError(await api('/restaurante', { headers: bearer(other.token) }), 'llave_expirada');
    assert.equal(await statusOf(next), 200);
  });

  test('a revoked key stops', async () => {
    const { token, llave } = await service.makeLlave();
    assert.equal(await statusOf(token), 200);
    await service.revoke(llave.id);
    await withinASecond(async () => (await statusOf(token)) === 401);
    assertError(await api('/restaurante', { token }), 'llave_revocada');
  });
});
