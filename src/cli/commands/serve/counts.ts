import { AggregatorRegistry } from 'prom-client';
import type { Figures } from '../../../app.ts';

const COUNTED = ['counter', 'histogram'];

/** Adds the counters and histograms of a process that has ended to a sum. Its gauges end with it. */
export const addCounts = (sum: Figures, figures: Figures): Promise<Figures> => {
  // The types of the library have numbers where it writes words.
  const counts = figures.filter(({ type }) => COUNTED.includes(String(type)));
  return AggregatorRegistry.aggregate([sum, counts]).getMetricsAsJSON();
};
