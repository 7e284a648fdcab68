import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Begun } from '../../../src/domain/webhooks/delivery.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { type Lane, REENVIOS_KEPT, REENVIOS_OPEN_MAX } from '../../../src/storage/port/webhooks.ts';
import { column, columns } from '../../support/columns.ts';
import { NOW_MS, RESTAURANTE_ID } from '../../support/samples.ts';
import { auditEntry, type Engine, testOn } from './harness.ts';
import {
  AMPLE,
  advanceLane,
  claimLane,
  delivered,
  failed,
  happen,
  LAPSED_MS,
  makeHook,
  sequencesOf,
  stepOf,
} from './hooks.ts';

const WEBHOOK = { restauranteId: RESTAURANTE_ID, webhookId: 'wh_uno' };
const request = (id: string) => ({ ...WEBHOOK, id, creadoMs: NOW_MS });
const asked = auditEntry({ accion: 'webhook.reenviado', restauranteId: RESTAURANTE_ID });

/** Delivers everything, step by step; returns what it sent, in order. */
const drain = async (
  store: Store,
  { lane, begun }: { lane: Lane; begun: Begun[] },
  end: number,
) => {
  const sent: [secuencia: number, intento: number, kind: string][] = [];
  let held = begun;
  while (held.length > 0) {
    sent.push(
      ...held
        .map(({ secuencia, intento, kind }) => [secuencia, intento, kind] as const)
        .map((each): [number, number, string] => [...each]),
    );
    const step = stepOf(lane, end, {
      settled: held.map((each) => delivered(each)),
      capacity: AMPLE,
    });
    held = (await advanceLane(store, step)).begun;
  }
  return sent;
};

/** Delivers orders a to e, each created in a minute of its own. */
const delivery = async (store: Store, clock: { set(ms: number): void }): Promise<void> => {
  for (const [i, name] of ['a', 'b', 'c', 'd', 'a'].entries()) {
    clock.set(NOW_MS + i * 60_000);
    await happen(store, name);
  }
  const { lane, advance } = await claimLane(store);
  await drain(store, { lane, begun: advance.begun }, 5);
};

const newestResend = async ({ webhooks }: Store) =>
  (await webhooks.reenvios.list(RESTAURANTE_ID, 'wh_uno', 1))[0];

export const resendConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: sending again`, () => {
    test('one event, with its own id and the next number', async (store, { clock }) => {
      await makeHook(store);
      await delivery(store, clock);
      const [, second] = await store.log.events(RESTAURANTE_ID, 0, 10);
      const eventoId = second?.id ?? '';
      const made = await store.webhooks.reenvios.create(request('rnv_1'), { eventoId }, asked);
      assert.ok(typeof made === 'object' && !made.completo);
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), [RESTAURANTE_ID]);
      const { lane, advance } = await claimLane(store);
      assert.equal(advance.begun[0]?.eventoId, eventoId);
      const sent = await drain(store, { lane, begun: advance.begun }, 5);
      assert.deepEqual(sent, [[2, 2, 'resend']]);
      const done = await newestResend(store);
      assert.deepEqual(
        [done?.encoladas, done?.entregadas, done?.fallidas, done?.completo],
        [1, 1, 0, true],
      );
      assert.deepEqual(await store.webhooks.lanes.due(NOW_MS, 10), []);
    });

    test('one event that was sent already, although an earlier one holds the cursor back', async (store) => {
      await makeHook(store);
      await happen(store, 'a', 'b');
      const { lane, advance } = await claimLane(store);
      const [, quick] = advance.begun;
      assert.ok(quick);
      const stays = { releaseIfIdle: false };
      await advanceLane(store, stepOf(lane, 0, { settled: [delivered(quick)], ...stays }));
      const [slow, sent] = await store.log.events(RESTAURANTE_ID, 0, 10);
      const resend = async (id: string, eventoId = '') => {
        const made = await store.webhooks.reenvios.create(request(id), { eventoId }, asked);
        assert.ok(typeof made === 'object');
        return made.completo;
      };
      assert.equal(await resend('rnv_1', slow?.id), true, 'it is owed anyway');
      assert.equal(await resend('rnv_2', sent?.id), false);
      const { begun } = await advanceLane(store, stepOf(lane, 0, { capacity: AMPLE, ...stays }));
      assert.deepEqual(
        begun.map(({ secuencia, intento, kind }) => [secuencia, intento, kind]),
        [[2, 2, 'resend']],
      );
    });

    test('everything since a moment, although an earlier event holds the cursor back', async (store) => {
      await makeHook(store);
      await happen(store, 'a', 'b', 'c');
      const { lane, advance } = await claimLane(store);
      const [, second, third] = advance.begun;
      assert.ok(second && third);
      const stays = { releaseIfIdle: false };
      await advanceLane(store, stepOf(lane, 0, { settled: [delivered(second)], ...stays }));
      await store.webhooks.reenvios.create(request('rnv_1'), { desdeMs: 0 }, asked);
      const step = stepOf(lane, 0, { settled: [delivered(third)], capacity: AMPLE, ...stays });
      const { begun } = await advanceLane(store, step);
      assert.deepEqual(columns(begun, 'secuencia', 'intento', 'kind'), [
        [2, 2, 'resend'],
        [3, 2, 'resend'],
      ]);
    });

    test('everything since a moment, also what a process with another clock stored', async (store, bench) => {
      const { clock } = bench;
      await makeHook(store);
      for (const [i, seconds] of [0, 65, 63, 70, 80].entries()) {
        clock.set(NOW_MS + seconds * 1_000);
        await happen(store, `p${i}`);
      }
      const { lane, advance } = await claimLane(store);
      await drain(store, { lane, begun: advance.begun }, 5);
      const since = async (id: string, seconds: number) => {
        const desdeMs = NOW_MS + seconds * 1_000;
        const made = await store.webhooks.reenvios.create(request(id), { desdeMs }, asked);
        assert.ok(typeof made === 'object');
        return [made.desde, made.hasta];
      };
      assert.deepEqual(await since('rnv_1', 64), [1, 5]);
      assert.deepEqual(await since('rnv_2', 66), [3, 5]);
      assert.deepEqual(await since('rnv_3', 80), [4, 5]);
      assert.deepEqual(await since('rnv_4', 81), [5, 5]);
      assert.deepEqual(await since('rnv_5', 300), [5, 5]);
    });

    test('everything since a moment, each order in sequence, with progress', async (store, bench) => {
      const { clock } = bench;
      await makeHook(store, { eventos: ['pedido.nuevo', 'pedido.estado_cambiado'] });
      await delivery(store, clock);
      const { reenvios } = store.webhooks;
      const made = await reenvios.create(request('rnv_1'), { desdeMs: NOW_MS + 60_000 }, asked);
      assert.ok(typeof made === 'object');
      assert.deepEqual([made.desde, made.hasta, made.posicion], [1, 5, 1]);
      const all = await reenvios.create(request('rnv_2'), { desdeMs: 0 }, asked);
      assert.ok(typeof all === 'object');
      assert.deepEqual([all.desde, all.hasta], [0, 5]);
      const { lane, advance } = await claimLane(store);
      const sent = await drain(store, { lane, begun: advance.begun }, 5);
      const first = sent.slice(0, 4).map(([secuencia]) => secuencia);
      assert.deepEqual(first.sort(), [2, 3, 4, 5]);
      const ofOrderA = sent.map(([secuencia]) => secuencia).filter((each) => [1, 5].includes(each));
      assert.deepEqual(ofOrderA, [5, 1, 5]);
      const listed = await reenvios.list(RESTAURANTE_ID, 'wh_uno', 10);
      assert.deepEqual(
        listed.map(({ id, posicion, entregadas, completo }) => [
          id,
          posicion,
          entregadas,
          completo,
        ]),
        [
          ['rnv_2', 5, 5, true],
          ['rnv_1', 5, 4, true],
        ],
      );
    });

    test('goes on after a crash, and failures are tried again apart from live traffic', async (store, bench) => {
      const { clock } = bench;
      await makeHook(store);
      await delivery(store, clock);
      await store.webhooks.reenvios.create(request('rnv_1'), { desdeMs: 0 }, asked);
      const dead = await claimLane(store, { leaseMs: LAPSED_MS }, { resends: 2 });
      assert.equal(dead.advance.begun.length, 2);
      const { lane, advance } = await claimLane(store);
      assert.deepEqual(sequencesOf(advance).sort(), [1, 2, 3, 4]);
      const settled = advance.begun.map((each) =>
        each.secuencia === 1 ? failed(each, NOW_MS + 9_000) : delivered(each),
      );
      await happen(store, 'a');
      const next = await advanceLane(store, stepOf(lane, 5, { settled, capacity: AMPLE }));
      assert.deepEqual(columns(next.begun, 'secuencia', 'kind'), [[6, 'fresh']]);
      assert.equal(next.resendMs, NOW_MS + 9_000);
      const progress = await newestResend(store);
      assert.deepEqual([progress?.encoladas, progress?.entregadas], [5, 3]);
    });

    test('a pending delivery becomes due now, an event that is not begun yet keeps its turn', async (store) => {
      await makeHook(store);
      await happen(store, 'a');
      const { lane, advance } = await claimLane(store);
      const settled = advance.begun.map((each) => failed(each, NOW_MS + 900_000));
      await advanceLane(store, stepOf(lane, 1, { settled }));
      await happen(store, 'b');
      const [first, second] = await store.log.events(RESTAURANTE_ID, 0, 10);
      const { reenvios } = store.webhooks;
      const later = await reenvios.create(request('rnv_1'), { eventoId: second?.id ?? '' }, asked);
      assert.ok(typeof later === 'object' && later.completo);
      await reenvios.create(request('rnv_2'), { eventoId: first?.id ?? '' }, asked);
      const again = await claimLane(store, {}, { fresh: 0 });
      assert.deepEqual(again.advance.begun, []);
      assert.equal(again.advance.proximoMs, NOW_MS);
      const done = await newestResend(store);
      assert.deepEqual([done?.encoladas, done?.completo], [0, true]);
    });

    test('that are finished are deleted once they are not listed', async (store, { clock }) => {
      await makeHook(store);
      await delivery(store, clock);
      const { reenvios } = store.webhooks;
      const ids = Array.from({ length: REENVIOS_KEPT + 3 }, (_, i) => `rnv_${100 + i}`);
      const [underWay = '', ...empty] = ids;
      await reenvios.create(request(underWay), { desdeMs: 0 }, asked);
      for (const id of empty) {
        await reenvios.create(request(id), { desdeMs: NOW_MS + 600_000 }, asked);
      }
      const listed = await reenvios.list(RESTAURANTE_ID, 'wh_uno', ids.length);
      const newest = empty.toReversed().slice(0, REENVIOS_KEPT);
      assert.deepEqual(column(listed, 'id'), [...newest, underWay]);
    });

    test('unfinished re-sends are limited', async (store, { clock }) => {
      await makeHook(store);
      await delivery(store, clock);
      const { reenvios } = store.webhooks;
      const ask = (i: number) => reenvios.create(request(`rnv_${100 + i}`), { desdeMs: 0 }, asked);
      for (let i = 0; i < REENVIOS_OPEN_MAX; i += 1) assert.equal(typeof (await ask(i)), 'object');
      assert.equal(await ask(REENVIOS_OPEN_MAX), 'too_many');
      const listed = await reenvios.list(RESTAURANTE_ID, 'wh_uno', REENVIOS_OPEN_MAX + 1);
      assert.equal(listed.length, REENVIOS_OPEN_MAX);
    });

    test('need a webhook of the restaurant and a known event', async (store) => {
      const { reenvios } = store.webhooks;
      await makeHook(store);
      const what = { desdeMs: 0 };
      const stray = { ...request('rnv_1'), webhookId: 'wh_nada' };
      assert.equal(await reenvios.create(stray, what, asked), 'no_webhook');
      const foreign = { ...request('rnv_1'), restauranteId: 'rest_otro' };
      assert.equal(await reenvios.create(foreign, what, asked), 'no_webhook');
      assert.equal(
        await reenvios.create(request('rnv_1'), { eventoId: 'evt_x' }, asked),
        'no_event',
      );
      assert.equal(await newestResend(store), undefined);
      const entries = () => store.auditoria.list(RESTAURANTE_ID, 50);
      const isAsked = ({ accion }: { accion: string }) => accion === asked.accion;
      assert.equal((await entries()).some(isAsked), false);
      const empty = await reenvios.create(request('rnv_1'), what, asked);
      assert.ok(typeof empty === 'object' && empty.completo);
      assert.equal((await entries()).filter(isAsked).length, 1);
    });
  });
};
