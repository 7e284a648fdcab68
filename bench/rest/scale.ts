import type { DataSize } from './orders.ts';

/** How much is measured, and for how long. */
export interface RestScale {
  sqlite: DataSize;
  postgres: DataSize;
  /** Orders between the starts of pages: few where few orders have to give many pages. */
  pageStep: number;
  /** A key is worth 60 requests a minute. Ordinary restaurants share so many. */
  keys: number;
  /** Each server answers so many before anything counts, for so long at most: it has to have met its own hot code. */
  warmRequests: number;
  warmSeconds: number;
  /** How many interleaved runs there are, and how long each lasts, about. */
  rounds: number;
  seconds: number;
  /** How many times a thing is done whose cost is taken, before it counts and then in each round. */
  costWarmUps: number;
  costRepeats: number;
  /** Which filters (figures/filters.ts); null: every one. */
  filters: readonly string[] | null;
  /** Commands that are sent to see how fast they go in. */
  growthCommands: number;
}

export const REST_FULL: RestScale = {
  sqlite: {
    restaurants: 1_000,
    orders: 1_000_000,
    bigOrders: 1_000_000,
    between: [10_000, 100_000],
  },
  // Fewer restaurants of the same size: loading takes longer here.
  postgres: {
    restaurants: 200,
    orders: 200_000,
    bigOrders: 1_000_000,
    between: [10_000, 100_000],
  },
  pageStep: 8,
  keys: 8_000,
  warmRequests: 25_000,
  warmSeconds: 6,
  rounds: 3,
  seconds: 1.4,
  costWarmUps: 10,
  costRepeats: 20,
  filters: null,
  growthCommands: 12_000,
};

const QUICK_SIZE: DataSize = {
  restaurants: 50,
  orders: 20_000,
  bigOrders: 10_000,
  between: [1_000],
};
export const REST_QUICK: RestScale = {
  sqlite: QUICK_SIZE,
  postgres: QUICK_SIZE,
  pageStep: 1,
  keys: 2_000,
  warmRequests: 25_000,
  warmSeconds: 0.5,
  rounds: 1,
  seconds: 1,
  costWarmUps: 10,
  costRepeats: 6,
  filters: ['no filter', 'rare estado', 'whole days', 'all, common'],
  growthCommands: 3_000,
};
