import assert from 'node:assert/strict';
import type { Begun, LaneStep } from '../../../../src/domain/webhooks/delivery.ts';
import type { LanePlan } from '../../../../src/domain/webhooks/lane/state.ts';
import { HEALTHY, isBroken } from '../../../../src/domain/webhooks/lane-health.ts';
import type { Outcome } from '../../../../src/domain/webhooks/outcome.ts';
import type { LaneAdvance } from '../../../../src/storage/port/webhooks.ts';
import { capacityOf, inMemoryMax } from '../../../../src/webhooks/dispatcher/lane/capacity.ts';
import {
  type Effect,
  type LaneEvent,
  reduce,
} from '../../../../src/webhooks/dispatcher/lane/reduce.ts';
import {
  attemptsInFlight,
  type HeldLane,
  holdLane,
  inMemory,
} from '../../../../src/webhooks/dispatcher/lane/state.ts';
import { LIMITS } from '../../../../src/webhooks/dispatcher/limits.ts';
import { bodied, makeLaneModel, SUBSCRIBED } from '../../../domain/webhooks/lane-model.ts';
import { sampleWebhook } from '../../../storage/conformance/hooks.ts';

const LIMITS_OF_WORLD = { ...LIMITS, perEndpoint: 3, windowPerAttempt: 3, resends: 2 };
const around = { limits: LIMITS_OF_WORLD, lanes: 1 };

interface Flight {
  lane: HeldLane;
  begun: Begun;
  sentMs: number;
}

/** One lane, its endpoint and its database: the test decides when each effect is carried out. */
export const makeLaneWorld = () => {
  const database = makeLaneModel();
  const flights: Flight[] = [];
  const effects: Effect[] = [];
  let salud = HEALTHY;
  let writing: LaneStep | null = null;
  let lane: HeldLane | null = null;
  /** Deliveries that were begun and are not known to be settled in the database. */
  const owned = new Set<number>();
  /** Live deliveries that have ended for good, whether stored or not. */
  const done = new Set<number>();
  const lostLanes: HeldLane[] = [];
  let fence = 1;

  const at = () => ({ nowMs: database.now(), monotonicMs: database.now() });

  const tell = (told: HeldLane, event: LaneEvent): void => {
    const wasLost = told.isLost;
    const given = reduce(told, event, at(), around);
    effects.push(...given);
    if (wasLost)
      assert.ok(
        given.every(({ kind }) => kind === 'report'),
        'an effect after the loss',
      );
    for (const effect of given) {
      if (effect.kind === 'send') {
        flights.push({ lane: told, begun: effect.begun, sentMs: database.now() });
        assertMaySend(told);
        assertInSequence(effect.begun);
      } else if (effect.kind === 'write') {
        assert.equal(writing, null, 'two steps at once');
        writing = effect.step;
        assertWithinWindow(told, effect.step);
      } else if (effect.kind === 'lost') {
        assert.equal(told, lane);
        if (!effect.isUncertain)
          assert.deepEqual([...owned], [], 'given back with deliveries in memory');
        lostLanes.push(told);
        lane = null;
        owned.clear();
      }
    }
    if (lane !== null) assertConserved(lane);
  };

  const assertMaySend = (sending: HeldLane): void => {
    const { endpoint, deliveries, isActive } = sending;
    const { nowMs } = at();
    assert.ok(attemptsInFlight(deliveries) <= endpoint.attemptsMax, 'more in flight than allowed');
    assert.ok(endpoint.attemptsMax <= LIMITS_OF_WORLD.perEndpoint);
    assert.ok(isActive && endpoint.off === null, 'sent although it is off');
    assert.ok(nowMs >= endpoint.salud.pausedUntilMs, 'sent during a pause');
    if (isBroken(endpoint.salud)) assert.ok(nowMs >= endpoint.salud.probeMs, 'sent before a probe');
    const live = flights.filter((each) => each.lane === sending && each.begun.kind !== 'resend');
    assert.equal(
      new Set(live.map(({ begun }) => begun.pedidoId)).size,
      live.length,
      'two attempts of one order in flight',
    );
  };

  const assertInSequence = ({ kind, pedidoId, secuencia }: Begun): void => {
    if (kind === 'resend') return;
    for (const event of database.state().log.slice(0, secuencia - 1)) {
      if (event.pedidoId !== pedidoId) continue;
      assert.ok(done.has(event.secuencia), `${secuencia} sent before ${event.secuencia} has ended`);
    }
  };

  const assertWithinWindow = (writer: HeldLane, { capacity }: LaneStep): void => {
    if (capacity.total === 0) return;
    const used = inMemory(writer.deliveries);
    assert.ok(
      used + capacity.total <= Math.max(1, inMemoryMax(writer, around)),
      'beyond the window',
    );
  };

  /** Until its outcome is stored, a delivery that was begun is in exactly one place. */
  const assertConserved = (holder: HeldLane): void => {
    const { retries, fresh, resends, behind, settled } = holder.deliveries;
    const mine = flights.filter((each) => each.lane === holder).map(({ begun }) => begun);
    const outcomes = [...settled, ...(writing?.settled ?? [])].map(({ begun }) => begun);
    const all = [...retries, ...fresh, ...resends, ...behind.values(), ...mine, ...outcomes].flat();
    const secuencias = all.map(({ secuencia }) => secuencia).sort((a, b) => a - b);
    assert.deepEqual(
      secuencias,
      [...owned].sort((a, b) => a - b),
    );
  };

  const toAdvance = (plan: LanePlan): LaneAdvance => {
    const begun = bodied(plan);
    for (const { secuencia } of begun) owned.add(secuencia);
    const { active, released, windowEnd } = plan;
    const next = (isLive: boolean) => {
      const open = database.open(isLive).filter((row) => row.fence !== fence);
      const times = open.flatMap(({ proximoMs }) => proximoMs ?? []);
      return times.length === 0 ? null : Math.min(...times);
    };
    const { log, resends } = database.state();
    const hasResends = resends.some((each) => each.posicion < each.hasta);
    return {
      webhook: sampleWebhook(),
      active,
      released,
      begun,
      windowEnd,
      head: log.length,
      proximoMs: next(true),
      resendMs: next(false) ?? (hasResends ? 0 : null),
    };
  };

  const claim = (): void => {
    fence += 1;
    const { windowEnd, log } = database.state();
    const webhook = sampleWebhook({ ultimaEntregaMs: 1 });
    const stored = { webhook, fence, cursor: windowEnd, windowEnd, recoveryEnd: 0, salud };
    const mine = holdLane(stored, log.length, LIMITS_OF_WORLD, database.now());
    const advance = toAdvance(database.takeOver(capacityOf(mine, at(), around)));
    if (advance.released) {
      owned.clear();
      return;
    }
    lane = mine;
    writing = null;
    tell(mine, { kind: 'advanced', advance, sentMonotonicMs: database.now() });
  };

  return {
    effects,
    database,
    lane: () => lane,
    tell(event: LaneEvent): void {
      if (lane !== null) tell(lane, event);
    },
    /** Sends an event to lost lanes, which may still get some. */
    tellLost(event: LaneEvent): void {
      for (const each of lostLanes) tell(each, event);
    },
    happen(order: number): void {
      database.happen(`ped_${order}`, SUBSCRIBED);
    },
    /** Claims the lane if it has no holder and no attempt of its last holder is in flight. */
    claim(): void {
      if (lane === null && flights.length === 0) claim();
    },
    endAttempt(which: number, outcome: Outcome, random: number): void {
      const [flight] = flights.splice(which % Math.max(1, flights.length), 1);
      if (flight === undefined) return;
      const { begun, sentMs } = flight;
      tell(flight.lane, { kind: 'attempted', begun, outcome, sentMs, random });
      const ended = flight.lane.deliveries.settled.find((each) => each.begun === begun);
      if (ended !== undefined && ended.estado !== 'pendiente') done.add(begun.secuencia);
    },
    /**
     * Ends the step that is under way: the database stores it, refuses it, or falls silent before or after storing
     * it.
     */
    answer(how: 'stored' | 'refused' | 'silentBefore' | 'silentAfter'): void {
      if (writing === null || lane === null) return;
      const step = writing;
      writing = null;
      if (how === 'refused' || how === 'silentBefore') {
        const isUncertain = how === 'silentBefore';
        tell(lane, { kind: 'notStored', step, isUncertain });
        return;
      }
      const plan = database.advance(step);
      salud = step.salud;
      if (how === 'silentAfter') {
        tell(lane, { kind: 'notStored', step, isUncertain: true });
        return;
      }
      for (const { begun } of step.settled) owned.delete(begun.secuencia);
      const advance = toAdvance(plan);
      tell(lane, { kind: 'advanced', advance, sentMonotonicMs: database.now() });
    },
    flights: () => flights.length,
  };
};
