import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALCANCES } from '../../../../src/contract/alcances.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { startService } from '../../service.ts';
import { assertError, bearer } from '../client.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());
const url = `${service.publicUrl}/api/restaurante`;

test('alcance_insuficiente: every scope but the one it takes, which is named', async () => {
  const alcances = ALCANCES.filter((alcance) => alcance !== 'restaurante.leer');
  const { token } = await service.makeLlave({ alcances });
  const response = await fetch(url, { headers: bearer(token) });
  const { error } = await assertError(response, 'alcance_insuficiente', 403);
  assert.match(error, /«restaurante\.leer»/);
});

test('restaurante_inactivo: while the operator has suspended it, before anything but 401', async () => {
  const { token } = await service.makeLlave({ alcances: ['carta.leer'] });
  await service.command(comando.guardarRestaurante(undefined, { activo: false }));
  for (const path of ['/api/restaurante', '/api/nada']) {
    const response = await fetch(service.publicUrl + path, { headers: bearer(token) });
    await assertError(response, 'restaurante_inactivo', 403);
  }
  await service.command(comando.guardarRestaurante(undefined, { activo: true }));
  await sleep(600);
  assert.equal(
    (await fetch(`${service.publicUrl}/api/nada`, { headers: bearer(token) })).status,
    404,
  );
  assert.equal((await service.store.cuentas.find(RESTAURANTE_ID))?.cuenta.activo, true);
});
