import { type HeldLane, hasNext } from './lane.ts';
import type { Limits } from './limits.ts';

/** Who may start the next attempt: lanes take turns, within every bound. */
export const makeSlots = (limits: Limits, monotonicMs: () => number) => {
  /**
   * Lanes that may have something to send, in the order of their turns. No set: each attempt takes a lane
   * from the front to the back, and a set is copied every few times that this is done to it.
   */
  const turns: HeldLane[] = [];
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

  const leave = (at: number): void => {
    const [lane] = turns.splice(at, 1);
    if (lane !== undefined) lane.hasTurn = false;
  };

  return {
    running: () => running,
    offer(lane: HeldLane): void {
      if (lane.hasTurn) return;
      lane.hasTurn = true;
      turns.push(lane);
    },
    forget(lane: HeldLane): void {
      if (lane.hasTurn) leave(turns.indexOf(lane));
    },
    /** The lane whose turn it is, or undefined. One that is held back by a shared bound keeps its place. */
    next(): HeldLane | undefined {
      if (running >= limits.overall) return undefined;
      for (let at = 0; at < turns.length; ) {
        const lane = turns[at];
        if (lane === undefined || !mayStart(lane)) leave(at);
        else if (!isFree(lane)) at += 1;
        else {
          turns.copyWithin(at, at + 1);
          turns[turns.length - 1] = lane;
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
