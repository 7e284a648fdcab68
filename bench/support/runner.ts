import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Measurement } from '../measurements.ts';
import type { Curve, Figure } from './figure.ts';
import { beginMeasurement } from './progress.ts';

/** The result of a measurement. */
export interface Result extends Pick<Measurement, 'area' | 'name'> {
  figures: Figure[];
  curves: Curve[];
  seconds: number;
  budgetSeconds: number;
  /** The reason if it failed. */
  problem: string | null;
}

/** The timeout is several times the planned time, and a minute: a slow machine is no reason to give up. */
const LATE_FACTOR = 4;
const LATE_SECONDS = 60;

/**
 * Runs a measurement. A failure becomes a row of the results and the run continues, so that the figures of twenty
 * minutes are not lost.
 */
export const measure = async (
  { area, name: plain, prefix, seconds: budgetSeconds, run }: Measurement,
  bench: Bench,
): Promise<Result> => {
  const name = prefix + plain;
  beginMeasurement(area, name);
  const startedMs = performance.now();
  const end = (figures: Figure[], curves: Curve[], problem: string | null): Result => {
    const seconds = (performance.now() - startedMs) / 1_000;
    return { area, name, figures, curves, seconds, budgetSeconds, problem };
  };
  try {
    const late = tooLate(LATE_FACTOR * budgetSeconds + LATE_SECONDS);
    const found = await Promise.race([run(bench), late]);
    const { figures, curves = [] } = Array.isArray(found) ? { figures: found } : found;
    const named = figures.map((figure) => ({ ...figure, name: prefix + figure.name }));
    return end(named, curves, null);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const peer = `failed: ${problem.split('\n')[0]}`;
    return end([{ name, ours: '', peer, ratio: null, target: null }], [], problem);
  }
};

const tooLate = async (seconds: number): Promise<never> => {
  await wait(seconds * 1_000, undefined, { ref: false });
  throw new Error(`no end after ${seconds} s`);
};
