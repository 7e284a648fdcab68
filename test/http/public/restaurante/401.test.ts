import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../service.ts';
import { assertError, bearer } from '../client.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());
const url = `${service.publicUrl}/api/restaurante`;
const SOON_MS = 60_000;

test('llave_ausente: no token given', async () => {
  const headers: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
  ];
  for (const given of headers) {
    const response = await fetch(url, { headers: given });
    await assertError(response, 'llave_ausente', 401);
    assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/);
  }
});

test('llave_ausente: a token in the address is not looked at here', async () => {
  const { token } = await service.makeLlave();
  await assertError(await fetch(`${url}?llave=${token}`), 'llave_ausente', 401);
});

test('llave_invalida: not a token, or nobody’s', async () => {
  const { token } = await service.makeLlave();
  const unknown = `svc_live_${'0'.repeat(32)}`;
  for (const authorization of [
    `Bearer ${unknown}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${token}0`,
    `Bearer ${token} ${token}`,
    `Bearer ${token.replace('live', 'test')}`,
    'Bearer x',
    `Basic ${token}`,
    token,
  ]) {
    await assertError(await fetch(url, { headers: { authorization } }), 'llave_invalida', 401);
  }
});

test('llave_revocada: within a second of being revoked elsewhere', async () => {
  const { token, llave } = await service.makeLlave();
  assert.equal((await fetch(url, { headers: bearer(token) })).status, 200);
  await service.revoke(llave.id);
  await sleep(600);
  await assertError(await fetch(url, { headers: bearer(token) }), 'llave_revocada', 401);
});

test('llave_expirada: past its end', async () => {
  const { token } = await service.makeLlave({ expiraMs: Date.now() + 300 });
  assert.equal((await fetch(url, { headers: bearer(token) })).status, 200);
  await sleep(350);
  await assertError(await fetch(url, { headers: bearer(token) }), 'llave_expirada', 401);
});

test('revoked wins over expired', async () => {
  const { token, llave } = await service.makeLlave({ expiraMs: Date.now() + 50 });
  await service.revoke(llave.id);
  await sleep(60);
  await assertError(await fetch(url, { headers: bearer(token) }), 'llave_revocada', 401);
});

test('a key made a moment ago works, also if it was asked about before', async () => {
  const { token } = await service.makeLlave({ expiraMs: Date.now() + SOON_MS });
  const headers = bearer(token);
  assert.equal((await fetch(url, { headers })).status, 200);
});

test('comes before everything else that may be wrong', async () => {
  for (const path of ['/api/nada', '/api', '/api/%zz', '/api/restaurante?x=%zz']) {
    await assertError(await fetch(service.publicUrl + path), 'llave_ausente', 401);
  }
  await assertError(await fetch(url, { method: 'DELETE' }), 'llave_ausente', 401);
});
