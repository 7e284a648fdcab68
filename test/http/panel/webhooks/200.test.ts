import assert from 'node:assert/strict';
import { promises as dns } from 'node:dns';
import test, { type TestContext } from 'node:test';
import { accept } from '../../../storage/conformance/harness.ts';
import { columns } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { startSite } from '../../../support/machine/loopback.ts';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { assertRefused } from '../browser.ts';
import { EMAIL, OTHER_ID, startPanelServer } from '../panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}/webhooks`;

const openReceiver = async (t: TestContext): Promise<string> =>
  `${await startSite(t, (_, response) => void response.end('gracias'))}/pedidos`;

describeOnEngines('webhooks in the panel', (engine) => {
  test('are created, tested, turned off and on, and deleted; the audit names the user', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    const url = await openReceiver(t);
    const ana = await as('ana');
    const made = await ana.post<{ id: string; secreto_firma: string }>(BASE, {
      url,
      nombre: 'Cocina',
      eventos: ['pedido.nuevo'],
    });
    assert.equal(made.status, 201);
    const { id, secreto_firma: secret } = made.body;
    assert.match(secret, /^[0-9a-f]{64}$/);
    const listed = await ana.api(BASE);
    assert.partialDeepStrictEqual(listed.body, { datos: [{ id, nombre: 'Cocina', activo: true }] });
    assert.doesNotMatch(listed.text, new RegExp(secret));
    assert.partialDeepStrictEqual((await ana.post(`${BASE}/${id}/prueba`)).body, {
      entregada: true,
      estado_http: 200,
      respuesta: 'gracias',
    });
    assert.partialDeepStrictEqual((await ana.post(`${BASE}/${id}/desactivar`)).body, {
      id,
      activo: false,
    });
    assert.deepEqual((await ana.api(`/restaurantes/${RESTAURANTE_ID}/salud/webhooks`)).body, {
      datos: [
        {
          id,
          motivo: 'manual',
          pendientes: 0,
          fallidas: 0,
          por_empezar: 0,
          fallos_seguidos: 0,
          pausa_hasta: null,
        },
      ],
    });
    assert.partialDeepStrictEqual((await ana.post(`${BASE}/${id}/activar`)).body, {
      id,
      activo: true,
    });
    assert.partialDeepStrictEqual((await ana.api(`${BASE}/${id}/entregas`)).body, { datos: [] });
    const since = { desde: '2026-11-01' };
    assert.equal((await ana.post(`${BASE}/${id}/reenvios`, since)).status, 201);
    assert.partialDeepStrictEqual((await ana.api(`${BASE}/${id}`, { method: 'DELETE' })).body, {
      id,
      eliminado: true,
    });
    const audit = await store.auditoria.list(RESTAURANTE_ID, 5);
    assert.deepEqual(
      columns(audit, 'accion', 'actor'),
      ['eliminado', 'reenviado', 'activado', 'desactivado', 'creado'].map((act) => [
        `webhook.${act}`,
        EMAIL.ana,
      ]),
    );
  });
});

test('another restaurant’s webhook is 404, and an invalid one is not created', async (t) => {
  const { as, store } = await startPanelServer(t);
  const [ana, lola] = [await as('ana'), await as('lola')];
  const url = await openReceiver(t);
  const { id } = (await ana.post<{ id: string }>(BASE, { url })).body;
  const foreign = `/restaurantes/${OTHER_ID}/webhooks/${id}`;
  await accept(store, [comando.crear(undefined, { restaurante_id: OTHER_ID })], OTHER_ID);
  const [event] = await store.log.events(OTHER_ID, 0, 1);
  for (const [who, method, path, body] of [
    ...['prueba', 'activar', 'desactivar'].map(
      (act) => [lola, 'POST', `${foreign}/${act}`] as const,
    ),
    [lola, 'POST', `${foreign}/reenvios`, { desde: '2026-11-01' }],
    [lola, 'POST', `${foreign}/secreto`, {}],
    [lola, 'GET', `${foreign}/entregas`],
    [lola, 'GET', `${foreign}/entregas/evt_1`],
    [lola, 'DELETE', foreign],
    [ana, 'GET', `${BASE}/${id}/entregas/${event?.id}`],
  ] as const) {
    assertRefused(await who.api(path, { method, body }), 404, 'no_encontrado');
  }
  const salud = await lola.api(`/restaurantes/${OTHER_ID}/salud/webhooks/${id}`);
  assert.deepEqual(salud.body, { datos: [] });
  assert.equal((await store.webhooks.get(RESTAURANTE_ID, id))?.activo, true);
  for (const bad of [{}, { url: 'ftp://x.example' }, { url, eventos: ['todo'] }, { url, mas: 1 }]) {
    assertRefused(await ana.post(BASE, bad), 400, 'parametro_invalido');
  }
});

test('a receiver that is slow to answer a test holds up no page of the restaurant', async (t) => {
  const { as } = await startPanelServer(t);
  const ana = await as('ana');
  const late = Promise.withResolvers<void>();
  let asked = 0;
  const url = await startSite(t, async (_, response) => {
    asked += 1;
    await late.promise;
    response.end();
  });
  const made = await ana.post<{ id: string }>(BASE, { url, nombre: 'Lento', eventos: ['*'] });
  const tryOut = () => ana.post(`${BASE}/${made.body.id}/prueba`);
  const tests = Promise.all([tryOut(), tryOut()]);
  await until(() => asked === 2);
  const board = ana.api(`/restaurantes/${RESTAURANTE_ID}/tablero`);
  assert.equal((await Promise.race([board, tests])) === (await board), true);
  late.resolve();
  for (const { body } of await tests) assert.partialDeepStrictEqual(body, { entregada: true });
});

test('a DNS that is slow to answer for a new address holds up no page of the restaurant', async (t) => {
  const { as } = await startPanelServer(t);
  const ana = await as('ana');
  const late = Promise.withResolvers<string[]>();
  let asked = 0;
  for (const query of ['resolve4', 'resolve6'] as const) {
    t.mock.method(dns.Resolver.prototype, query, () => {
      asked += 1;
      return late.promise;
    });
  }
  const register = () => ana.post(BASE, { url: 'https://receptor.example/comanda' });
  const made = [register(), register()];
  await until(() => asked === 4);
  const board = ana.api(`/restaurantes/${RESTAURANTE_ID}/tablero`);
  assert.equal((await Promise.race([board, ...made])) === (await board), true);
  late.resolve(['8.8.8.8']);
  for (const { status } of await Promise.all(made)) assert.equal(status, 201);
});
