import { type Capacity, NO_CAPACITY } from '../../domain/webhooks/delivery.ts';
import { isBroken } from '../../domain/webhooks/lane-health.ts';
import { type HeldLane, inMemory } from './lane.ts';
import type { Limits } from './limits.ts';

/** Nothing is due so late. */
const EVER_MS = Number.MAX_SAFE_INTEGER;

/**
 * Deliveries of a lane in memory at most: the more it takes at once, the more are at hand. Of many lanes
 * each has its share, so that a thousand that have fallen behind do not fill the memory.
 */
export const windowOf = (lane: HeldLane, limits: Limits, lanes: number): number => {
  if (!lane.proven) return limits.unprovenWindow;
  return Math.min(lane.limit * limits.windowPerSlot, Math.ceil(limits.windows / lanes));
};

/** Nothing is to be sent to it now: it is turned off, has asked for a pause, or has just broken down. */
export const isClosed = ({ active, off, salud }: HeldLane, nowMs: number): boolean =>
  !active ||
  off !== null ||
  nowMs < salud.pausaHastaMs ||
  (isBroken(salud) && nowMs < salud.sondaMs);

/** How much more a lane may begin now. */
export const roomOf = (lane: HeldLane, limits: Limits, lanes: number, nowMs: number): Capacity => {
  if (isClosed(lane, nowMs)) return NO_CAPACITY;
  const used = inMemory(lane);
  if (isBroken(lane.salud)) {
    if (used > 0) return NO_CAPACITY;
    // For the sake of what waits, one that is owed may be tried before it is due.
    const dueMs = lane.head > lane.hasta ? EVER_MS : nowMs;
    return { total: 1, retries: 1, dueMs, fresh: 1, resends: 0 };
  }
  const free = windowOf(lane, limits, lanes) - used;
  if (free <= 0) return NO_CAPACITY;
  const isCatchingUp = lane.recuperaHasta > lane.hasta;
  const resends = limits.resends - lane.resends.length - lane.resendsInFlight;
  return {
    total: free,
    // The other half is for first attempts.
    retries: Math.ceil(free / 2),
    dueMs: nowMs,
    fresh: isCatchingUp ? Math.min(free, lane.catchUp.available()) : free,
    resends: Math.max(0, Math.min(resends, lane.resendRate.available())),
  };
};

/** Whether a step now would begin something, as far as is known. */
export const wantsMore = (
  lane: HeldLane,
  limits: Limits,
  lanes: number,
  nowMs: number,
): boolean => {
  const room = roomOf(lane, limits, lanes, nowMs);
  if (room.total === 0) return false;
  const hasFresh = lane.head > lane.hasta && room.fresh > 0;
  const hasRetry = lane.proximoMs !== null && lane.proximoMs <= nowMs;
  const hasResend = lane.resendMs !== null && lane.resendMs <= nowMs && room.resends > 0;
  return hasFresh || hasRetry || hasResend;
};

/** Nothing to do for the moment but to wait for its next share: such a lane is not given back. */
export const isThrottled = (lane: HeldLane, nowMs: number): boolean => {
  if (isClosed(lane, nowMs) || isBroken(lane.salud)) return false;
  const isCatchingUp = lane.head > lane.hasta && lane.recuperaHasta > lane.hasta;
  return isCatchingUp || (lane.resendMs !== null && lane.resendMs <= nowMs);
};
