import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { startApi } from '../start-api.ts';

const { service, ask, carryOut } = await startApi({ after });

test('gives the profile, as the bytes that were stored', async () => {
  const { bytes, body } = await ask('/restaurante');
  assert.deepEqual(body, sampleRestaurante());
  const stored = await service.store.cuentas.find(RESTAURANTE_ID);
  assert.deepEqual(bytes, Buffer.from(stored?.perfil ?? []));
});

test('shows a changed profile at once', async () => {
  for (const nombre of ['Casa Pepe', 'Casa Pepa']) {
    await carryOut(comando.guardarRestaurante(sampleRestaurante({ nombre })));
    assert.partialDeepStrictEqual((await ask('/restaurante')).body, { nombre });
  }
});
