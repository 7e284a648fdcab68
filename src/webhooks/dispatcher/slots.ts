import { type HeldLane, hasNext } from './lane.ts';
import type { Limits } from './limits.ts';

/** Who may start the next attempt: lanes take turns, within every bound. */
export const makeSlots = (limits: Limits, monotonicMs: () => number) => {
  /** Lanes that may have something to send, in the order of their turns. */
  const turns = new Set<HeldLane>();
  const perRestaurant = new Map<string, number>();
  let running = 0;
  let unproven = 0;

  const isFree = (lane: HeldLane): boolean =>
    (lane.proven || unproven < limits.unproven) &&
    (perRestaurant.get(lane.webhook.restauranteId) ?? 0) < limits.perRestaurant;

  const mayStart = (lane: HeldLane): boolean =>
    lane.inFlight < lane.limit &&
    hasNext(lane, limits.resends) &&
    lane.leaseUntilMs - monotonicMs() >= limits.attemptMsMax + limits.leaseMarginMs;

  const count = ({ restauranteId }: HeldLane['webhook'], by: number): void => {
    const now = (perRestaurant.get(restauranteId) ?? 0) + by;
    if (now === 0) perRestaurant.delete(restauranteId);
    else perRestaurant.set(restauranteId, now);
  };

  return {
    running: () => running,
    offer: (lane: HeldLane): void => {
      turns.add(lane);
    },
    forget: (lane: HeldLane): void => {
      turns.delete(lane);
    },
    /** The lane whose turn it is, or undefined. One that is held back by a shared bound keeps its place. */
    next(): HeldLane | undefined {
      if (running >= limits.overall) return undefined;
      for (const lane of turns) {
        if (!mayStart(lane)) turns.delete(lane);
        else if (isFree(lane)) {
          turns.delete(lane);
          turns.add(lane);
          return lane;
        }
      }
      return undefined;
    },
    /** Takes a slot; what it gives back frees it. */
    take(lane: HeldLane): () => void {
      const wasProven = lane.proven;
      running += 1;
      if (!wasProven) unproven += 1;
      count(lane.webhook, 1);
      return () => {
        running -= 1;
        if (!wasProven) unproven -= 1;
        count(lane.webhook, -1);
      };
    },
  };
};
