import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES } from '../budget.ts';
import { withPostgres } from './database.ts';
import type { Curve, Figure, Findings } from './figure.ts';
import { beginMeasurement } from './progress.ts';

/** The result of a measurement. */
export interface Measured {
  figures: Figure[];
  curves: Curve[];
  seconds: number;
  /** The reason if it failed. */
  problem: string | null;
}

/** Runs the chosen measurements of an area. */
export interface Runner {
  results: Map<string, Measured>;
  /**
   * Runs a measurement. A failure becomes a row of the results and the run continues, so that the figures of twenty
   * minutes are not lost.
   */
  measure(name: string, run: () => Promise<Findings | Figure[]>): Promise<void>;
}

/** The timeout is several times the planned time, and a minute: a slow machine is no reason to give up. */
const LATE_FACTOR = 4;
const LATE_SECONDS = 60;

export const makeRunner = (area: string, asked: Readonly<Record<string, number>>): Runner => {
  const results: Runner['results'] = new Map();
  return {
    results,
    async measure(name, run) {
      const planned = asked[name];
      if (planned === undefined) return;
      beginMeasurement(area, name);
      const startedMs = performance.now();
      const seconds = () => (performance.now() - startedMs) / 1_000;
      try {
        const found = await Promise.race([run(), tooLate(LATE_FACTOR * planned + LATE_SECONDS)]);
        const { figures, curves = [] } = Array.isArray(found) ? { figures: found } : found;
        const named = figures.map((figure) => ({ ...figure, name: nameOf(name, figure) }));
        results.set(name, { figures: named, curves, seconds: seconds(), problem: null });
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        const peer = `failed: ${problem.split('\n')[0]}`;
        const row: Figure = { name, ours: '', peer, ratio: null, target: null };
        results.set(name, { figures: [row], curves: [], seconds: seconds(), problem });
      }
    },
  };
};

/** The name of a figure, with the engine of its measurement as a prefix. */
const nameOf = (measurement: string, { name }: Figure): string => {
  const engine = Object.values(ENGINES).find((each) => measurement.startsWith(`${each}: `));
  return engine === undefined ? name : `${engine}: ${name}`;
};

/** Runs a measurement on each engine; starts PostgreSQL for it. */
export const measureOnEach = async (
  { measure }: Runner,
  name: string,
  run: (databaseUrl: string | null) => Promise<Findings | Figure[]>,
): Promise<void> => {
  await measure(`SQLite: ${name}`, () => run(null));
  await measure(`PostgreSQL: ${name}`, () => withPostgres(run));
};

const tooLate = async (seconds: number): Promise<never> => {
  await sleep(seconds * 1_000, undefined, { ref: false });
  throw new Error(`no end after ${seconds} s`);
};
