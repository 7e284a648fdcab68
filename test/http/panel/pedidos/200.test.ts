import assert from 'node:assert/strict';
import test from 'node:test';
import type { FichaPedido, PaginaPedidos, Tablero } from '../../../../src/contract/panel.ts';
import type { PedidoDraft } from '../../../../src/contract/recursos/pedido.ts';
import { MINUTE_MS } from '../../../../src/domain/time.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { accept, json } from '../../../storage/conformance/harness.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, NOW_MS, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { assertRefused, type Browser, type PanelReply } from '../browser.ts';
import { OTHER_ID, startPanelServer, startPanelWithAna } from '../panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}`;

const client = (nombre: string, telefono = '+34 600 11 22 33') => ({
  cliente: { ...samplePedido().cliente, nombre, telefono },
});
const create = (store: Store, drafts: Partial<PedidoDraft>[], restauranteId = RESTAURANTE_ID) =>
  accept(
    store,
    drafts.map((draft, i) =>
      comando.crear(
        samplePedido({ creado_en: new Date(NOW_MS + i * MINUTE_MS).toISOString(), ...draft }),
        { restaurante_id: restauranteId },
      ),
    ),
    restauranteId,
  );
const names = ({ body }: { body: PaginaPedidos }) =>
  body.datos.map(({ cliente }) => cliente.nombre);
/** The names on all pages of a query. */
const walk = async (ana: Browser, query: string): Promise<string[]> => {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: PanelReply<PaginaPedidos> = await ana.api(`${BASE}/pedidos?${query}${cursor}`);
    found.push(...names(page));
    const { siguiente } = page.body.paginacion;
    cursor = siguiente && `&cursor=${siguiente}`;
  }
  return found;
};

describeOnEngines('orders in the panel', (engine) => {
  test('are listed uncompressed on request, and as an empty list when there are none', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const plain = { headers: { 'accept-encoding': 'identity' } };
    assert.deepEqual((await ana.api<PaginaPedidos>(`${BASE}/pedidos`)).body.datos, []);
    await create(store, [client('Eva'), client('Noa')]);
    const page = await ana.api<PaginaPedidos>(`${BASE}/pedidos`, plain);
    assert.deepEqual(names(page), ['Noa', 'Eva']);
  });

  test('are listed and filtered like in the public API, and searched by what is in them', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    await create(store, [
      client('José Núñez'),
      { ...client('María'), tipo: 'recogida', direccion: null, entrega: null },
      client('Pepe', '0034 911-222-333'),
    ]);
    await create(store, [client('José de otro')], OTHER_ID);
    const ana = await as('ana');
    const find = (query: string) => ana.api<PaginaPedidos>(`${BASE}/pedidos?${query}`);
    assert.deepEqual(names(await find('')), ['Pepe', 'María', 'José Núñez']);
    assert.deepEqual(names(await find('tipo=recogida')), ['María']);
    assert.deepEqual(names(await find('buscar=jose')), ['José Núñez']);
    assert.deepEqual(names(await find(`buscar=${encodeURIComponent('NUÑEZ josé')}`)), [
      'José Núñez',
    ]);
    assert.deepEqual(names(await find('buscar=911222333')), ['Pepe']);
    assert.deepEqual(names(await find('buscar=maria&tipo=reparto')), []);
    const all = (await find('')).body.datos;
    const [newest] = all;
    assert.ok(newest);
    assert.deepEqual(names(await find(`buscar=${newest.id}`)), ['Pepe']);
    const numbered = await find(`buscar=${newest.numero}`);
    assert.ok(names(numbered).includes('Pepe'));
    const dish = encodeURIComponent(newest.items[0]?.nombre ?? '');
    assert.equal((await find(`buscar=${dish}`)).body.examinados, 3);
    // In quotation marks, a text is looked for in the whole order, also if a customer is called so.
    assert.deepEqual(names(await find('buscar=jos')), ['José Núñez']);
    assert.equal((await find('buscar="jos"')).body.examinados, 3);
  });

  test('are found by number, phone, e-mail, invoice and payment, however old', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const pago = { ...samplePedido().pago, referencia_externa: 'pi_3QxYz' };
    const [, old = ''] = await create(store, [
      {
        ...client('Antigua', '600 99 88 77'),
        numero: '20200101-90',
        creado_en: '2020-01-01T12:00:00Z',
        pago,
      },
      {
        ...client('Vieja', '+34 600-99.88.77'),
        numero: '20200102-90',
        creado_en: '2020-01-02T12:00:00Z',
      },
      ...Array.from({ length: 2_100 }, () => client('Otra')),
    ]);
    const fiscal = {
      factura_numero: 'FA-2020/0001',
      factura_fecha: '2020-01-02T13:00:00Z',
      factura_pdf: 'https://x.example/1.pdf',
    };
    await accept(store, [comando.anotar(old, { fiscal })]);
    const find = (text: string, more = '') =>
      ana.api<PaginaPedidos>(`${BASE}/pedidos?buscar=${encodeURIComponent(text)}${more}`);
    const both = ['Vieja', 'Antigua'];
    // Among the many orders is today's #90.
    assert.deepEqual(
      names(await find('#90')).filter((name) => name !== 'Otra'),
      both,
    );
    for (const [text, expected] of [
      ['20200101-90', ['Antigua']],
      ['600998877', both],
      ['+34 600 99 88 77', both],
      ['FA-2020/0001', ['Vieja']],
      ['fa 2020 00', ['Vieja']],
      ['pi_3QxYz', ['Antigua']],
      [old, ['Vieja']],
    ] as const) {
      const page = await find(text);
      assert.deepEqual(names(page), expected, text);
      assert.equal(page.body.examinados, undefined, text);
      assert.equal(page.body.paginacion.total_aprox, expected.length, text);
      assert.equal(page.body.paginacion.siguiente, null);
    }
    assert.deepEqual(names(await find('600998877', '&estado=cancelado')), []);
    assert.deepEqual(names(await find('600998877', '&desde=2020-01-02&hasta=2020-01-03')), [
      'Vieja',
    ]);
    const first = await find('600998877', '&limite=1');
    const { siguiente } = first.body.paginacion;
    assert.deepEqual(names(first), ['Vieja']);
    assert.deepEqual(names(await find('600998877', `&limite=1&cursor=${siguiente}`)), ['Antigua']);
    // A search without an index examines a bounded number of orders, and can be continued.
    const nobody = await find('Nadie');
    assert.deepEqual([nobody.body.examinados, names(nobody)], [2_000, []]);
    const rest = await find('Nadie', `&cursor=${nobody.body.paginacion.siguiente}`);
    assert.deepEqual([rest.body.examinados, rest.body.paginacion.siguiente], [102, null]);
  });

  test('a search that walks the list goes on walking, although an index knows an order', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const [delivered = ''] = await create(store, [client('Reparto')]);
    const fiscal = {
      factura_numero: '1234-A',
      factura_fecha: '2020-01-02T13:00:00Z',
      factura_pdf: 'https://x.example/1.pdf',
    };
    await accept(store, [comando.anotar(delivered, { fiscal })]);
    const mesa = { tipo: 'mesa', mesa: { numero: '4', comensales: 2 }, direccion: null } as const;
    await create(
      store,
      Array.from({ length: 5 }, (_, i) => ({ ...client(`Mesa ${i}`, '600 12 34 99'), ...mesa })),
    );
    const found = await walk(ana, 'buscar=1234&tipo=mesa&limite=2');
    assert.deepEqual(found, ['Mesa 4', 'Mesa 3', 'Mesa 2', 'Mesa 1', 'Mesa 0']);
  });

  test('a search continues from its cursor', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    await create(
      store,
      Array.from({ length: 7 }, (_, i) => client(i % 2 === 0 ? `Ana ${i}` : `Luis ${i}`)),
    );
    const ana = await as('ana');
    const found = await walk(ana, 'buscar=ana&limite=2');
    assert.deepEqual(found, ['Ana 6', 'Ana 4', 'Ana 2', 'Ana 0']);
    // A cursor is bound to its search and its restaurant.
    const first = await ana.api<PaginaPedidos>(`${BASE}/pedidos?buscar=ana&limite=1`);
    const { siguiente } = first.body.paginacion;
    const other = await ana.api(`${BASE}/pedidos?buscar=luis&cursor=${siguiente}`);
    assertRefused(other, 400, 'parametro_invalido');
    const lola = await as('lola');
    const foreign = `/restaurantes/${OTHER_ID}/pedidos?buscar=ana&cursor=${siguiente}`;
    assertRefused(await lola.api(foreign), 400, 'parametro_invalido');
    assertRefused(await ana.api(`${BASE}/pedidos?buscar=%00`), 400, 'parametro_invalido');
    const long = 'x'.repeat(101);
    assertRefused(await ana.api(`${BASE}/pedidos?buscar=${long}`), 400, 'parametro_invalido');
  });

  test('one order shows its history, its events and its own bytes', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    const [id = ''] = await create(store, [{}]);
    const [foreign = ''] = await create(store, [{}], OTHER_ID);
    await accept(store, [comando.avanzar(id, 'confirmado'), comando.avanzar(id, 'listo')]);
    const ana = await as('ana');
    const { body } = await ana.api<FichaPedido>(`${BASE}/pedidos/${id}`);
    const stored = (await store.pedidos.get(RESTAURANTE_ID, id))?.body;
    assert.deepEqual(body.pedido, json(stored));
    const acciones = body.historial.map(({ accion }) => accion);
    assert.deepEqual(acciones, ['creado', 'confirmado', 'listo']);
    const tipos = body.eventos.map(({ tipo }) => tipo);
    assert.deepEqual(tipos, ['pedido.nuevo', 'pedido.aceptado', 'pedido.estado_cambiado']);
    assert.deepEqual(body.eventos[0]?.entregas, []);
    const raw = await ana.api(`${BASE}/pedidos/${id}/json`);
    assert.equal(raw.text, Buffer.from(stored ?? '').toString());
    for (const missing of [foreign, 'ped_nada', 'x']) {
      assertRefused(await ana.api(`${BASE}/pedidos/${missing}`), 404, 'no_encontrado');
      assertRefused(await ana.api(`${BASE}/pedidos/${missing}/json`), 404, 'no_encontrado');
    }
  });

  test('the board has a column for each state and the position for the stream', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const read = async (query = '') => (await ana.api<Tablero>(`${BASE}/tablero${query}`)).body;
    assert.equal((await read()).posicion, null);
    const ids = await create(store, [{}, {}, {}]);
    await accept(store, [
      comando.avanzar(ids[0] ?? '', 'confirmado'),
      comando.avanzar(ids[1] ?? '', 'entregado'),
    ]);
    const { posicion, columnas } = await read();
    const counts = columnas.map(({ estado, total, pedidos }) => [estado, total, pedidos.length]);
    assert.deepEqual(counts, [
      ['pendiente', 1, 1],
      ['confirmado', 1, 1],
      ['en_preparacion', 0, 0],
      ['listo', 0, 0],
      ['en_reparto', 0, 0],
      ['entregado', 1, 1],
      ['cancelado', 0, 0],
    ]);
    const events = await store.log.events(RESTAURANTE_ID, 0, 100);
    assert.equal(posicion, events.at(-1)?.id);
    const closed = (await read('?cerrados=0')).columnas.find((c) => c.estado === 'entregado');
    assert.deepEqual([closed?.total, closed?.pedidos], [1, []]);
    assertRefused(await ana.api(`${BASE}/tablero?cerrados=101`), 400, 'parametro_invalido');
  });

  test('the board shows the oldest of too many open orders', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const ids = await create(store, Array<Partial<PedidoDraft>>(103).fill({}));
    const { columnas } = (await ana.api<Tablero>(`${BASE}/tablero`)).body;
    const pending = columnas.find(({ estado }) => estado === 'pendiente');
    assert.equal(pending?.total, 103);
    assert.deepEqual(column(pending.pedidos, 'id'), ids.slice(0, 100).toReversed());
  });
});
