import type { DataSize } from './orders.ts';

/** How much is measured, and for how long. */
export interface Scale {
  sqlite: DataSize;
  postgres: DataSize;
  /** Orders between the starts of pages: few where few orders have to give many pages. */
  pageStep: number;
  /** How long each of the interleaved runs lasts, about. */
  seconds: number;
  /** How many times in a round a thing is done whose cost is taken. */
  repeats: number;
}

export const FULL: Scale = {
  sqlite: { restaurants: 1_000, orders: 1_000_000, bigOrders: 1_000_000 },
  // Fewer restaurants of the same size: loading takes several times as long here.
  postgres: { restaurants: 200, orders: 200_000, bigOrders: 1_000_000 },
  pageStep: 12,
  seconds: 3,
  repeats: 30,
};

const QUICK_SIZE: DataSize = { restaurants: 50, orders: 20_000, bigOrders: 10_000 };
export const QUICK: Scale = {
  sqlite: QUICK_SIZE,
  postgres: QUICK_SIZE,
  pageStep: 2,
  seconds: 0.6,
  repeats: 5,
};
