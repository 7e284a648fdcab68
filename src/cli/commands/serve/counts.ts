import { AggregatorRegistry } from 'prom-client';
import type { Figures } from '../../../app.ts';

const COUNTED = ['counter', 'histogram'];

/** Adds the counters and histograms of a worker that has ended to `sum`. Its gauges end with it. */
export const addCounts = (sum: Figures, figures: Figures): Promise<Figures> => {
  // The library declares `type` as a number, but writes a word.
  const counts = figures.filter(({ type }) => COUNTED.includes(String(type)));
  return AggregatorRegistry.aggregate([sum, counts]).getMetricsAsJSON();
};
