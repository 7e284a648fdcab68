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

/** Runs a measurement. A failure is told on the page and the run continues, so that the figures of twenty minutes are not lost. */
export const measure = async (
  { area, name: plain, label: engine, seconds: budgetSeconds, run }: Measurement,
  bench: Bench,
): Promise<Result> => {
  const name = engine === '' ? plain : `${engine}: ${plain}`;
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
    return end(
      figures.map((figure) => ({ ...figure, engine })),
      curves,
      null,
    );
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return end([], [], problem);
  }
};

const tooLate = async (seconds: number): Promise<never> => {
  await wait(seconds * 1_000, undefined, { ref: false });
  throw new Error(`no end after ${seconds} s`);
};
