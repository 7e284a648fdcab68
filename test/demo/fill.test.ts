import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TIPOS_EVENTO, type TipoEvento } from '../../src/contract/recursos/evento.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { contentsOf, fill, openOrders } from '../../src/demo/fill.ts';
import { pastCommands } from '../../src/demo/past.ts';
import { PLACES } from '../../src/demo/places/places.ts';
import { type DoorAnswer, makeSend, type Send } from '../../src/demo/private-door.ts';
import { simulate } from '../../src/demo/simulator.ts';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts';
import { pageOrders, query } from '../storage/conformance/harness.ts';
import { describeOnEngines } from '../support/engines.ts';
import { comando, NOW_MS, RESTAURANTE_ID, samplePedido } from '../support/samples.ts';
import { INGEST_KEY, type Service, startServiceOn } from '../support/service.ts';

const SEED = 'una';
const DAYS = 3;
const NEVER = new AbortController().signal;
const [{ perfil: AZAHAR }] = PLACES;

const doorOf = ({ privateUrl }: Service): Send => makeSend({ privateUrl, ingestKey: INGEST_KEY });

const fillAt = (service: Service, nowMs: number, send = doorOf(service), signal = NEVER) =>
  fill(service.store, { seed: SEED, nowMs, days: DAYS, send, signal });

/** Every order, oldest first. */
const ordersOf = async ({ store }: Service, restauranteId = AZAHAR.id): Promise<Pedido[]> => {
  return pageOrders(await store.pedidos.list(query({ restauranteId, limit: 2_000 }))).reverse();
};

const expectedIds = (fromMs: number, nowMs: number): (string | undefined)[] =>
  [...pastCommands(SEED, PLACES[0], fromMs, nowMs)].map(({ pedido }) => pedido.id);

const idsOf = (orders: readonly Pedido[]): string[] => orders.map(({ id }) => id);

describeOnEngines('filling a database', (engine) => {
  it('opens the restaurants and tells their past, announcing nothing', async (t) => {
    const service = await startServiceOn(engine, t);
    assert.equal(await contentsOf(service.store), 'empty');
    const filled = await fillAt(service, NOW_MS);
    assert.equal(filled.refusal, null);
    assert.equal(await contentsOf(service.store), 'demo');

    const orders = await ordersOf(service);
    assert.deepEqual(idsOf(orders), expectedIds(NOW_MS - DAYS * DAY_MS, NOW_MS));
    const others = await Promise.all(
      PLACES.slice(1).map(({ perfil }) => ordersOf(service, perfil.id)),
    );
    assert.equal(filled.orders, orders.length + others.flat().length);
    assert.equal(filled.ofFirst, orders.length);
    const announced = { tipos: TIPOS_EVENTO, upTo: orders.length };
    assert.deepEqual(await service.store.log.events(AZAHAR.id, 0, 1, announced), []);
    for (const { perfil } of PLACES) {
      for (const kind of ['carta', 'zonas'] as const) {
        assert.notEqual(await service.store.cuentas.document(perfil.id, kind), null);
      }
    }
  });

  it('continues after a pause: fills the gap and finishes open orders', async (t) => {
    const service = await startServiceOn(engine, t);
    await fillAt(service, NOW_MS);
    const open = await openOrders(service.store, SEED);
    assert.ok(open.length > 0, 'a Sunday at lunch time has orders under way');

    const laterMs = NOW_MS + 9 * 3_600_000;
    const again = await fillAt(service, laterMs);
    assert.equal(again.refusal, null);
    assert.deepEqual(idsOf(await ordersOf(service)), expectedIds(NOW_MS - DAYS * DAY_MS, laterMs));

    await play(service, laterMs, 0.5);
    const byId = new Map((await ordersOf(service)).map((pedido) => [pedido.id, pedido]));
    for (const { pedido } of open.filter((each) => each.pedido.restaurante.id === AZAHAR.id)) {
      const now = byId.get(pedido.id);
      assert.match(now?.estado ?? '', /^(?:entregado|cancelado)$/);
      // The order ended at its own time, not when the simulator caught up.
      const endMs = Date.parse(now?.entregado_en ?? now?.creado_en ?? '');
      assert.ok(endMs < NOW_MS + 4 * 3_600_000, `${now?.entregado_en}`);
    }
  });
});

/** Plays against the real door on a clock that only waiting advances. */
const play = async (service: Service, startMs: number, minutes: number): Promise<DoorAnswer[]> => {
  const stop = new AbortController();
  const answers: DoorAnswer[] = [];
  const send = doorOf(service);
  let nowMs = startMs;
  await simulate(await openOrders(service.store, SEED), {
    seed: SEED,
    places: PLACES,
    clock: { now: () => nowMs },
    wait: async (ms) => {
      nowMs += ms;
      if (nowMs > startMs + minutes * MINUTE_MS) stop.abort();
    },
    send: async (comandos) => {
      const got = await send(comandos);
      answers.push(...got);
      return got;
    },
    onTrouble: (reason) => assert.fail(reason),
    signal: stop.signal,
  });
  return answers;
};

describe('the demo and the real door', () => {
  it('has every command of a quarter of an hour accepted', async (t) => {
    const service = await startServiceOn('SQLite', t);
    await fillAt(service, NOW_MS);
    const answers = await play(service, NOW_MS, 15);
    assert.ok(answers.length > 150);
    assert.deepEqual(
      answers.filter(({ ok }) => !ok),
      [],
    );
    const events = await service.store.log.events(AZAHAR.id, 0, 2_000);
    const tipos = new Set(events.map(({ tipo }) => tipo));
    for (const tipo of ['nuevo', 'aceptado', 'estado_cambiado', 'item_modificado', 'entregado']) {
      assert.ok(tipos.has(`pedido.${tipo}` as TipoEvento), tipo);
    }
  });

  it('finishes what a first start left half done', async (t) => {
    const service = await startServiceOn('SQLite', t);
    const stop = new AbortController();
    const send = doorOf(service);
    let requests = 0;
    const cut = await fillAt(
      service,
      NOW_MS,
      (comandos) => {
        requests += 1;
        if (requests === 2) stop.abort();
        return send(comandos);
      },
      stop.signal,
    );
    const before = await ordersOf(service);
    assert.equal(before.length, cut.orders);
    assert.equal(requests, 2);
    await fillAt(service, NOW_MS);
    assert.deepEqual(idsOf(await ordersOf(service)), expectedIds(NOW_MS - DAYS * DAY_MS, NOW_MS));
  });

  it('recognises foreign data, and orders that somebody else sent to its restaurant', async (t) => {
    const service = await startServiceOn('SQLite', t);
    await service.command(comando.guardarRestaurante());
    assert.equal(await contentsOf(service.store), 'foreign');
    assert.notEqual(await service.store.cuentas.find(RESTAURANTE_ID), null);

    const other = await startServiceOn('SQLite', t);
    await fillAt(other, NOW_MS);
    const [answer] = await other.command(
      comando.crear(samplePedido(), { restaurante_id: AZAHAR.id }),
    );
    assert.equal(answer?.ok, true);
    const open = await openOrders(other.store, SEED);
    assert.ok(open.every(({ pedido }) => pedido.id !== answer?.pedido_id));
  });

  it('does not write over a profile that somebody has changed', async (t) => {
    const service = await startServiceOn('SQLite', t);
    await fillAt(service, NOW_MS);
    const restaurante = { ...AZAHAR, nombre: 'La Taberna de Otro' };
    await service.command({ op: 'restaurante.guardar', restaurante });
    await fillAt(service, NOW_MS + DAY_MS);
    const found = await service.store.cuentas.find(AZAHAR.id);
    assert.equal(found?.cuenta.nombre, 'La Taberna de Otro');
  });
});
