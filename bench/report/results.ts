import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Budget } from '../budget.ts';
import type { Measured } from '../support/runner.ts';

/** The time and machine of a measurement. */
export interface Run {
  /** To the minute, UTC. */
  date: string;
  commit: string;
  command: string;
  quick: boolean;
  machine: string[];
  versions: string[];
  seconds: number;
}

export type KeptMeasurement = Measured & Pick<Run, 'date' | 'commit' | 'quick'>;

/** All known results. A run of one measurement replaces it and keeps the others. */
export interface Results {
  /** The last run that has written results. */
  run: Run | null;
  areas: Record<string, Record<string, KeptMeasurement>>;
}

export const readResults = (file: URL): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : { run: null, areas: {} };

export const writeResults = (file: URL, results: Results): void =>
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);

/** Merges new results into the known ones; drops measurements that the budget no longer has. */
export const mergeResults = (
  known: Results,
  run: Run,
  found: Readonly<Record<string, ReadonlyMap<string, Measured>>>,
  budget: Budget,
): Results => {
  const { date, commit, quick } = run;
  const mergeArea = (area: string, names: readonly string[]): Record<string, KeptMeasurement> => {
    const merged: Record<string, KeptMeasurement> = {};
    for (const name of names) {
      const fresh = found[area]?.get(name);
      const kept = fresh ? { ...fresh, date, commit, quick } : known.areas[area]?.[name];
      if (kept !== undefined) merged[name] = kept;
    }
    return merged;
  };
  const areas = Object.entries(budget).map(([area, names]) => [
    area,
    mergeArea(area, Object.keys(names)),
  ]);
  return { run, areas: Object.fromEntries(areas) };
};
