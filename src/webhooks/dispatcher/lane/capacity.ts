import { type Capacity, NO_CAPACITY } from '../../../domain/webhooks/delivery.ts';
import { isBroken } from '../../../domain/webhooks/lane-health.ts';
import type { Limits } from '../limits.ts';
import type { HeldLane, Moment, Surroundings } from './state.ts';
import { attemptsInFlight, hasNext, inMemory } from './state.ts';
import { available } from './token-bucket.ts';

/** Later than any delivery is due. */
const EVER_MS = Number.MAX_SAFE_INTEGER;

/** Deliveries that a lane may hold in memory. Lanes share it, so that a thousand that have fallen behind do not fill it. */
export const inMemoryMax = (
  { endpoint: { isProven, attemptsMax } }: HeldLane,
  { limits, lanes }: Surroundings,
): number =>
  isProven
    ? Math.min(attemptsMax * limits.windowPerAttempt, Math.ceil(limits.inMemory / lanes))
    : limits.unprovenWindow;

/** Nothing may be sent now: the lane is off or given back, its endpoint has asked for a pause, or its circuit breaker is open. */
export const isClosed = (
  { isActive, endpoint: { off, salud } }: HeldLane,
  nowMs: number,
): boolean =>
  !isActive ||
  off !== null ||
  nowMs < salud.pausedUntilMs ||
  (isBroken(salud) && nowMs < salud.probeMs);

export const capacityOf = (
  lane: HeldLane,
  { nowMs, monotonicMs }: Moment,
  around: Surroundings,
): Capacity => {
  const { endpoint, position, deliveries, rates } = lane;
  if (isClosed(lane, nowMs)) return NO_CAPACITY;
  const used = inMemory(deliveries);
  if (isBroken(endpoint.salud)) {
    if (used > 0) return NO_CAPACITY;
    // The circuit breaker lets one probe through. If events wait, a retry may be the probe before it is due.
    const dueMs = position.head > position.windowEnd ? EVER_MS : nowMs;
    return { total: 1, retries: 1, dueMs, fresh: 1, resends: 0 };
  }
  const free = inMemoryMax(lane, around) - used;
  if (free <= 0) return NO_CAPACITY;
  const isCatchingUp = position.recoveryEnd > position.windowEnd;
  const resendsHeld = deliveries.resends.length + deliveries.inFlight.resend;
  const resends = Math.min(
    around.limits.resends - resendsHeld,
    available(rates.resends, monotonicMs),
  );
  return {
    total: free,
    // The other half is kept for first attempts.
    retries: Math.ceil(free / 2),
    dueMs: nowMs,
    fresh: isCatchingUp ? Math.min(free, available(rates.catchUp, monotonicMs)) : free,
    resends: Math.max(0, resends),
  };
};

export const wantsMore = (lane: HeldLane, at: Moment, around: Surroundings): boolean => {
  const { head, windowEnd, proximoMs, resendMs } = lane.position;
  const { total, fresh, resends } = capacityOf(lane, at, around);
  if (total === 0) return false;
  const hasFresh = head > windowEnd && fresh > 0;
  const hasRetry = proximoMs !== null && proximoMs <= at.nowMs;
  const hasResend = resendMs !== null && resendMs <= at.nowMs && resends > 0;
  return hasFresh || hasRetry || hasResend;
};

/** The lane only waits for its next tokens, so it is not given back. */
export const isThrottled = (lane: HeldLane, nowMs: number): boolean => {
  const { head, windowEnd, recoveryEnd, resendMs } = lane.position;
  if (isClosed(lane, nowMs) || isBroken(lane.endpoint.salud)) return false;
  const isCatchingUp = head > windowEnd && recoveryEnd > windowEnd;
  return isCatchingUp || (resendMs !== null && resendMs <= nowMs);
};

export const maySend = (
  { deliveries, endpoint, leaseUntilMs, isLost }: HeldLane,
  limits: Limits,
  monotonicMs: number,
): boolean =>
  !isLost &&
  attemptsInFlight(deliveries) < endpoint.attemptsMax &&
  hasNext(deliveries, limits.resends) &&
  leaseUntilMs - monotonicMs >= limits.attemptMsMax + limits.leaseMarginMs;
