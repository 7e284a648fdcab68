import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Evento } from '../../../src/contract/recursos/evento.ts';
import type { EntradaHistorial } from '../../../src/contract/recursos/historial.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import type { OlvidarPedido } from '../../../src/domain/cliente/olvido.ts';
import { DAY_MS } from '../../../src/domain/time.ts';
import { makeLog } from '../../../src/platform/log.ts';
import { makeAging } from '../../../src/storage/clientes/aging.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { column } from '../../support/columns.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../support/samples.ts';
import { accept, auditEntry, type Engine, json, query, testOn } from './harness.ts';
import { advanceLane, claimLane, delivered, makeHook, stepOf } from './hooks.ts';

const INIGO = { telefono: '0034 600 123 456', email: '' };
const NOBODY = { nombre: '', telefono: '', email: '', consintio_marketing: false };

const olvidar = (pedidoId: string): OlvidarPedido => ({
  op: 'pedido.olvidar',
  restaurante_id: RESTAURANTE_ID,
  pedido_id: pedidoId,
});

const get = async (store: Store, id: string): Promise<Pedido> =>
  json((await store.pedidos.get(RESTAURANTE_ID, id))?.body);

const ordersOf = (store: Store, contacto = INIGO) =>
  store.clientes.pedidos(RESTAURANTE_ID, contacto, '', 100);

const events = async (store: Store): Promise<Evento[]> =>
  (await store.log.events(RESTAURANTE_ID, 0, 100)).map(({ body }) => json<Evento>(body));

export const clienteConformance = (engine: Engine): void => {
  const test = testOn(engine);

  describe(`${engine.name}: customers`, () => {
    test('are found by phone and by e-mail, however they are written', async (store) => {
      const other = { ...NOBODY, nombre: 'Bea', telefono: '699', email: 'INIGO@example.com ' };
      const [first = '', second = '', third = ''] = await accept(store, [
        comando.crear(samplePedido({ id: 'ped_a' })),
        comando.crear(samplePedido({ id: 'ped_b', cliente: other })),
        comando.importar(samplePedidoEntero({ id: 'ped_c', estado: 'cancelado' })),
        comando.crear(samplePedido({ id: 'ped_d', cliente: NOBODY })),
      ]);
      assert.deepEqual(await ordersOf(store), [first, third]);
      assert.deepEqual(await ordersOf(store, { telefono: '', email: 'Inigo@Example.com' }), [
        ...[first, second, third],
      ]);
      assert.equal(await store.clientes.count(RESTAURANTE_ID, INIGO), 2);
      assert.deepEqual(await store.clientes.pedidos(RESTAURANTE_ID, INIGO, first, 1), [third]);
      assert.equal(await store.clientes.count('rest_otro', INIGO), 0);
    });

    test('are forgotten in the order, its history and its events, which say so once', async (store) => {
      const nota = { nota: 'Llamar a Íñigo al 600 123 456' };
      const [id = ''] = await accept(store, [comando.crear(samplePedido(), { detalle: nota })]);
      await accept(store, [comando.avanzar(id, 'confirmado', { detalle: nota })]);
      const before = await get(store, id);
      const version = (await store.pedidos.get(RESTAURANTE_ID, id))?.version;
      const page = await store.pedidos.list(query());

      const [answer] = await store.log.commit(RESTAURANTE_ID, [olvidar(id)]);
      assert.ok(answer?.ok && answer.eventoId !== null);
      const forgotten = { ...before, cliente: NOBODY, direccion: null, instrucciones: null };
      assert.deepEqual(await get(store, id), forgotten);
      assert.notEqual((await store.pedidos.get(RESTAURANTE_ID, id))?.version, version);
      assert.notEqual((await store.pedidos.list(query())).version, page.version);
      const history = (await store.pedidos.history(RESTAURANTE_ID, id)) ?? [];
      const entries = history.map((body) => json<EntradaHistorial>(body));
      assert.deepEqual(column(entries, 'accion'), ['creado', 'confirmado', 'cliente_olvidado']);
      assert.deepEqual(column(entries, 'detalle'), [{}, {}, {}]);
      const log = await events(store);
      assert.deepEqual(column(log, 'tipo'), [
        ...['pedido.nuevo', 'pedido.aceptado', 'pedido.estado_cambiado'],
      ]);
      assert.deepEqual(log[2]?.datos.cambios, ['cliente', 'direccion', 'instrucciones']);
      for (const { datos } of log) {
        const { cliente, direccion, instrucciones, items } = datos.pedido;
        assert.deepEqual([cliente, direccion, instrucciones], [NOBODY, null, null]);
        assert.deepEqual(items, before.items);
      }
      assert.equal(log[0]?.datos.pedido.estado, 'pendiente');
      assert.deepEqual(await ordersOf(store), []);

      // A note that came since keeps what it changed of the invoice, and nothing of the customer.
      const { fiscal } = samplePedidoEntero();
      await accept(store, [
        comando.anotar(id, { fiscal, instrucciones: 'Íñigo' }, { detalle: nota }),
      ]);
      await store.log.commit(RESTAURANTE_ID, [olvidar(id)]);
      const noted = ((await store.pedidos.history(RESTAURANTE_ID, id)) ?? [])[3];
      const cambios = { fiscal: { antes: null, despues: fiscal } };
      assert.deepEqual(json<EntradaHistorial>(noted).detalle, { cambios });

      // The second time there is nothing to announce, but an entry that has come since is forgotten too.
      await accept(store, [comando.avanzar(id, 'listo', { detalle: nota })]);
      const [again] = await store.log.commit(RESTAURANTE_ID, [olvidar(id)]);
      assert.deepEqual(again, { ok: true, pedidoId: id, eventoId: null });
      const later = (await store.pedidos.history(RESTAURANTE_ID, id)) ?? [];
      assert.deepEqual(json<EntradaHistorial>(later.at(-1)).detalle, {});
      assert.equal((await events(store)).length, 6);
    });

    test('are forgotten in the event of an import, with a history or without', async (store) => {
      const ids = await accept(store, [
        comando.importar(samplePedidoEntero({ id: 'ped_a' })),
        comando.importar(samplePedidoEntero({ id: 'ped_b' }), []),
      ]);
      assert.deepEqual(column(await events(store), 'tipo'), [
        ...['pedido.importado', 'pedido.importado'],
      ]);
      await accept(store, ids.map(olvidar));
      for (const { datos } of await events(store)) assert.deepEqual(datos.pedido.cliente, NOBODY);
    });

    test('are forgotten although another process has the order in memory', async (store, bench) => {
      const another = await bench.another();
      const [id = ''] = await accept(store, [comando.crear(samplePedido())]);
      await accept(another, [comando.avanzar(id, 'confirmado')]);
      await accept(store, [comando.avanzar(id, 'en_preparacion')]);
      await another.log.commit(RESTAURANTE_ID, [olvidar(id)]);
      await accept(store, [comando.avanzar(id, 'listo')]);
      assert.deepEqual((await get(store, id)).cliente, NOBODY);
      assert.deepEqual((await events(another)).at(-1)?.datos.pedido.cliente, NOBODY);
    });

    test('are forgotten in a restaurant that takes no orders, and not in one that is unknown', async (store) => {
      const [id = ''] = await accept(store, [comando.crear(samplePedido())]);
      await store.cuentas.save(sampleRestaurante(), { ingesta: false });
      await accept(store, [olvidar(id)]);
      assert.deepEqual((await get(store, id)).cliente, NOBODY);
      const answers = await store.log.commit(RESTAURANTE_ID, [olvidar('ped_no')]);
      assert.partialDeepStrictEqual(answers, [{ ok: false, codigo: 'no_encontrado' }]);
    });

    test('still count in summaries, also when the zone changes or the order is called off', async (store) => {
      const days = ['2026-11-14', '2026-11-15'] as const;
      const summary = () => store.pedidos.summary(RESTAURANTE_ID, ...days);
      const [first = '', second = ''] = await accept(store, [
        comando.crear(samplePedido()),
        comando.crear(samplePedido({ cliente: { ...NOBODY, email: 'bea@example.com' } })),
        comando.crear(samplePedido({ cliente: { ...NOBODY, telefono: '699' } })),
      ]);
      const before = await summary();
      assert.equal(before.clientes, 3);
      await accept(store, [olvidar(first), olvidar(second)]);
      assert.deepEqual(await summary(), before);
      await store.cuentas.save(sampleRestaurante({ zona_horaria: 'Atlantic/Canary' }), {});
      assert.deepEqual(await summary(), before);
      await accept(store, [comando.crear(samplePedido())]);
      assert.equal((await summary()).clientes, 3);
      await accept(store, [comando.cancelar(second)]);
      assert.equal((await summary()).clientes, 2);
    });

    test('leave the delivery log, also where an attempt ends after they were forgotten', async (store) => {
      await makeHook(store);
      const [id = ''] = await accept(store, [comando.crear(samplePedido())]);
      await accept(store, [comando.avanzar(id, 'confirmado')]);
      const { lane, advance } = await claimLane(store);
      const [nuevo, aceptado] = advance.begun;
      assert.ok(nuevo && aceptado);
      const echo = { extracto: 'Gracias, Íñigo Núñez' };
      await advanceLane(
        store,
        stepOf(lane, 1, { settled: [delivered(nuevo, echo)], releaseIfIdle: false }),
      );
      await accept(store, [olvidar(id)]);
      await advanceLane(store, stepOf(lane, 2, { settled: [delivered(aceptado, echo)] }));
      const entregas = await store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [1, 2]);
      assert.deepEqual(column(entregas, 'extracto'), [null, null]);
      assert.deepEqual(column(entregas, 'estado'), ['entregada', 'entregada']);
    });

    test('are found by the age of their orders, and by that of orders that come late', async (store) => {
      const ofDay = (days: number, id: string) =>
        comando.importar(
          samplePedidoEntero({ id, creado_en: new Date(NOW_MS - days * DAY_MS).toISOString() }),
        );
      await accept(store, [ofDay(5, 'ped_5'), ofDay(9, 'ped_9'), ofDay(8, 'ped_8')]);
      const cutMs = NOW_MS - 7 * DAY_MS;
      const next = async (limit: number) => {
        const aged = await store.clientes.aged(RESTAURANTE_ID, cutMs, limit);
        await accept(store, aged.pedidoIds.map(olvidar));
        await store.clientes.agedDone(RESTAURANTE_ID, aged);
        return aged.pedidoIds;
      };
      assert.deepEqual(await next(1), ['ped_9']);
      assert.deepEqual(await next(1), ['ped_8']);
      assert.deepEqual(await next(1), []);
      await accept(store, [ofDay(20, 'ped_20')]);
      assert.deepEqual(await next(10), ['ped_20']);
      assert.deepEqual(await next(10), []);
      assert.deepEqual((await get(store, 'ped_5')).cliente, samplePedidoEntero().cliente);
    });

    test('are forgotten for their age once, whichever processes do it; so is the audit', async (store, bench) => {
      const { clock } = bench;
      const another = await bench.another();
      await accept(store, comando.crearVarios(60));
      clock.set(NOW_MS + 5 * DAY_MS);
      const [young = ''] = await accept(store, [comando.crear()]);
      const log = makeLog('silent');
      const agings = [store, another].map((each) =>
        makeAging({ store: each, clock, log, customerDays: 3, auditDays: 2 }),
      );
      await store.auditoria.add(auditEntry({ accion: 'viejo' }));
      await store.auditoria.add(auditEntry({ accion: 'nuevo', momentoMs: clock.now() }));
      const passes = await Promise.all(agings.map(({ pass }) => pass()));
      assert.equal(
        passes.reduce((sum, { orders }) => sum + orders, 0),
        60,
      );
      const changes = (await store.log.events(RESTAURANTE_ID, 61, 1_000)).length;
      assert.equal(changes, 60);
      assert.deepEqual(await ordersOf(store), [young]);
      assert.deepEqual(column(await store.auditoria.list(null, 10), 'accion'), ['nuevo']);
      assert.deepEqual(await agings[0]?.pass(), { orders: 0, entries: 0 });
    });
  });
};
