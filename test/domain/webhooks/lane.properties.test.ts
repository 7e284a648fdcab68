import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Begun, Capacity, Settled } from '../../../src/domain/webhooks/delivery.ts';
import { RESEND_WINDOW } from '../../../src/domain/webhooks/lane/state.ts';
import { column } from '../../support/columns.ts';
import { forEvery, weighted } from '../../support/values/properties.ts';
import { type LaneModel, makeLaneModel, SUBSCRIBED } from './lane-model.ts';

type Ending = 'entregada' | 'fallida' | 'retry' | 'untried';
type Action =
  | { do: 'happen'; order: number; isSubscribed: boolean; count: number }
  | { do: 'resend'; desde: number }
  | { do: 'wait'; ms: number }
  | { do: 'die'; capacity: Capacity }
  | { do: 'step'; capacity: Capacity; endings: { which: number; ending: Ending }[] };

const small = fc.nat({ max: 4 });
const capacity: fc.Arbitrary<Capacity> = fc
  .record({ total: fc.nat({ max: 8 }), retries: small, fresh: fc.nat({ max: 8 }), resends: small })
  .map((each) => ({ ...each, dueMs: 0 }));
const ending = fc.record({
  which: fc.nat(),
  ending: fc.constantFrom<Ending>('entregada', 'entregada', 'fallida', 'retry', 'untried'),
});
const action: fc.Arbitrary<Action> = weighted(
  [
    4,
    fc.record({
      do: fc.constant('happen' as const),
      order: small,
      isSubscribed: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
      count: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 50),
    }),
  ],
  [1, fc.record({ do: fc.constant('resend' as const), desde: fc.nat({ max: 30 }) })],
  [1, fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 200 }) })],
  [1, fc.record({ do: fc.constant('die' as const), capacity })],
  [
    5,
    fc.record({
      do: fc.constant('step' as const),
      capacity,
      endings: fc.array(ending, { maxLength: 6 }),
    }),
  ],
);

const AMPLE: Capacity = { total: 99, retries: 99, dueMs: 0, fresh: 99, resends: 99 };

const settle = (begun: Begun, how: Ending, proximoMs: number | null): Settled => ({
  begun,
  untried: how === 'untried',
  fallos: begun.fallos + (how === 'retry' ? 1 : 0),
  estado: how === 'retry' || how === 'untried' ? 'pendiente' : how,
  proximoMs: how === 'retry' || how === 'untried' ? proximoMs : null,
  ultimoMs: null,
  status: null,
  fallo: null,
  duracionMs: null,
  extracto: null,
});

/**
 * Ends deliveries as a holder does: of an order's first attempts only the earliest is under way, and if it is still
 * owed afterwards, those behind it wait again.
 */
const endSome = (model: LaneModel, endings: { which: number; ending: Ending }[]): Settled[] => {
  const left = new Set(model.memory());
  const settled: Settled[] = [];
  for (const { which, ending: how } of endings) {
    const chosen = [...left][which % Math.max(1, left.size)];
    if (chosen === undefined) break;
    const isOfChain = (each: Begun) =>
      chosen.kind === 'fresh' && each.kind === 'fresh' && each.pedidoId === chosen.pedidoId;
    const chain = [...left].filter(isOfChain).sort((a, b) => a.secuencia - b.secuencia);
    const [begun = chosen, ...behind] = chain;
    const laterMs = model.now() + (how === 'retry' ? 100 : 0);
    settled.push(settle(begun, how, laterMs));
    left.delete(begun);
    if (how !== 'retry' && how !== 'untried') continue;
    for (const each of behind) {
      settled.push(settle(each, 'untried', null));
      left.delete(each);
    }
  }
  return settled;
};

const perform = (model: LaneModel, each: Action): void => {
  if (each.do === 'happen') {
    const tipo = each.isSubscribed ? SUBSCRIBED : 'pedido.cancelado';
    for (let i = 0; i < each.count; i += 1) model.happen(`ped_${each.order + i}`, tipo);
  } else if (each.do === 'resend') model.resendFrom(each.desde);
  else if (each.do === 'wait') model.wait(each.ms);
  else {
    const given = { ...each.capacity, dueMs: model.now() };
    const settled = each.do === 'step' ? endSome(model, each.endings) : [];
    const { begun } = each.do === 'die' ? model.takeOver(given) : model.step(settled, given);
    const count = (kind: Begun['kind']) => begun.filter((one) => one.kind === kind).length;
    assert.ok(begun.length <= given.total, 'more begun than there was capacity for');
    assert.ok(count('retry') <= given.retries);
    assert.ok(count('fresh') <= given.fresh);
    assert.ok(count('resend') <= given.resends);
  }
};

/** Delivers everything successfully until nothing is owed. */
const drain = (model: LaneModel): void => {
  for (let i = 0; i < 1_000; i += 1) {
    model.wait(1_000);
    const settled = model.memory().map((begun) => settle(begun, 'entregada', null));
    const { begun, released } = model.step(settled, { ...AMPLE, dueMs: model.now() });
    // A released lane with a further re-send is claimed again.
    const hasResends = model.state().resends.some(({ posicion, hasta }) => posicion < hasta);
    if (released && begun.length === 0 && !hasResends) return;
  }
  assert.fail('never drained');
};

const everyRun = (check: (model: LaneModel) => void): void =>
  forEvery(400, fc.array(action, { maxLength: 60, size: 'max' }), (actions) => {
    const model = makeLaneModel();
    for (const each of actions) {
      perform(model, each);
      check(model);
    }
  });

const firstOf = (rows: readonly { pedidoId: string; secuencia: number }[]) => {
  const firsts = new Map<string, number>();
  for (const { pedidoId, secuencia } of rows) {
    if (!firsts.has(pedidoId)) firsts.set(pedidoId, secuencia);
  }
  return firsts;
};

describe('the rule by which a lane advances', () => {
  test('every subscribed event is begun once: in memory or a row, and none beyond `windowEnd`', () => {
    everyRun((model) => {
      const { log, rows, windowEnd } = model.state();
      const inMemory = model.memory().filter(({ kind }) => kind === 'fresh');
      for (const { secuencia, tipo } of log) {
        const places = inMemory.filter((each) => each.secuencia === secuencia).length;
        const expected = secuencia <= windowEnd && tipo === SUBSCRIBED ? 1 : 0;
        assert.equal(places + (rows.has(secuencia) ? 1 : 0), expected, `event ${secuencia}`);
      }
    });
  });

  test('the cursor passes no subscribed event that has no row', () => {
    everyRun((model) => {
      const { log, rows, cursor, windowEnd } = model.state();
      assert.ok(cursor <= windowEnd);
      for (const { secuencia, tipo } of log.slice(0, cursor)) {
        assert.equal(rows.has(secuencia), tipo === SUBSCRIBED, `event ${secuencia}`);
      }
    });
  });

  test('of an order only the first open row may be tried, and it never waits', () => {
    everyRun((model) => {
      const open = model.open(true);
      const firsts = firstOf(open);
      for (const { pedidoId, secuencia, proximoMs } of open) {
        assert.equal(proximoMs !== null, firsts.get(pedidoId) === secuencia, `row ${secuencia}`);
      }
      // A later re-send may overlap an earlier one of the same order that is under way.
      const resent = model.open(false);
      const firstsResent = firstOf(resent);
      for (const { pedidoId, secuencia, proximoMs } of resent) {
        if (firstsResent.get(pedidoId) === secuencia) assert.notEqual(proximoMs, null);
      }
    });
  });

  test('no first attempt is begun while its order has an open row', () => {
    everyRun((model) => {
      const stuck = firstOf(model.open(true));
      for (const { kind, pedidoId, secuencia } of model.memory()) {
        const first = stuck.get(pedidoId);
        if (kind === 'fresh') assert.ok(first === undefined || first > secuencia);
        else if (kind === 'retry') assert.equal(first, secuencia);
      }
    });
  });

  test('a delivery in memory is begun once, and its attempt number is on disk', () => {
    everyRun((model) => {
      const begun = model.memory().map(({ secuencia }) => secuencia);
      assert.equal(new Set(begun).size, begun.length);
      const { rows } = model.state();
      for (const { secuencia, kind, intento } of model.memory()) {
        assert.equal(rows.get(secuencia)?.intentos ?? 1, kind === 'fresh' ? 1 : intento);
      }
    });
  });

  test('re-sends keep to their window, and are counted as they are opened', () => {
    everyRun((model) => {
      const open = model.open(false);
      assert.ok(open.length <= RESEND_WINDOW);
      for (const { id, opened, ended } of model.state().resends) {
        const left = open.filter((row) => row.reenvioId === id).length;
        assert.equal(opened, ended + left, id);
      }
    });
  });

  test('whatever has happened, everything is delivered or given up in the end', () => {
    forEvery(400, fc.array(action, { maxLength: 60, size: 'max' }), (actions) => {
      const model = makeLaneModel();
      for (const each of actions) perform(model, each);
      drain(model);
      const { log, rows, resends, cursor, windowEnd } = model.state();
      assert.deepEqual([cursor, windowEnd], [log.length, log.length]);
      const subscribed = log.filter(({ tipo }) => tipo === SUBSCRIBED);
      assert.equal(rows.size, subscribed.length);
      for (const { estado } of rows.values()) assert.notEqual(estado, 'pendiente');
      for (const { posicion, hasta: end, opened, ended } of resends) {
        assert.ok(posicion >= end && opened === ended);
      }
    });
  });

  test('a lane is not released while it has skipped events and more follow', () => {
    const model = makeLaneModel();
    for (let i = 0; i < 3; i += 1) model.happen('ped_1', 'pedido.cancelado');
    const one = { ...AMPLE, fresh: 1 };
    assert.deepEqual(
      [1, 2, 3].map(() => model.step([], one).released),
      [false, false, true],
    );
  });

  test('retries are begun in the order in which they are due', () => {
    const model = makeLaneModel();
    for (const order of ['ped_1', 'ped_2']) model.happen(order, SUBSCRIBED);
    model.step([], AMPLE);
    const [first, second] = model.memory();
    assert.ok(first && second);
    model.step([settle(first, 'retry', 1_200), settle(second, 'retry', 1_100)], AMPLE);
    const { begun } = model.step([], { ...AMPLE, dueMs: 2_000 });
    assert.deepEqual(column(begun, 'secuencia'), [2, 1]);
  });
});
