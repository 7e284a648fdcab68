/** How much is measured, and for how long. */
export interface StreamScale {
  rounds: number;
  /** How long each of the interleaved runs lasts. */
  seconds: number;
  fanoutListeners: number;
  memoryListeners: number;
  restaurants: number;
  listenersEach: number;
  /** Events a second over all restaurants. */
  rate: number;
  /** How long the connections are held: several pings, and less than the five minutes of a stream. */
  holdSeconds: number;
}

export const STREAM_FULL: StreamScale = {
  rounds: 3,
  seconds: 8,
  fanoutListeners: 1_000,
  memoryListeners: 10_000,
  restaurants: 1_000,
  listenersEach: 5,
  rate: 200,
  holdSeconds: 90,
};

export const STREAM_QUICK: StreamScale = {
  rounds: 1,
  seconds: 3,
  fanoutListeners: 1_000,
  memoryListeners: 2_000,
  restaurants: 100,
  listenersEach: 5,
  rate: 200,
  holdSeconds: 30,
};
