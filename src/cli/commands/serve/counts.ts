import { AggregatorRegistry } from 'prom-client';
import type { Figures } from '../../../app.ts';

const COUNTED = ['counter', 'histogram'];

/** Adds what a process has counted to a sum; of a process that has ended, the rest is nothing any more. */
export const addCounts = (sum: Figures, figures: Figures): Promise<Figures> => {
  // The types of the library have numbers where it writes words.
  const counts = figures.filter(({ type }) => COUNTED.includes(String(type)));
  return AggregatorRegistry.aggregate([sum, counts]).getMetricsAsJSON();
};
