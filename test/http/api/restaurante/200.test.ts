import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { makeClient } from '../client.ts';
import { carryOut } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
await carryOut(service, comando.guardarRestaurante());

test('gives the profile, as the bytes that were stored', async () => {
  const { token } = await service.makeLlave();
  const { bytes, body } = await api('/restaurante', { token });
  assert.deepEqual(body, sampleRestaurante());
  const stored = await service.store.cuentas.find(RESTAURANTE_ID);
  assert.deepEqual(bytes, Buffer.from(stored?.perfil ?? []));
});

test('shows a changed profile at once', async () => {
  const { token } = await service.makeLlave();
  for (const nombre of ['Casa Pepe', 'Casa Pepa']) {
    await carryOut(service, comando.guardarRestaurante(sampleRestaurante({ nombre })));
    assert.partialDeepStrictEqual((await api('/restaurante', { token })).body, { nombre });
  }
});
