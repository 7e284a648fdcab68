/** How much a whole run measures, where a quick one measures less. */
export const FULL = {
  ingest: { commands: 12_000, rounds: 3 },
  data: {
    /** Restaurants of the same, ordinary size. */
    restaurants: 200,
    ordersEach: 500,
    /** Orders of one restaurant each, for histories of different lengths. */
    histories: [1_000, 10_000, 100_000],
    /** Copies of the longest of them in one large restaurant; 0: there is none. */
    largeCopies: 10,
  },
  rest: {
    /** Keys that the ordinary restaurants share; each allows 60 requests a minute. */
    keys: 8_000,
    /** The longest warm-up of each server: its hot code has to be compiled before anything counts. */
    warmSeconds: 8,
    /** Interleaved runs, and the approximate seconds of each. */
    rounds: 3,
    seconds: 1.2,
    /** Repetitions of each answer whose cost is measured, in each round. */
    costRepeats: 14,
    /** Number of filters to measure, of those in figures/filters.ts. */
    filters: 12,
  },
  clients: { rounds: 8 },
  stream: {
    /** Interleaved runs, and the seconds of each. */
    rounds: 3,
    seconds: 3,
    restaurants: 1_000,
    latencySeconds: 4,
  },
  webhooks: {
    /** Timed deliveries, and those before them as a warm-up. */
    deliveries: 6_000,
    uncounted: 3_000,
    rounds: 2,
  },
};

export type Scale = typeof FULL;
export type DataSize = Scale['data'];

const SHORT = { rounds: 1, seconds: 1 };
export const QUICK: Scale = {
  ingest: { commands: 6_000, rounds: 2 },
  data: { restaurants: 20, ordersEach: 1_000, histories: [1_000, 10_000], largeCopies: 10 },
  rest: { ...SHORT, keys: 2_000, warmSeconds: 2, costRepeats: 6, filters: 4 },
  clients: { rounds: 4 },
  stream: { ...SHORT, restaurants: 100, latencySeconds: 2 },
  webhooks: { deliveries: 1_500, uncounted: 1_000, rounds: 1 },
};
