import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import { type Figures, WORKERS_ENDED } from '../../../app.ts';

const COUNTED = ['counter', 'histogram'];

/** Adds the counters and histograms of a worker that has ended to `sum`. Its gauges end with it. */
export const addCounts = (sum: Figures, figures: Figures): Promise<Figures> => {
  // The library declares `type` as a number, but writes a word.
  const counts = figures.filter(({ type }) => COUNTED.includes(String(type)));
  return AggregatorRegistry.aggregate([sum, counts]).getMetricsAsJSON();
};

/** The figures of the process above the workers. */
export const workerCounts = (ended: number): Promise<Figures> => {
  const register = new Registry();
  const counter = new Counter({ name: WORKERS_ENDED, help: WORKERS_ENDED, registers: [register] });
  counter.inc(ended);
  return register.getMetricsAsJSON();
};
