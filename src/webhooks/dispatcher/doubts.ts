import type { HeldLane } from './lane.ts';

interface DoubtsDeps {
  held: ReadonlySet<HeldLane>;
  /** Restaurants with lanes in our name other than these. */
  strays(known: readonly string[]): Promise<string[]>;
  /** Asks for the lanes of a restaurant. */
  ask(restauranteId: string): void;
  track(work: Promise<void>): void;
  monotonicMs(): number;
  leaseMs: number;
}

/**
 * Lanes that the database may say are ours, and that are not in memory: an answer was lost, or a
 * failover has undone what was written last. Nobody would send to them until the lease is over.
 */
export const makeDoubts = ({ held, strays, ask, track, monotonicMs, leaseMs }: DoubtsDeps) => {
  /** Let go of while attempts of theirs were under way: not to be taken back before these end. */
  const parted = new Set<HeldLane>();
  /** Restaurants whose lanes are claimed anew with the next claim. */
  const unclear = new Set<string>();
  let untilMs = 0;
  let isLooking = false;

  const known = (isWanted: (lane: HeldLane) => boolean): string[] =>
    [...held, ...parted].filter(isWanted).map(({ webhook }) => webhook.id);

  const failed = (): void => {
    untilMs = monotonicMs() + leaseMs;
  };

  const lookForStrays = async (): Promise<void> => {
    isLooking = true;
    try {
      for (const restauranteId of await strays(known(() => true))) {
        unclear.add(restauranteId);
        ask(restauranteId);
      }
    } catch {
      failed();
    }
    isLooking = false;
  };

  return {
    /** The database has failed us: it may have forgotten something. */
    failed,
    about: (restauranteId: string) => void unclear.add(restauranteId),
    /** A lane was let go of. */
    parted(lane: HeldLane): void {
      if (lane.inFlight > 0) parted.add(lane);
    },
    /** An attempt has ended. */
    landed(lane: HeldLane): void {
      if (lane.inFlight === 0) parted.delete(lane);
    },
    /** What a claim has to say, if there is a doubt about its restaurant. */
    claim(restauranteId: string): { known?: string[] } {
      if (!unclear.delete(restauranteId)) return {};
      const isOf = ({ webhook }: HeldLane) => webhook.restauranteId === restauranteId;
      if (parted.values().some(isOf)) unclear.add(restauranteId);
      return { known: known(isOf) };
    },
    /** While nothing fails, nothing is asked. */
    look(): void {
      for (const restauranteId of [...unclear]) ask(restauranteId);
      if (monotonicMs() < untilMs && !isLooking) track(lookForStrays());
    },
  };
};
