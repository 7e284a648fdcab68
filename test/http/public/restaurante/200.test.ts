import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando, sampleRestaurante } from '../../../support/samples.ts';
import { startService } from '../../service.ts';
import { until } from '../../wire.ts';
import { bearer } from '../client.ts';

const service = await startService({ after });
await service.command(
  comando.guardarRestaurante(),
  comando.guardarRestaurante(sampleRestaurante({ id: 'rest_otro', pedido_minimo_cents: 1 })),
);
const url = `${service.publicUrl}/api/restaurante`;

test('gives the profile of the key’s restaurant, with exactly its fields', async () => {
  const { token } = await service.makeLlave();
  const response = await fetch(url, { headers: bearer(token) });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'private, no-cache');
  assert.deepEqual(await response.json(), sampleRestaurante());
});

test('sends the bytes that were stored', async () => {
  const { token } = await service.makeLlave();
  const response = await fetch(url, { headers: bearer(token) });
  const stored = await service.store.cuentas.find('rest_casa_pepa');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(stored?.perfil ?? []));
});

test('two restaurants with the same name see each their own', async () => {
  const keys = [
    await service.makeLlave(),
    await service.makeLlave({ restauranteId: 'rest_otro', etiqueta: 'test' }),
  ];
  const profiles = await Promise.all(
    [...keys, ...keys].map(async ({ token }) => {
      const response = await fetch(url, { headers: bearer(token) });
      return (await response.json()) as { id: string };
    }),
  );
  assert.deepEqual(
    profiles.map(({ id }) => id),
    ['rest_casa_pepa', 'rest_otro', 'rest_casa_pepa', 'rest_otro'],
  );
});

test('shows a changed profile at once', async () => {
  const { token } = await service.makeLlave();
  await service.command(comando.guardarRestaurante(sampleRestaurante({ nombre: 'Casa Pepe' })));
  const response = await fetch(url, { headers: bearer(token) });
  assert.partialDeepStrictEqual(await response.json(), { nombre: 'Casa Pepe' });
  await service.command(comando.guardarRestaurante());
});

test('HEAD tells the same without the body', async () => {
  const { token } = await service.makeLlave();
  const get = await fetch(url, { headers: bearer(token) });
  const head = await fetch(url, { method: 'HEAD', headers: bearer(token) });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  assert.equal(await head.text(), '');
});

test('the whole address and encoded letters name the same resource', async () => {
  const { token } = await service.makeLlave();
  const encoded = await fetch(`${service.publicUrl}/api/restaurant%65?x=1`, {
    headers: bearer(token),
  });
  assert.equal(encoded.status, 200);
});

test('a request id is repeated when it is harmless, and made otherwise', async () => {
  const { token } = await service.makeLlave();
  const idFor = async (given?: string) => {
    const headers = { ...bearer(token), ...(given && { 'x-request-id': given }) };
    return (await fetch(url, { headers })).headers.get('x-request-id');
  };
  assert.equal(await idFor('pedido-7.a_b'), 'pedido-7.a_b');
  const made = [await idFor(), await idFor('<script>'), await idFor('x'.repeat(65))];
  assert.equal(new Set(made).size, 3);
  assert.ok(made.every((id) => /^[0-9a-z]{12}-[0-9a-z]+$/.test(id ?? '')));
});

test('notes the use of the key, without making the answer wait', async () => {
  const { token, llave } = await service.makeLlave();
  assert.equal((await service.store.llaves.get(llave.id))?.ultimoUsoMs, null);
  await fetch(url, { headers: bearer(token) });
  await fetch(url, { headers: bearer(token) });
  await until(async () => (await service.store.llaves.get(llave.id))?.ultimoUsoMs !== null);
});
