import { attemptsInFlight } from './lane/deliveries.ts';
import type { HeldLane } from './lane/state.ts';

interface UncertainDeps {
  held: ReadonlySet<HeldLane>;
  strays(known: readonly string[]): Promise<string[]>;
  ask(restauranteId: string): void;
  track(work: Promise<void>): void;
  monotonicMs(): number;
  leaseMs: number;
}

/**
 * Finds lanes that are ours in the database without our knowing, because the answer to a write was lost or a failover
 * has undone our last writes. Without it, nobody would send until their lease expires.
 */
export const makeUncertain = (deps: UncertainDeps) => {
  const { held, strays, ask, track, monotonicMs, leaseMs } = deps;
  /** Lost lanes with attempts in flight: they must not be claimed again before these have ended. */
  const ending = new Set<HeldLane>();
  /** Restaurants whose next claim also takes lanes that are ours without our knowing. */
  const restaurants = new Set<string>();
  let searchUntilMs = 0;
  let isSearching = false;

  const known = (isWanted: (lane: HeldLane) => boolean): string[] =>
    [...held, ...ending].filter(isWanted).map(({ webhook }) => webhook.id);

  const databaseFailed = (): void => {
    searchUntilMs = monotonicMs() + leaseMs;
  };

  const search = async (): Promise<void> => {
    isSearching = true;
    try {
      for (const restauranteId of await strays(known(() => true))) {
        restaurants.add(restauranteId);
        ask(restauranteId);
      }
    } catch {
      databaseFailed();
    }
    isSearching = false;
  };

  return {
    databaseFailed,
    add: (restauranteId: string): void => void restaurants.add(restauranteId),
    laneLost(lane: HeldLane): void {
      if (attemptsInFlight(lane.deliveries) > 0) ending.add(lane);
    },
    attemptEnded(lane: HeldLane): void {
      if (attemptsInFlight(lane.deliveries) === 0) ending.delete(lane);
    },
    /** Options for a claim. For an uncertain restaurant they name the lanes that we know to be ours. */
    claimOptions(restauranteId: string): { known?: string[] } {
      if (!restaurants.delete(restauranteId)) return {};
      const isOf = ({ webhook }: HeldLane) => webhook.restauranteId === restauranteId;
      if (ending.values().some(isOf)) restaurants.add(restauranteId);
      return { known: known(isOf) };
    },
    /** Claims uncertain lanes; for as long as a lease lasts after a failure, searches for more. */
    resolve(): void {
      for (const restauranteId of [...restaurants]) ask(restauranteId);
      if (monotonicMs() < searchUntilMs && !isSearching) track(search());
    },
  };
};
