import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Avisos, PreferenciasAvisos } from '../../../../src/contract/avisos/avisos.ts';
import { NOTHING, type Signal } from '../../../../src/domain/health/signals.ts';
import { column } from '../../../support/columns.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { OTHER_ID, startPanelServer } from '../panel-server.ts';

const server = await startPanelServer({ after });
const { store, clock } = server.deps;
const SIGNAL: Signal = {
  ...{ tipo: 'webhook_fallando', restauranteId: RESTAURANTE_ID, objeto: 'wh_1', nombre: 'CRM' },
  detalle: {},
};
const signals: Signal[] = [
  SIGNAL,
  { ...SIGNAL, restauranteId: OTHER_ID },
  { ...SIGNAL, tipo: 'disco_lleno', restauranteId: null, objeto: '', nombre: '' },
];
const ids = ['con_ana', 'con_lola', 'con_servicio'];
const { begun } = await store.health.apply({ ...NOTHING, begun: signals }, clock.now(), {
  mintId: () => ids.shift() ?? '',
  calls: false,
});
const LIST = `/restaurantes/${RESTAURANTE_ID}/avisos`;

test('a restaurant sees its own notices, in both languages, with the page where to act', async () => {
  const ana = await server.as('ana');
  const { datos } = (await ana.api<Avisos>(LIST)).body;
  assert.deepEqual(column(datos, 'id'), ['con_ana']);
  assert.deepEqual((await ana.api<Avisos>(`${LIST}/pasados`)).body.datos, []);
  const [aviso] = datos;
  assert.deepEqual(aviso?.titulo, {
    es: 'El webhook «CRM» está fallando',
    en: 'The webhook “CRM” is failing',
  });
  assert.equal(aviso?.pagina, `/r/${RESTAURANTE_ID}/webhooks/wh_1`);
  assert.deepEqual([aviso?.grave, aviso?.hasta, aviso?.visto_por], [true, null, null]);
});

test('somebody who knows says so once, and only of their own', async () => {
  const ana = await server.as('ana');
  const seen = async () => (await ana.api<Avisos>(LIST)).body.datos[0]?.visto_por;
  for (const id of ['con_lola', 'con_servicio', 'con_nada']) {
    assert.equal((await ana.post(`${LIST}/${id}/visto`)).status, 404);
  }
  assert.equal(await seen(), null);
  assert.equal((await ana.post(`${LIST}/con_ana/visto`)).status, 200);
  assert.equal((await ana.post(`${LIST}/con_ana/visto`)).status, 200);
  assert.equal(await seen(), 'ana@pepa.example');
  const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
  assert.deepEqual([entry?.accion, entry?.objeto], ['condicion.vista', 'wh_1']);
});

test('operators see the notices of the service', async () => {
  const olga = await server.as('operator');
  const ids = async (path: string) => column((await olga.api<Avisos>(path)).body.datos, 'id');
  assert.deepEqual(await ids('/operador/avisos'), ['con_servicio']);
  assert.deepEqual(await ids('/operador/avisos/pasados'), []);
  assert.equal((await olga.post('/operador/avisos/con_servicio/visto')).status, 200);
});

test('a notice that is over is in the history', async () => {
  const [, ofLola] = begun;
  assert.ok(ofLola !== undefined);
  const options = { mintId: () => '', calls: false };
  await store.health.apply({ ...NOTHING, ended: [ofLola] }, clock.now() + 5, options);
  const lola = await server.as('lola');
  const ids = async (path: string) =>
    column((await lola.api<Avisos>(`/restaurantes/${OTHER_ID}${path}`)).body.datos, 'id');
  assert.deepEqual([await ids('/avisos'), await ids('/avisos/pasados')], [[], ['con_lola']]);
});

test('each user chooses their mail, of the kinds that concern them', async () => {
  const [ana, olga] = [await server.as('ana'), await server.as('operator')];
  const path = '/avisos/preferencias';
  const before = (await ana.api<PreferenciasAvisos>(path)).body;
  assert.deepEqual([before.correo, before.silenciadas, before.idioma], [true, [], 'es']);
  assert.ok(column(before.tipos, 'tipo').includes('sin_pedidos'));
  assert.equal(column(before.tipos, 'tipo').includes('disco_lleno'), false);
  const chosen = { correo: true, silenciadas: ['sin_pedidos'], idioma: 'en' };
  assert.equal((await ana.post(path, chosen)).status, 200);
  const now = (await ana.api<PreferenciasAvisos>(path)).body;
  assert.deepEqual([now.silenciadas, now.idioma], [['sin_pedidos'], 'en']);
  const ofOlga = (await olga.api<PreferenciasAvisos>(path)).body;
  assert.deepEqual(
    [ofOlga.silenciadas, column(ofOlga.tipos, 'tipo').includes('disco_lleno')],
    [[], true],
  );
  assert.equal((await ana.post(path, { ...chosen, silenciadas: ['nada'] })).status, 400);
});
