import { after, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { service, api, ask, carryOut } = await startApi({ after });

test('of several errors the first is answered: 401, 429, 403, 404, 405, 403, 400, 404', async () => {
  await carryOut(comando.guardarRestaurante(undefined, { activo: false, ingesta: true }));
  const { token: spent } = await service.makeLlave({ alcances: ['carta.leer'] });
  for (let i = 0; i < 60; i += 1) await api('/nada', { token: spent });
  const unknown = { path: '/nada?limite=0', method: 'DELETE' };
  const known = { path: '/pedidos?limite=0', method: 'DELETE' };

  assertError(await api(unknown.path, { method: 'DELETE' }), 'llave_ausente');
  assertError(await api(unknown.path, { method: 'DELETE', token: spent }), 'limite_alcanzado');
  const { token: blind } = await service.makeLlave({ alcances: ['carta.leer'] });
  assertError(await api(unknown.path, { method: 'DELETE', token: blind }), 'restaurante_inactivo');

  await carryOut(comando.guardarRestaurante(undefined, { activo: true, ingesta: true }));
  const { token: able } = await service.makeLlave({ alcances: ['carta.leer'] });
  assertError(await api(unknown.path, { method: 'DELETE', token: able }), 'no_encontrado');
  assertError(await api(known.path, { method: 'DELETE', token: able }), 'metodo_invalido');
  assertError(await api(known.path, { token: able }), 'alcance_insuficiente');
  assertError(await ask(known.path), 'parametro_invalido');
  assertError(await ask('/pedidos/ped_no'), 'no_encontrado');
});
