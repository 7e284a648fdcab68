import type { Begun, LaneStep } from '../../../domain/webhooks/delivery.ts';
import type { Verdict } from '../../../domain/webhooks/retry.ts';
import type { LaneAdvance } from '../../../storage/port/webhooks.ts';
import { capacityOf, inMemoryMax, isClosed, isThrottled, maySend, wantsMore } from './capacity.ts';
import { applyOutcome, type Ended } from './outcome.ts';
import type { HeldLane, Moment, Surroundings } from './state.ts';
import { inMemory, putBackAll, takeIn, takeNext, takeSettled, untakeSettled } from './state.ts';
import { take } from './token-bucket.ts';

export type LaneEvent =
  /** The answer to the lane's claim or to a step, which was sent at `sentMonotonicMs`. */
  | { kind: 'advanced'; advance: LaneAdvance | 'lost'; sentMonotonicMs: number }
  /** A step was not stored, or nobody knows whether it was. */
  | { kind: 'notStored'; step: LaneStep; isUncertain: boolean }
  | { kind: 'turn' }
  | ({ kind: 'attempted' } & Ended)
  | { kind: 'flush' }
  /** The log goes on to `head`; null: further than the lane knows. */
  | { kind: 'logMoved'; head: number | null }
  | { kind: 'renewing' }
  /** `isOurs` is null when the answer never came. */
  | { kind: 'renewed'; isOurs: boolean | null; sentMonotonicMs: number }
  | { kind: 'stop' };

export type Effect =
  | { kind: 'send'; begun: Begun }
  | { kind: 'write'; step: LaneStep }
  | { kind: 'offer' }
  | { kind: 'flush'; withinMs: number }
  /** The lane is no longer ours. `asksAgain`: its log moved meanwhile; `isUncertain`: it may be ours after all. */
  | { kind: 'lost'; asksAgain: boolean; isUncertain: boolean }
  | { kind: 'report'; verdict: Verdict['kind']; begun: Begun; durationMs: number };

/** The same lane and the same event give the same lane and effects. Nothing else changes a lane. */
export const reduce = (
  lane: HeldLane,
  event: LaneEvent,
  at: Moment,
  around: Surroundings,
): Effect[] => {
  if (event.kind === 'attempted') return attempted(lane, event, at, around);
  if (lane.isLost) return [];
  switch (event.kind) {
    case 'advanced':
      return advanced(lane, event, at, around);
    case 'notStored':
      lane.isBusy = false;
      if (event.isUncertain) return lost(lane, { asksAgain: false, isUncertain: true });
      untakeSettled(lane.deliveries, event.step.settled);
      return [];
    case 'turn': {
      if (!maySend(lane, around.limits, at.monotonicMs)) return [];
      const begun = takeNext(lane.deliveries, around.limits.resends);
      return begun === undefined ? [] : [{ kind: 'send', begun }];
    }
    case 'flush':
      return flush(lane, at, around);
    case 'logMoved': {
      const { position } = lane;
      position.head = Math.max(position.head, event.head ?? position.windowEnd + 1);
      position.hasMoved = true;
      return !lane.isBusy && isUrgent(lane, at, around) ? [{ kind: 'flush', withinMs: 0 }] : [];
    }
    case 'renewing':
      lane.isBusy = true;
      return [];
    case 'renewed': {
      lane.isBusy = false;
      if (event.isOurs === true) renew(lane, event.sentMonotonicMs, around);
      // Makes a step of its own due at once, which finds out what is wrong.
      else if (event.isOurs === false) lane.renewedMs = Number.NEGATIVE_INFINITY;
      return needsStep(lane, at, around) ? [{ kind: 'flush', withinMs: 0 }] : [];
    }
    case 'stop':
      lane.isStopping = true;
      lane.isActive = false;
      putBackAll(lane.deliveries, at.nowMs);
      return [];
  }
};

const renew = (lane: HeldLane, fromMs: number, { limits }: Surroundings): void => {
  lane.leaseUntilMs = fromMs + limits.leaseMs;
  lane.renewedMs = fromMs;
};

const lost = (lane: HeldLane, why: { asksAgain: boolean; isUncertain: boolean }): Effect[] => {
  lane.isLost = true;
  return [{ kind: 'lost', ...why }];
};

const advanced = (
  lane: HeldLane,
  { advance, sentMonotonicMs }: Extract<LaneEvent, { kind: 'advanced' }>,
  at: Moment,
  around: Surroundings,
): Effect[] => {
  const { position, deliveries, rates } = lane;
  lane.isBusy = false;
  renew(lane, sentMonotonicMs, around);
  if (advance === 'lost' || advance.released) {
    // Ask again if the log moved: a claim made meanwhile was told that the lane is held.
    return lost(lane, { asksAgain: position.hasMoved && !lane.isStopping, isUncertain: false });
  }
  lane.webhook = advance.webhook;
  position.windowEnd = advance.windowEnd;
  // Unless the log has moved meanwhile, the step knows better than the hint that led to it.
  position.head = position.hasMoved ? Math.max(position.head, advance.head) : advance.head;
  position.proximoMs = advance.proximoMs;
  position.resendMs = advance.resendMs;
  lane.isActive &&= advance.active;
  for (const begun of advance.begun) takeIn(deliveries, begun);
  const count = (kind: Begun['kind']) => advance.begun.filter((each) => each.kind === kind).length;
  if (position.recoveryEnd > 0) take(rates.catchUp, count('fresh'), at.monotonicMs);
  if (position.windowEnd >= position.recoveryEnd) position.recoveryEnd = 0;
  take(rates.resends, count('resend'), at.monotonicMs);
  // The endpoint may have broken down, or asked for a pause, while the step was under way.
  if (isClosed(lane, at.nowMs)) putBackAll(deliveries, at.nowMs);
  const hasNews = deliveries.settled.length > 0 || inMemory(deliveries) === 0;
  return [{ kind: 'offer' }, ...(hasNews ? [flushSoon(lane, at, around)] : [])];
};

const attempted = (
  lane: HeldLane,
  event: Extract<LaneEvent, { kind: 'attempted' }>,
  at: Moment,
  around: Surroundings,
): Effect[] => {
  const { limits } = around;
  const { begun, outcome, random } = event;
  lane.deliveries.inFlight[begun.kind] -= 1;
  const verdict = applyOutcome(lane, event, at.nowMs, limits.perEndpoint);
  const report: Effect = { kind: 'report', verdict, begun, durationMs: outcome.durationMs };
  if (lane.isLost) return [report];
  // Attempts that hang time out together, and their steps would be one burst.
  if (verdict === 'failure') lane.restUntilMs = at.monotonicMs + limits.restMs * random;
  return [report, { kind: 'offer' }, flushSoon(lane, at, around)];
};

/** An unproven endpoint gets one attempt at a time: more deliveries in memory would be sent no sooner. */
const isLow = (lane: HeldLane, around: Surroundings): boolean =>
  inMemory(lane.deliveries) <= (lane.endpoint.isProven ? inMemoryMax(lane, around) / 2 : 0);

/** Little or nothing is left to send: a step brings more. */
const isUrgent = (lane: HeldLane, at: Moment, around: Surroundings): boolean =>
  inMemory(lane.deliveries) === 0 || (isLow(lane, around) && wantsMore(lane, at, around));

const flushSoon = (lane: HeldLane, at: Moment, around: Surroundings): Effect => ({
  kind: 'flush',
  withinMs: isUrgent(lane, at, around) ? 0 : around.limits.lingerMs,
});

const isResting = (
  { endpoint, restUntilMs, isStopping }: HeldLane,
  { monotonicMs }: Moment,
): boolean => !isStopping && endpoint.salud.fallosSeguidos > 0 && monotonicMs < restUntilMs;

const needsStep = (lane: HeldLane, at: Moment, around: Surroundings): boolean =>
  !lane.isBusy &&
  !isResting(lane, at) &&
  (lane.deliveries.settled.length > 0 ||
    (inMemory(lane.deliveries) === 0 && !isThrottled(lane, at.nowMs)) ||
    // The common renewal of leases has not renewed this one.
    at.monotonicMs - lane.renewedMs >= 2 * around.limits.renewMs ||
    (isLow(lane, around) && wantsMore(lane, at, around)));

const flush = (lane: HeldLane, at: Moment, around: Surroundings): Effect[] => {
  const effects: Effect[] = [];
  if (needsStep(lane, at, around))
    effects.push({ kind: 'write', step: takeStep(lane, at, around) });
  if (isThrottled(lane, at.nowMs) || isResting(lane, at)) {
    effects.push({ kind: 'flush', withinMs: around.limits.throttleMs });
  }
  return effects;
};

const takeStep = (lane: HeldLane, at: Moment, around: Surroundings): LaneStep => {
  const { webhook, fence, endpoint, position, deliveries } = lane;
  const capacity = capacityOf(lane, at, around);
  const isIdle = inMemory(deliveries) === 0;
  const [oldest] = deliveries.unsettled;
  lane.isBusy = true;
  position.hasMoved = false;
  return {
    webhookId: webhook.id,
    fence,
    capacity,
    recoveryEnd: position.recoveryEnd,
    salud: endpoint.salud,
    off: endpoint.off,
    ultimaEntregaMs: endpoint.ultimaEntregaMs,
    settled: takeSettled(deliveries),
    cursor: oldest === undefined ? position.windowEnd : oldest - 1,
    releaseIfIdle: isIdle && !isThrottled(lane, at.nowMs),
  };
};
