import { maySend } from './lane/capacity.ts';
import type { HeldLane } from './lane/state.ts';
import type { Limits } from './limits.ts';

/** Round robin: lanes take turns to start attempts, within the limits that all of them share. */
export const makeScheduler = (limits: Limits, monotonicMs: () => number) => {
  /** Lanes that may have something to send, in the order of their turns. */
  const turns = new Set<HeldLane>();
  const perRestaurant = new Map<string, number>();
  let running = 0;
  let unproven = 0;

  const isWithinLimits = ({ endpoint, webhook }: HeldLane): boolean =>
    (endpoint.isProven || unproven < limits.unproven) &&
    (perRestaurant.get(webhook.restauranteId) ?? 0) < limits.perRestaurant;

  const count = ({ webhook }: HeldLane, by: 1 | -1): void => {
    const now = (perRestaurant.get(webhook.restauranteId) ?? 0) + by;
    if (now === 0) perRestaurant.delete(webhook.restauranteId);
    else perRestaurant.set(webhook.restauranteId, now);
  };

  return {
    running: () => running,
    offer: (lane: HeldLane): void => void turns.add(lane),
    forget: (lane: HeldLane): void => void turns.delete(lane),
    /** The lane whose turn it is. A lane that a shared limit holds back keeps its place. */
    next(): HeldLane | undefined {
      if (running >= limits.overall) return undefined;
      const nowMs = monotonicMs();
      for (const lane of turns) {
        if (!maySend(lane, limits, nowMs)) turns.delete(lane);
        else if (isWithinLimits(lane)) {
          turns.delete(lane);
          turns.add(lane);
          return lane;
        }
      }
      return undefined;
    },
    start(lane: HeldLane): () => void {
      const isUnproven = lane.endpoint.isProven ? 0 : 1;
      running += 1;
      unproven += isUnproven;
      count(lane, 1);
      return () => {
        running -= 1;
        unproven -= isUnproven;
        count(lane, -1);
      };
    },
  };
};
