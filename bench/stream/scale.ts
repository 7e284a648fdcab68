/** How much is measured, and for how long. */
export interface StreamScale {
  /** Interleaved runs, after one that does not count; how long each lasts. */
  rounds: number;
  seconds: number;
  fanoutListeners: number;
  /** Listeners at which memory is looked at, ascending. */
  memoryListeners: readonly number[];
  /** Listeners of one restaurant at which the cost of a delivery is taken, ascending. */
  growthListeners: readonly number[];
  restaurants: number;
  listenersEach: number;
  /** Events a second over all restaurants, and how long each run of them lasts. */
  rate: number;
  latencySeconds: number;
  /** Events a second of one restaurant while streams come and go, and for how long. */
  joinRate: number;
  joinSeconds: number;
  /** How long connections are held, and how many: several pings, and less than the five minutes of a stream. */
  holdSeconds: number;
  heldListeners: number;
}

export const STREAM_FULL: StreamScale = {
  rounds: 3,
  seconds: 4,
  fanoutListeners: 1_000,
  memoryListeners: [100, 1_000, 10_000],
  growthListeners: [100, 1_000, 10_000],
  restaurants: 1_000,
  listenersEach: 5,
  rate: 200,
  latencySeconds: 6,
  joinRate: 1_500,
  joinSeconds: 8,
  holdSeconds: 52,
  heldListeners: 10_000,
};

export const STREAM_QUICK: StreamScale = {
  rounds: 1,
  seconds: 1,
  fanoutListeners: 1_000,
  memoryListeners: [100, 1_000],
  growthListeners: [],
  restaurants: 100,
  listenersEach: 5,
  rate: 200,
  latencySeconds: 2,
  joinRate: 1_500,
  joinSeconds: 1.5,
  holdSeconds: 2,
  heldListeners: 1_000,
};
