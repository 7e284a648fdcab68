import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES } from '../budget.ts';
import { withPostgres } from './database.ts';
import type { Curve, Figure, Findings } from './figure.ts';
import { beginMeasurement } from './progress.ts';

/** What came of a measurement. */
export interface Measured {
  figures: Figure[];
  curves: Curve[];
  seconds: number;
  /** Why it failed. */
  problem: string | null;
}

/** Carries out the measurements of an area that were asked for. */
export interface Runner {
  results: Map<string, Measured>;
  /** One that fails has a row that says so, and the run goes on: the figures of twenty minutes are not lost. */
  measure(name: string, run: () => Promise<Findings | Figure[]>): Promise<void>;
}

/** Several times what was planned, and a minute: a slow machine is not a reason to give up. */
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

/** Figures of one engine begin with its name, as their measurement does. */
const nameOf = (measurement: string, { name }: Figure): string => {
  const engine = Object.values(ENGINES).find((each) => measurement.startsWith(`${each}: `));
  return engine === undefined ? name : `${engine}: ${name}`;
};

/** The same on each engine; PostgreSQL is started for it. */
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
