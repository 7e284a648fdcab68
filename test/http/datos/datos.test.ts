import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EnlaceCreado, EnlaceDatos, Lista } from '../../../src/contract/panel.ts';
import { RATE_LIMIT } from '../../../src/domain/sliding-window.ts';
import { DAY_MS } from '../../../src/domain/time.ts';
import { accept } from '../../storage/conformance/harness.ts';
import { column } from '../../support/columns.ts';
import { describeOnEngines } from '../../support/engines.ts';
import { comando, NOW_MS, RESTAURANTE_ID, samplePedidoEntero } from '../../support/samples.ts';
import { placeIn } from '../../support/values/place-in.ts';
import { send } from '../api/client.ts';
import { readCsv } from '../api/exportacion/files.ts';
import { assertRefused, type Browser } from '../panel/browser.ts';
import { createUser, EMAIL, OTHER_ID, PASSWORD, startPanelServer } from '../panel/panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}/enlaces`;
const INPUT = {
  ...{ nombre: 'Excel de la gestoría', tabla: 'iva', rango: 'mes_actual' },
  ...{ fecha: 'creacion', estilo: 'programa', expira_en: null },
} as const;
const BROWSER = { 'user-agent': 'Excel/16', accept: '*/*' };

describeOnEngines('a read link', async (engine) => {
  const server = await startPanelServer({ after }, { engine });
  const { as, store, clock, publicUrl } = server;
  const orders = [
    samplePedidoEntero({ id: 'ped_now', numero: '20261114-1' }),
    samplePedidoEntero({ id: 'ped_off', numero: '20261114-2', estado: 'cancelado' }),
    samplePedidoEntero({
      ...{ id: 'ped_old', numero: '20261031-1', creado_en: '2026-10-31T12:00:00.000Z' },
    }),
    // The month of Madrid, and not yet that of UTC.
    samplePedidoEntero({
      ...{ id: 'ped_edge', numero: '20261101-1', creado_en: '2026-10-31T23:30:00.000Z' },
    }),
  ];
  await accept(
    store,
    orders.map((pedido) => comando.importar(pedido, [])),
  );

  const make = async (person: Browser, input: object = {}) => {
    const { status, body } = await person.post<EnlaceCreado>(BASE, { ...INPUT, ...input });
    assert.equal(status, 201);
    const { pathname } = new URL(body.url);
    assert.match(pathname, /^\/datos\/[\w-]{43}\.csv$/);
    return { ...body.enlace, url: publicUrl + pathname, token: pathname.slice(7, 50) };
  };
  const read = (url: string, method = 'GET') => send(url, method, BROWSER);

  test('gives a table of the range that rolls on, without any customer', async () => {
    const ana = await as('ana');
    for (const [tabla, wanted] of [
      ['iva', ['ped_edge', 'ped_now']],
      ['items', ['ped_edge', 'ped_now']],
      ['pagos', ['ped_edge', 'ped_now', 'ped_off']],
    ] as const) {
      const { status, headers, text } = await read((await make(ana, { tabla })).url);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-ratelimit-limit'], String(RATE_LIMIT));
      const ids = [...new Set(column(readCsv(text), 'pedido_id'))].sort();
      assert.deepEqual(ids, wanted, tabla);
      const { cliente, direccion, instrucciones } = samplePedidoEntero();
      for (const secret of [cliente.nombre, cliente.telefono, cliente.email, direccion?.linea]) {
        assert.ok(!text.includes(secret ?? 'no address'), tabla);
      }
      assert.ok(!text.includes(instrucciones ?? '?'));
    }
    const before = await make(ana, { rango: 'mes_anterior', estilo: 'excel' });
    const excel = await read(before.url);
    assert.match(excel.text, /^\uFEFF[^\n]*;/);
    assert.ok(excel.text.includes('ped_old') && !excel.text.includes('ped_now'));
    const head = await read(before.url, 'HEAD');
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.equal((await read(before.url, 'POST')).status, 405);
    clock.set(NOW_MS + 30 * DAY_MS);
    assert.ok((await read(before.url)).text.includes('ped_now'), 'the month after');
    clock.set(NOW_MS);
    assertRefused(await ana.post(BASE, { ...INPUT, tabla: 'pedidos' }), 400, 'parametro_invalido');
  });

  test('is counted, limited like a key, stored as a hash, and never in a log', async (t) => {
    const own = await startPanelServer(t, { engine });
    const ana = await own.as('ana');
    const { body } = await ana.post<EnlaceCreado>(BASE, INPUT);
    const { pathname } = new URL(body.url);
    const url = own.publicUrl + pathname;
    for (let n = 0; n < RATE_LIMIT; n += 1) assert.equal((await read(url)).status, 200);
    const over = await read(url);
    assert.equal(over.status, 429);
    assert.ok(Number(over.headers['retry-after']) >= 1);
    const token = pathname.slice(7, 50);
    assert.ok(own.lines.every((line) => !JSON.stringify(line).includes(token)));
    const routes = column(own.lines, 'route').filter((route) => String(route).startsWith('/datos'));
    assert.deepEqual([...new Set(routes)], ['/datos/{enlace}']);
    await own.flushUses();
    const { datos } = (await ana.api<Lista<EnlaceDatos>>(BASE)).body;
    assert.deepEqual(column(datos, 'usos'), [RATE_LIMIT]);
    assert.equal(datos[0]?.ultimo_uso_en, new Date(clock.now()).toISOString());
    assert.ok(!JSON.stringify(datos).includes(token));
    // An address that is none counts for its client, and says nothing.
    const guess = `${own.publicUrl}/datos/${'a'.repeat(43)}.csv`;
    assert.equal((await read(guess)).status, 404);
    assert.equal((await read(`${own.publicUrl}/datos/x.csv`)).status, 404);
    for (let n = 2; n < RATE_LIMIT; n += 1) await read(guess);
    assert.equal((await read(guess)).status, 429);
  });

  test('ends when it is revoked, expires, or its maker is shut out, and is gone then', async (t) => {
    const { deps, browser } = server;
    const ana = await as('ana');
    const link = await make(ana);
    assertRefused(
      await ana.post(`${BASE.replace(RESTAURANTE_ID, OTHER_ID)}/${link.id}/revocar`),
      404,
      'no_encontrado',
    );
    const lola = await as('lola');
    const elsewhere = `/restaurantes/${OTHER_ID}/enlaces/${link.id}/revocar`;
    assertRefused(await lola.post(elsewhere), 404, 'no_encontrado');
    assert.equal((await read(link.url)).status, 200);
    assert.equal((await ana.post(`${BASE}/${link.id}/revocar`)).status, 200);
    assert.equal((await read(link.url)).status, 410);
    assertRefused(await ana.post(`${BASE}/${link.id}/revocar`), 404, 'no_encontrado');

    const short = await make(ana, { expira_en: new Date(clock.now() + 1_000).toISOString() });
    assert.equal((await read(short.url)).status, 200);
    clock.advance(1_000);
    assert.equal((await read(short.url)).status, 410);
    t.after(() => clock.set(NOW_MS));

    await createUser(deps, 'rosa@pepa.example', placeIn(RESTAURANTE_ID, 'gestoria'));
    const rosa = browser();
    await rosa.signIn('rosa@pepa.example', PASSWORD);
    const audit = (accion: string) => ({
      ...{ momentoMs: clock.now(), actor: EMAIL.ana, accion, objeto: rosaId },
      ...{ restauranteId: RESTAURANTE_ID, detalle: {} },
    });
    const rosaId = (await store.usuarios.findByEmail('rosa@pepa.example'))?.usuario.id ?? '';
    const ofRosa = await make(rosa);
    const change = (cambio: object) =>
      store.miembros.change(
        RESTAURANTE_ID,
        rosaId,
        { endsScreens: false, ...cambio } as never,
        audit('persona.puesto_cambiado'),
      );
    await change({ rol: 'encargada' });
    assert.equal((await read(ofRosa.url)).status, 200, 'she still may');
    await change({ rol: 'sala' });
    assert.equal((await read(ofRosa.url)).status, 410);
    await change({ rol: 'gestoria' });
    assert.equal((await read(ofRosa.url)).status, 410, 'it does not come back');
    const again = await make(rosa);
    await store.usuarios.setDisabled(rosaId, clock.now(), audit('usuario.desactivado'));
    assert.equal((await read(again.url)).status, 410);
    await store.usuarios.deleteDisabled(rosaId, audit('usuario.eliminado'));
    assert.equal((await read(again.url)).status, 410);

    const kept = await make(ana);
    await store.cuentas.setActive(RESTAURANTE_ID, false, audit('restaurante.suspendido'));
    assert.equal((await read(kept.url)).status, 403);
    await store.cuentas.setActive(RESTAURANTE_ID, true, audit('restaurante.reanudado'));
    const found = await store.auditoria.list(RESTAURANTE_ID, 100);
    const ends = found.filter(({ accion }) => accion === 'enlace.revocado');
    assert.deepEqual(column(ends, 'objeto'), [again.id, ofRosa.id, link.id]);
    assert.ok(found.some(({ accion, objeto }) => accion === 'enlace.creado' && objeto === link.id));
    assert.ok(!JSON.stringify(found).includes(link.token));
  });
});
