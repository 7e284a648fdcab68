import type { HeldLane } from './lane/state.ts';
import { attemptsInFlight } from './lane/state.ts';
import { CLAIMS_AT_ONCE } from './limits.ts';

interface ClaimsDeps {
  claim(restauranteId: string): Promise<void>;
  track(work: Promise<void>): void;
  onFailed(error: unknown): void;
}

/** Claims lanes, a few restaurants at a time, and never the same one twice at once. */
export const makeClaims = ({ claim, track, onFailed }: ClaimsDeps) => {
  const waiting = new Set<string>();
  const running = new Set<string>();
  let isLooking = false;

  const pump = (): void => {
    for (const restauranteId of waiting) {
      if (running.size >= CLAIMS_AT_ONCE) return;
      // The claim that runs may have missed the latest events: this one waits for it to end.
      if (running.has(restauranteId)) continue;
      waiting.delete(restauranteId);
      running.add(restauranteId);
      track(run(restauranteId));
    }
  };

  const run = async (restauranteId: string): Promise<void> => {
    await claim(restauranteId).catch(onFailed);
    running.delete(restauranteId);
    pump();
  };

  const ask = (restauranteId: string): void => {
    waiting.add(restauranteId);
    pump();
  };

  const askAll = async (due: () => Promise<string[]>): Promise<void> => {
    try {
      for (const restauranteId of await due()) ask(restauranteId);
    } catch (error) {
      onFailed(error);
    }
    isLooking = false;
  };

  return {
    ask,
    /** Claims whatever `due` finds, unless the last look is still under way. */
    look(due: () => Promise<string[]>): void {
      if (isLooking) return;
      isLooking = true;
      track(askAll(due));
    },
  };
};

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
