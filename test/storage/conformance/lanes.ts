import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { BREAKER_FAILURES, HEALTHY } from '../../../src/domain/webhooks/lane-health.ts';
import { column, columns } from '../../support/columns.ts';
import { comando, NOW_MS, RESTAURANTE_ID, samplePedido } from '../../support/samples.ts';
import { accept, auditEntry, type Engine, json, testOn } from './harness.ts';
import {
  AMPLE,
  advanceLane,
  assertLost,
  claimLane,
  claimOf,
  delivered,
  failed,
  happen,
  LAPSED_MS,
  makeHook,
  putBack,
  sequencesOf,
  stepOf,
} from './hooks.ts';

export const laneConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: lanes`, () => {
    test('delivers events after its creation, of the types it asked for, with the stored bytes', async (store) => {
      await happen(store, 'antes');
      await makeHook(store, { eventos: ['pedido.nuevo'] });
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), []);
      await happen(store, 'a', 'a', 'b');
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), [RESTAURANTE_ID]);
      const { lane, advance } = await claimLane(store);
      assert.deepEqual(sequencesOf(advance), [2, 4]);
      assert.deepEqual([advance.windowEnd, advance.head, advance.released], [4, 4, false]);
      const [, second] = await store.log.events(RESTAURANTE_ID, 0, 10);
      const [begun] = advance.begun;
      assert.deepEqual(json(begun?.body ?? null), json(second?.body ?? null));
      assert.deepEqual([begun?.eventoId, begun?.intento, begun?.kind], [second?.id, 1, 'fresh']);
      const settled = advance.begun.map((each) => delivered(each));
      const end = await advanceLane(store, stepOf(lane, 4, { settled, capacity: AMPLE }));
      assert.deepEqual([end.released, end.begun], [true, []]);
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), []);
    });

    test('events without a subscriber are skipped and leave nothing to do', async (store) => {
      await makeHook(store, { eventos: ['pedido.cancelado'] });
      await happen(store, 'a', 'b');
      const { advance } = await claimLane(store);
      assert.deepEqual([advance.begun, advance.released], [[], true]);
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), []);
    });

    test('imports are neither sent nor owed, and one step passes over all of them', async (store) => {
      await makeHook(store);
      const past = Array.from({ length: 300 }, (_, i) =>
        comando.importar(samplePedido({ id: `ped_antes_${i}` }), []),
      );
      const owed = async () => (await store.webhooks.entregas.owed()).entregas;
      await accept(store, past.slice(0, 250));
      assert.equal(await owed(), 0);
      await happen(store, 'a');
      await accept(store, past.slice(250));
      await happen(store, 'b');
      assert.equal(await owed(), 2);
      const { lane, advance } = await claimLane(store, {}, { fresh: 1 });
      assert.deepEqual(sequencesOf(advance), [251]);
      const settled = advance.begun.map((each) => delivered(each));
      const next = await advanceLane(store, stepOf(lane, 251, { settled, capacity: AMPLE }));
      assert.deepEqual([sequencesOf(next), next.windowEnd], [[302], 302]);
      const last = next.begun.map((each) => delivered(each));
      await advanceLane(store, stepOf(lane, 302, { settled: last }));
      await accept(store, [comando.importar(samplePedido({ id: 'ped_antes_300' }), [])]);
      assert.equal(await owed(), 0);
      const quiet = await claimLane(store);
      assert.deepEqual([quiet.advance.begun, quiet.advance.released], [[], true]);
      assert.equal(quiet.advance.windowEnd, 303);
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), []);
    });

    test('begins no more than the capacity, and goes on from there', async (store) => {
      await makeHook(store);
      await happen(store, 'a', 'b', 'c', 'd');
      const { lane, advance } = await claimLane(store, {}, { total: 2 });
      assert.deepEqual(sequencesOf(advance), [1, 2]);
      const [, b] = advance.begun;
      assert.ok(b);
      const capacity = { ...AMPLE, fresh: 1 };
      const next = await advanceLane(store, stepOf(lane, 0, { settled: [delivered(b)], capacity }));
      assert.deepEqual(sequencesOf(next), [3]);
    });

    test('is held by one sender at a time, and given back when it is idle', async (store) => {
      const { lanes } = store.webhooks;
      await makeHook(store);
      await happen(store, 'a');
      const { lane, advance } = await claimLane(store);
      const other = claimOf({ owner: 'dos' });
      assert.deepEqual(await lanes.due(NOW_MS, 10), []);
      assert.deepEqual(await lanes.claim(RESTAURANTE_ID, other, () => AMPLE), []);
      await assertLost(store, stepOf(lane, 0), { owner: 'dos' });
      const settled = advance.begun.map((each) => delivered(each));
      assert.equal((await advanceLane(store, stepOf(lane, 1, { settled }))).released, true);
      await happen(store, 'b');
      const again = await claimLane(store, { owner: 'dos' });
      assert.deepEqual(sequencesOf(again.advance), [2]);
      assert.equal(again.lane.fence, lane.fence + 1);
      await assertLost(store, stepOf(lane, 1));
    });

    test('is held on together with others, for as long as it is ours and may be sent to', async (store) => {
      const { lanes } = store.webhooks;
      for (const id of ['wh_uno', 'wh_dos', 'wh_tres', 'wh_cuatro']) await makeHook(store, { id });
      await happen(store, 'a');
      const lapsed = claimOf({ leaseMs: LAPSED_MS });
      const held = (await lanes.claim(RESTAURANTE_ID, lapsed, () => AMPLE)).map(({ lane }) => ({
        restauranteId: RESTAURANTE_ID,
        webhookId: lane.webhook.id,
        fence: lane.fence,
      }));
      assert.equal(held.length, 4);
      await store.webhooks.deactivate(RESTAURANTE_ID, 'wh_dos', auditEntry());
      await store.webhooks.remove(RESTAURANTE_ID, 'wh_tres', auditEntry());
      const stale = held.map((lane) =>
        lane.webhookId === 'wh_cuatro' ? { ...lane, fence: lane.fence - 1 } : lane,
      );
      assert.deepEqual(await lanes.renew(claimOf({ owner: 'dos' }), held), []);
      assert.deepEqual(await lanes.renew(claimOf(), stale), ['wh_uno']);
      const other = claimOf({ owner: 'dos' });
      const taken = await lanes.claim(RESTAURANTE_ID, other, () => AMPLE);
      assert.deepEqual(
        taken.map(({ lane }) => lane.webhook.id),
        ['wh_cuatro'],
      );
      assert.deepEqual(await lanes.renew(claimOf(), held), ['wh_uno']);
    });

    test('deliveries in the memory of a dead sender are owed, and their next attempt is the second', async (store) => {
      await makeHook(store);
      await happen(store, 'a', 'b', 'c', 'a');
      const dead = await claimLane(store, { leaseMs: LAPSED_MS });
      const [, b] = dead.advance.begun;
      assert.ok(b);
      const step = stepOf(dead.lane, 0, { settled: [delivered(b)], releaseIfIdle: false });
      await advanceLane(store, step, { leaseMs: LAPSED_MS });
      const { lane, advance } = await claimLane(store, { owner: 'dos' });
      assert.deepEqual(columns(advance.begun, 'secuencia', 'intento', 'kind'), [
        [1, 2, 'retry'],
        [3, 2, 'retry'],
      ]);
      const settled = advance.begun.map((each) => delivered(each));
      const next = await advanceLane(
        store,
        stepOf(lane, 4, { settled, capacity: AMPLE, releaseIfIdle: false }),
        { owner: 'dos' },
      );
      assert.deepEqual(columns(next.begun, 'secuencia', 'intento'), [[4, 2]]);
      await assertLost(store, step);
    });

    test('an attempt that was begun and never ended counts in the next number', async (store) => {
      await makeHook(store);
      await happen(store, 'a');
      for (const intento of [1, 2, 3, 4]) {
        const { advance } = await claimLane(store, { leaseMs: LAPSED_MS, owner: `n${intento}` });
        assert.deepEqual(columns(advance.begun, 'secuencia', 'intento'), [[1, intento]]);
      }
    });

    test('a stuck order holds back its own events and no others, until it is through', async (store) => {
      await makeHook(store);
      await happen(store, 'a', 'b', 'a');
      const { lane, advance } = await claimLane(store);
      const [a1, b1, a2] = advance.begun;
      assert.ok(a1 && b1 && a2);
      const settled = [failed(a1, NOW_MS + 5_000), delivered(b1), putBack(a2)];
      const late = { ...AMPLE, dueMs: NOW_MS };
      const none = await advanceLane(store, stepOf(lane, 3, { settled, capacity: late }));
      assert.deepEqual([none.begun, none.released, none.proximoMs], [[], true, NOW_MS + 5_000]);
      await happen(store, 'a', 'c');
      const again = await claimLane(store);
      assert.deepEqual(sequencesOf(again.advance), [5]);
      const [c1] = again.advance.begun;
      assert.ok(c1);
      const end = await advanceLane(store, stepOf(again.lane, 5, { settled: [delivered(c1)] }));
      assert.equal(end.released, true);
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS + 4_999, 10), []);
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS + 5_000, 10), [RESTAURANTE_ID]);
      const nowMs = NOW_MS + 5_000;
      const third = await claimLane(store, { nowMs });
      assert.deepEqual(columns(third.advance.begun, 'secuencia', 'intento', 'fallos'), [[1, 2, 1]]);
      let held = third.advance.begun;
      for (const [secuencia, intento] of [
        [3, 1],
        [4, 1],
      ]) {
        const step = stepOf(third.lane, 5, {
          settled: held.map((begun) => delivered(begun)),
          capacity: { ...AMPLE, dueMs: nowMs },
        });
        held = (await advanceLane(store, step, { nowMs })).begun;
        assert.deepEqual(columns(held, 'secuencia', 'intento'), [[secuencia, intento]]);
      }
    });

    test('a delivery in memory is not begun again, and one that is put back is not spent', async (store) => {
      await makeHook(store);
      await happen(store, 'a');
      const first = await claimLane(store);
      const [a] = first.advance.begun;
      assert.ok(a);
      await advanceLane(store, stepOf(first.lane, 1, { settled: [failed(a, NOW_MS)] }));
      const { lane, advance } = await claimLane(store);
      const [retry] = advance.begun;
      assert.ok(retry);
      assert.deepEqual([retry.intento, retry.fallos], [2, 1]);
      const held = { capacity: AMPLE, releaseIfIdle: false };
      assert.deepEqual((await advanceLane(store, stepOf(lane, 1, held))).begun, []);
      const back = { ...putBack(retry), fallos: 1, proximoMs: NOW_MS };
      await advanceLane(store, stepOf(lane, 1, { settled: [back] }));
      const [stored] = await store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [1]);
      assert.deepEqual([stored?.intentos, stored?.status], [1, 500]);
      const third = await claimLane(store);
      assert.deepEqual([third.advance.begun[0]?.intento, third.advance.begun[0]?.fallos], [2, 1]);
    });

    test('keeps the health of its endpoint; paused and broken ones are left alone', async (store) => {
      const { due } = store.webhooks.lanes;
      await makeHook(store);
      await happen(store, 'a');
      const { lane, advance } = await claimLane(store);
      const salud = { ...HEALTHY, failingSinceMs: NOW_MS, pausedUntilMs: NOW_MS + 30_000 };
      const settled = advance.begun.map((each) => failed(each, NOW_MS + 5_000));
      await advanceLane(store, stepOf(lane, 1, { settled, salud, recoveryEnd: 77 }));
      await happen(store, 'b');
      assert.deepEqual(await due(NOW_MS + 29_999, 10), []);
      const second = await claimLane(store, { nowMs: NOW_MS + 30_000 });
      assert.deepEqual(second.lane.salud, salud);
      assert.equal(second.lane.recoveryEnd, 77);
      assert.deepEqual(sequencesOf(second.advance), [1, 2]);
      const broken = {
        fallosSeguidos: BREAKER_FAILURES,
        failingSinceMs: NOW_MS,
        pausedUntilMs: 0,
        probeMs: NOW_MS + 90_000,
      };
      const later = second.advance.begun.map((each) => failed(each, NOW_MS + 200_000));
      await advanceLane(store, stepOf(second.lane, 2, { settled: later, salud: broken }));
      assert.deepEqual(await due(NOW_MS + 199_999, 10), []);
      await happen(store, 'c');
      assert.deepEqual(await due(NOW_MS + 89_999, 10), []);
      const capacity = { total: 1, retries: 1, dueMs: Number.MAX_SAFE_INTEGER };
      const probe = await claimLane(store, { nowMs: NOW_MS + 90_000 }, capacity);
      assert.deepEqual(columns(probe.advance.begun, 'secuencia', 'kind', 'dueMs'), [
        [1, 'retry', NOW_MS + 200_000],
      ]);
    });

    test('off and suspended begin nothing, record what ended, and lose nothing', async (store) => {
      await makeHook(store);
      await happen(store, 'a', 'b', 'c');
      const { lane, advance } = await claimLane(store, {}, { total: 2 });
      const [a, b] = advance.begun;
      assert.ok(a && b);
      await store.cuentas.setActive(RESTAURANTE_ID, false, auditEntry());
      const suspended = await advanceLane(
        store,
        stepOf(lane, 1, { settled: [delivered(a)], capacity: AMPLE, releaseIfIdle: false }),
      );
      assert.deepEqual([suspended.active, suspended.begun], [false, []]);
      const gone = stepOf(lane, 2, {
        settled: [delivered(b, { estado: 'pendiente', status: 410, proximoMs: NOW_MS })],
        off: 'respuesta_410',
        capacity: AMPLE,
      });
      assert.deepEqual((await advanceLane(store, gone)).released, true);
      await store.cuentas.setActive(RESTAURANTE_ID, true, auditEntry());
      const webhook = await store.webhooks.get(RESTAURANTE_ID, 'wh_uno');
      assert.deepEqual([webhook?.activo, webhook?.motivo], [false, 'respuesta_410']);
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), []);
      await store.webhooks.activate(RESTAURANTE_ID, 'wh_uno', auditEntry());
      assert.deepEqual(sequencesOf((await claimLane(store)).advance), [2, 3]);
    });

    test('restaurants and webhooks are lanes of their own', async (store) => {
      await makeHook(store);
      await makeHook(store, { id: 'wh_dos', eventos: ['pedido.nuevo'] });
      await happen(store, 'a', 'a');
      const { lanes } = store.webhooks;
      const claimed = await lanes.claim(RESTAURANTE_ID, claimOf(), () => AMPLE);
      assert.deepEqual(
        claimed.map(({ lane, advance }) => [lane.webhook.id, sequencesOf(advance)]).sort(),
        [
          ['wh_dos', [1]],
          ['wh_uno', [1, 2]],
        ],
      );
      const steps = claimed.map(({ lane, advance }) =>
        stepOf(lane, 2, {
          settled: advance.begun.map((each) => delivered(each)),
          ultimaEntregaMs: NOW_MS + 7,
        }),
      );
      const ended = await lanes.advance(RESTAURANTE_ID, claimOf(), steps);
      assert.partialDeepStrictEqual(ended, [{ released: true }, { released: true }]);
      const stored = await store.webhooks.list(RESTAURANTE_ID);
      assert.deepEqual(column(stored, 'ultimaEntregaMs'), [NOW_MS + 7, NOW_MS + 7]);
      const entregas = await store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [1, 2]);
      assert.deepEqual(columns(entregas, 'secuencia', 'webhookId'), [
        [1, 'wh_dos'],
        [1, 'wh_uno'],
        [2, 'wh_uno'],
      ]);
    });
  });
};
