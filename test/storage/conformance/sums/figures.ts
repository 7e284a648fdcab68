import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { readBusqueda } from '../../../../src/domain/busqueda.ts';
import { UNFILTERED } from '../../../../src/domain/pedido/filtros.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS } from '../../../../src/domain/time.ts';
import { forgetOrders } from '../../../../src/storage/clientes/forgetting.ts';
import { parseBodies } from '../../../../src/storage/port/body.ts';
import { RASTRO_OTROS, RASTROS_MAX, type Rastro } from '../../../../src/storage/port/panel.ts';
import type { PedidoFilter } from '../../../../src/storage/port/pedidos.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { columns } from '../../../support/columns.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { accept, allPedidos, auditEntry, type Engine, llave, query, testOn } from '../harness.ts';
import { sampleWebhook } from '../hooks.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const OTHER = 'rest_otro';

/** The ids of the orders to which an index leads, newest first. They are as many as `count` says. */
const findIndexed = async (
  { pedidos }: Store,
  text: string,
  filter: Partial<PedidoFilter> = {},
  limit = 10,
): Promise<string[]> => {
  const buscar = { ...readBusqueda(text, ''), isIndexed: true };
  const wanted = query({ ...UNFILTERED, ...filter, buscar, limit });
  const ids = parseBodies<Pedido>((await pedidos.list(wanted)).body).map(({ id }) => id);
  if (ids.length < limit) assert.equal(await pedidos.count(wanted), ids.length);
  return ids;
};

export const figuresConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: figures of the panel`, () => {
    test('uses of keys are added up per day, of one restaurant', async ({
      usos,
      llaves,
    }, bench) => {
      for (const id of ['llv_a', 'llv_b']) await llaves.create(llave({ id }), id, auditEntry());
      const uso = { restauranteId: RESTAURANTE_ID, llaveId: 'llv_b', dia: 20_000 };
      const counts = { peticiones: 5, limitadas: 2, errores: 1 };
      await usos.add([
        { ...uso, ...counts },
        { ...uso, llaveId: 'llv_a', ...counts },
        { ...uso, dia: 19_999, ...counts },
        { ...uso, restauranteId: OTHER, ...counts },
      ]);
      await (await bench.another()).usos.add([{ ...uso, ...counts }]);
      const twice = { peticiones: 10, limitadas: 4, errores: 2 };
      assert.deepEqual(await usos.list(RESTAURANTE_ID, 20_000), [
        { ...uso, llaveId: 'llv_a', ...counts },
        { ...uso, ...twice },
      ]);
      assert.equal((await usos.list(RESTAURANTE_ID, 0)).length, 3);
      assert.deepEqual(await usos.list('rest_nadie', 0), []);
    });

    test('the trail of a key has its networks, programs and operations, so many of each', async ({
      usos,
      llaves,
      auditoria,
    }) => {
      await llaves.create(llave({ id: 'llv_a' }), 'a', auditEntry());
      const trace = (clase: Rastro['clase'], valor: string, ultimaMs = NOW_MS): Rastro => ({
        ...{ llaveId: 'llv_a', clase, valor, primeraMs: NOW_MS, ultimaMs, peticiones: 2 },
      });
      const add = (...given: Rastro[]) => usos.addTrail(RESTAURANTE_ID, given, NOW_MS);
      await add(trace('red', '192.0.2.0/24'), trace('operacion', '2026-01-01 200 GET /carta'));
      await add(trace('red', '192.0.2.0/24', NOW_MS + 5), {
        ...trace('red', 'x'),
        llaveId: 'llv_b',
      });
      assert.deepEqual(await usos.trail(RESTAURANTE_ID, 'llv_a', NOW_MS), [
        { ...trace('red', '192.0.2.0/24', NOW_MS + 5), peticiones: 4 },
        trace('operacion', '2026-01-01 200 GET /carta'),
      ]);
      assert.deepEqual(await usos.trail(RESTAURANTE_ID, 'llv_b', NOW_MS), []);
      assert.deepEqual(await usos.trail(OTHER, 'llv_a', NOW_MS), []);

      const many = Array.from({ length: RASTROS_MAX + 9 }, (_, i) => trace('agente', `curl/${i}`));
      await add(...many);
      const agents = (await usos.trail(RESTAURANTE_ID, 'llv_a', NOW_MS)).filter(
        ({ clase }) => clase === 'agente',
      );
      assert.equal(agents.length, RASTROS_MAX + 1);
      assert.equal(agents.find(({ valor }) => valor === RASTRO_OTROS)?.peticiones, 18);
      const told = (await auditoria.list(RESTAURANTE_ID, 100)).filter(
        ({ objeto }) => objeto === 'llv_a',
      );
      assert.equal(told.length, RASTROS_MAX - 1, 'each new one, but not the first');
      assert.ok(told.every(({ accion }) => accion === 'llave.agente_nuevo'));

      await usos.addTrail(RESTAURANTE_ID, [trace('red', 'later')], NOW_MS + 91 * DAY_MS);
      const late = await usos.trail(RESTAURANTE_ID, 'llv_a', NOW_MS);
      assert.deepEqual(
        late.map(({ valor }) => valor),
        ['later'],
        'older traces are gone',
      );
    });

    test('quarters of an hour add up the sales, whatever becomes of an order', async (store) => {
      await store.cuentas.save(sampleRestaurante({ id: OTHER }), { ingesta: true });
      const startMs = Math.floor(NOW_MS / QUARTER_MS) * QUARTER_MS;
      const at = (ms: number, cents: number) => {
        const pedido = samplePedido({ creado_en: iso(ms) });
        return comando.crear({ ...pedido, totales: { ...pedido.totales, total_cents: cents } });
      };
      const [, , cancelled = ''] = await accept(store, [
        at(startMs, 100),
        at(startMs + QUARTER_MS - 1, 20),
        at(startMs + QUARTER_MS, 3),
        at(startMs + 2 * QUARTER_MS, 7_000),
        at(startMs - 1, 40_000),
      ]);
      const read = (fromMs: number, toMs: number) =>
        store.consultas.quarters(RESTAURANTE_ID, fromMs, toMs);
      const mix = { recogida: 0, mesa: 0 };
      const [, second] = await read(startMs, startMs + 2 * QUARTER_MS);
      assert.partialDeepStrictEqual(second, { pedidos: 1, cancelados: 0, ventasCents: 3 });
      await accept(store, [comando.avanzar(cancelled, 'cancelado')]);
      await accept(store, [comando.crear(samplePedido(), { restaurante_id: OTHER })], OTHER);
      const wanted = [
        { inicioMs: startMs, pedidos: 2, cancelados: 0, ventasCents: 120, reparto: 2, ...mix },
        {
          inicioMs: startMs + QUARTER_MS,
          pedidos: 0,
          cancelados: 1,
          ventasCents: 0,
          reparto: 0,
          ...mix,
        },
      ];
      assert.deepEqual(await read(startMs, startMs + 2 * QUARTER_MS), wanted);
      assert.deepEqual(await store.consultas.quarters('rest_nadie', 0, NOW_MS), []);
      // Another zone moves the days, but not the quarters of an hour.
      const moved = sampleRestaurante({ zona_horaria: 'Asia/Kathmandu' });
      await store.cuentas.save(moved, {});
      assert.deepEqual(await read(startMs, startMs + 2 * QUARTER_MS), wanted);
      assert.equal((await read(0, NOW_MS + HOUR_MS)).length, 4);
    });

    test('all products are added up over days, under their newest name', async (store) => {
      const [first] = samplePedido().items;
      assert.ok(first);
      const sell = (dia: string, nombre: string, cantidad: number) =>
        comando.crear(
          samplePedido({
            creado_en: `${dia}T12:00:00Z`,
            items: [{ ...first, nombre, cantidad, total_cents: cantidad * 100 }],
          }),
        );
      const [, , gone = ''] = await accept(store, [
        sell('2026-11-10', 'Tortilla francesa', 2),
        sell('2026-11-12', 'Tortilla de Betanzos', 3),
        sell('2026-11-12', 'Tortilla de Betanzos', 50),
        sell('2026-11-13', 'Tortilla nueva', 7),
      ]);
      await accept(store, [comando.avanzar(gone, 'cancelado')]);
      const productoId = first.producto_id;
      assert.deepEqual(await store.consultas.products(RESTAURANTE_ID, '2026-11-10', '2026-11-12'), [
        { productoId, nombre: 'Tortilla de Betanzos', unidades: 5, ventasCents: 500 },
      ]);
      assert.deepEqual(
        await store.consultas.products('rest_nadie', '2026-01-01', '2027-01-01'),
        [],
      );
    });

    test('an order is found by its number, invoice and payments, also when they come later', async (store) => {
      await store.cuentas.save(sampleRestaurante({ id: OTHER }), { ingesta: true });
      const pago = { ...samplePedido().pago, referencia_externa: 'pi_3Qx-01' };
      const [a = '', b = ''] = await accept(store, [
        comando.crear(samplePedido({ numero: '20261114-90', pago })),
        comando.crear(samplePedido({ numero: '20261115-90' })),
      ]);
      await accept(
        store,
        [comando.crear(samplePedido({ pago }), { restaurante_id: OTHER })],
        OTHER,
      );
      const find = (text: string, limit = 10) => findIndexed(store, text, {}, limit);
      assert.deepEqual(await find('#90'), [b, a]);
      assert.deepEqual(await find('#90', 1), [b]);
      assert.deepEqual(await find('20261114-90'), [a]);
      assert.deepEqual(await find('pi_3qx'), [a]);
      assert.deepEqual(await find('fa20269'), []);
      const fiscal = {
        factura_numero: 'FA-2026/9',
        factura_fecha: '2026-11-15T12:00:00Z',
        factura_pdf: 'https://x.example/9.pdf',
      };
      await accept(store, [comando.anotar(b, { fiscal })]);
      assert.deepEqual(await find('fa20269'), [b]);
      await accept(store, [comando.anotar(b, { fiscal: null })]);
      assert.deepEqual(await find('fa20269'), []);
    });

    test('an order is found by the words of its customer, until the customer is forgotten', async (store) => {
      await store.cuentas.save(sampleRestaurante({ id: OTHER }), { ingesta: true });
      const { cliente } = samplePedido();
      const named = (nombre: string) =>
        samplePedido({ cliente: { ...cliente, nombre }, tipo: 'recogida' });
      const ids = await accept(store, [
        comando.crear(named('José Ángel Núñez-Ortiz')),
        comando.crear(named('Josefa Núñez')),
        comando.crear(named('王小明')),
        comando.crear(named('Ñu Ñu ñu')),
        comando.crear(named('')),
      ]);
      await accept(store, [comando.crear(named('José'), { restaurante_id: OTHER })], OTHER);
      const [jose = '', josefa = '', wang = '', nu = ''] = ids;
      for (const [text, expected] of [
        ['jose', [josefa, jose]],
        ['NUÑEZ josé', [josefa, jose]],
        ['angel nunez', [jose]],
        ['ortiz', [jose]],
        ['ñu', [nu, josefa, jose]],
        ['王小', [wang]],
        ['ose', []],
        ['jose perez', []],
      ] as const) {
        assert.deepEqual(await findIndexed(store, text), expected, text);
      }
      assert.deepEqual(await findIndexed(store, 'jose', {}, 1), [josefa]);
      assert.deepEqual(await findIndexed(store, 'jose', { tipo: 'mesa' }), []);
      assert.deepEqual(await findIndexed(store, 'jose', { tipo: 'recogida', numero: null }), [
        josefa,
        jose,
      ]);
      await forgetOrders(store, RESTAURANTE_ID, [jose], 'panel');
      assert.deepEqual(await findIndexed(store, 'jose'), [josefa]);
      assert.deepEqual(await findIndexed(store, 'ortiz'), []);
    });

    test('the events of one order are listed in sequence', async (store) => {
      const [a = '', b = ''] = await accept(store, [
        comando.crear(samplePedido()),
        comando.crear(samplePedido()),
      ]);
      await accept(store, [comando.avanzar(a, 'confirmado'), comando.avanzar(b, 'confirmado')]);
      await accept(store, [comando.avanzar(a, 'en_preparacion')]);
      const events = await store.consultas.eventsOf(RESTAURANTE_ID, a, 10);
      assert.deepEqual(columns(events, 'secuencia', 'tipo', 'creadoMs'), [
        [1, 'pedido.nuevo', NOW_MS],
        [3, 'pedido.aceptado', NOW_MS],
        [5, 'pedido.estado_cambiado', NOW_MS],
      ]);
      const [first] = await store.log.events(RESTAURANTE_ID, 0, 1);
      assert.equal(events[0]?.id, first?.id);
      assert.equal((await store.consultas.eventsOf(RESTAURANTE_ID, a, 2)).length, 2);
      assert.deepEqual(await store.consultas.eventsOf('rest_nadie', a, 10), []);
    });

    test('totals count restaurants, users and keys that are neither revoked nor expired', async (store) => {
      assert.deepEqual(await store.consultas.totals(), {
        restaurantes: 1,
        usuarios: 0,
        llavesActivas: 0,
      });
      await store.llaves.create(llave(), 'h1', auditEntry());
      await store.llaves.create(llave({ id: 'llv_2', expiraMs: NOW_MS }), 'h2', auditEntry());
      await store.llaves.create(llave({ id: 'llv_3' }), 'h3', auditEntry());
      await store.llaves.revoke('llv_3', NOW_MS, auditEntry());
      assert.equal((await store.consultas.totals()).llavesActivas, 1);
    });
  });

  describe(`${engine.name}: the audit and the flags of an account`, () => {
    test('the audit is read page by page, newest first', async ({ cuentas, auditoria }) => {
      await cuentas.save(sampleRestaurante({ id: OTHER }), {});
      for (let i = 0; i < 5; i += 1) {
        const restauranteId = i === 2 ? OTHER : RESTAURANTE_ID;
        await cuentas.setActive(
          restauranteId,
          true,
          auditEntry({ restauranteId, accion: `a${i}` }),
        );
      }
      const read = async (of: string | null, limit: number, before?: number) => {
        const page = await auditoria.list(of, limit, before);
        return { acciones: page.map(({ accion }) => accion), last: page.at(-1)?.id };
      };
      const first = await read(RESTAURANTE_ID, 2);
      assert.deepEqual(first.acciones, ['a4', 'a3']);
      const second = await read(RESTAURANTE_ID, 2, first.last);
      assert.deepEqual(second.acciones, ['a1', 'a0']);
      assert.deepEqual((await read(RESTAURANTE_ID, 2, second.last)).acciones, []);
      assert.deepEqual((await read(null, 10)).acciones, ['a4', 'a3', 'a2', 'a1', 'a0']);
    });

    test('a restaurant is created once, with its audit entry, and takes orders', async (store) => {
      const { cuentas, auditoria } = store;
      const nuevo = sampleRestaurante({ id: OTHER, nombre: 'Bar Nuevo' });
      const entry = auditEntry({ accion: 'restaurante.creado' });
      assert.equal(await cuentas.create(nuevo, { ingesta: true }, entry), true);
      const again = sampleRestaurante({ id: OTHER, nombre: 'Otro' });
      assert.equal(await cuentas.create(again, { ingesta: false }, entry), false);
      assert.partialDeepStrictEqual((await cuentas.find(OTHER))?.cuenta, {
        nombre: 'Bar Nuevo',
        activo: true,
        ingesta: true,
        corte: 5,
      });
      assert.equal((await auditoria.list(null, 10)).length, 1);
      await accept(store, [comando.crear(samplePedido(), { restaurante_id: OTHER })], OTHER);
    });

    test('a closed restaurant is erased a few rows at a time, and no other with it', async (store) => {
      const { cuentas, llaves, usos, webhooks, auditoria, log } = store;
      await cuentas.save(sampleRestaurante({ id: OTHER }), { ingesta: true });
      const other = comando.crear(samplePedido(), { restaurante_id: OTHER });
      await accept(store, [other, other], OTHER);
      await accept(store, comando.crearVarios(5));
      await llaves.create(llave(), 'hash', auditEntry());
      const before = await log.position(RESTAURANTE_ID);
      const entry = auditEntry({ accion: 'restaurante.eliminado' });
      assert.equal(await cuentas.close('rest_nadie', entry), false);
      assert.equal(await cuentas.close(RESTAURANTE_ID, entry), true);
      assert.equal(await llaves.findByHash('hash'), null);
      const [refused] = await log.commit(RESTAURANTE_ID, [comando.crear(samplePedido())]);
      assert.partialDeepStrictEqual(refused, { ok: false, codigo: 'ingesta_no_habilitada' });

      const late = llave({ id: 'llv_2' });
      assert.equal(await llaves.create(late, 'late', auditEntry()), 'created');
      const erased: number[] = [];
      do erased.push(await cuentas.erase(RESTAURANTE_ID, 4));
      while (erased.at(-1) !== 0);
      assert.deepEqual([...new Set(erased.slice(0, -2))], [4]);
      assert.equal(await cuentas.find(RESTAURANTE_ID), null);
      assert.deepEqual(await llaves.list(RESTAURANTE_ID), []);
      assert.equal(await llaves.create(late, 'late', auditEntry()), 'no_restaurant');
      assert.equal(await webhooks.create(sampleWebhook(), auditEntry()), 'no_restaurant');
      // A service stores the uses that it has counted some seconds later.
      const counts = { dia: 20_000, peticiones: 1, limitadas: 0, errores: 1 };
      await usos.add([{ restauranteId: RESTAURANTE_ID, llaveId: llave().id, ...counts }]);
      assert.deepEqual(await usos.list(RESTAURANTE_ID, 0), []);
      assert.deepEqual(await allPedidos(store), []);
      assert.equal((await allPedidos(store, OTHER)).length, 2);
      const [, audited] = await auditoria.list(RESTAURANTE_ID, 10);
      assert.equal(audited?.accion, 'restaurante.eliminado');

      // A restaurant of the same id has a log of its own, and nothing that was kept of the old one can be taken for new.
      await cuentas.save(sampleRestaurante(), { ingesta: true });
      const anew = await log.position(RESTAURANTE_ID);
      assert.equal(anew?.secuencia, 0);
      assert.notEqual(anew?.logTag, before?.logTag);
      assert.ok((anew?.version ?? 0) > (before?.version ?? 0));
      await accept(store, [comando.crear(samplePedido())]);
      assert.equal((await allPedidos(store)).length, 1);
    });

    test('the hour at which the panel’s day begins survives a new profile', async (store) => {
      const { cuentas, auditoria } = store;
      const corte = async () => (await cuentas.find(RESTAURANTE_ID))?.cuenta.corte;
      assert.equal(await corte(), 5);
      assert.equal(await cuentas.setCorte(RESTAURANTE_ID, 3, auditEntry()), true);
      await cuentas.save(sampleRestaurante({ nombre: 'Otra' }), {});
      assert.equal(await corte(), 3);
      assert.equal(await cuentas.setCorte('rest_nadie', 3, auditEntry()), false);
      assert.equal((await auditoria.list(null, 10)).length, 1);
    });

    test('switching ingestion writes an audit entry', async ({ cuentas, auditoria, log }) => {
      assert.equal(await cuentas.setIngesta(RESTAURANTE_ID, false, auditEntry()), true);
      assert.equal((await cuentas.find(RESTAURANTE_ID))?.cuenta.ingesta, false);
      const [refused] = await log.commit(RESTAURANTE_ID, [comando.crear(samplePedido())]);
      assert.partialDeepStrictEqual(refused, { ok: false, codigo: 'ingesta_no_habilitada' });
      assert.equal(await cuentas.setIngesta('rest_nadie', true, auditEntry()), false);
      assert.equal((await auditoria.list(null, 10)).length, 1);
    });
  });
};
