import { ENGINES, type EngineName } from '../budget.ts';
import type { RestScale } from '../scale.ts';
import type { Figure, Findings } from '../support/figure.ts';
import type { Runner } from '../support/runner.ts';
import type { Databases } from './data/databases.ts';
import { filteredPages, summaries } from './figures/filters.ts';
import { growingHistory, growingRestaurants } from './figures/growth.ts';
import { newPages, samePages, singleOrders } from './figures/speed.ts';
import { type Prepared, prepare, type Setup, withSetup } from './setup.ts';

/** Growth comes last, because it adds orders to the data of the others. */
const MEASUREMENTS: Record<string, (setup: Setup) => Promise<Findings | Figure[]>> = {
  pages: newPages,
  polled: samePages,
  order: singleOrders,
  filters: filteredPages,
  summary: summaries,
  growth: growingHistory,
};

/** The public API under load, compared with servers that do less and with one that is written in the usual way. */
export const benchRest = async (
  { measure }: Runner,
  databases: Databases,
  scale: RestScale,
): Promise<void> => {
  for (const [name, label] of Object.entries(ENGINES)) {
    let opened: Promise<Prepared> | null = null;
    const prepared = (): Promise<Prepared> => {
      opened ??= prepare(databases.of(name as EngineName), scale);
      return opened;
    };
    for (const [measurement, run] of Object.entries(MEASUREMENTS)) {
      await measure(`${label}: ${measurement}`, async () => withSetup(await prepared(), run));
    }
    await measure(`${label}: restaurants`, async () => growingRestaurants(await prepared()));
  }
};
