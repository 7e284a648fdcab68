import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ActResult } from '../support/conductor.ts';

/** Where and when something was measured. */
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

export type KeptAct = ActResult & Pick<Run, 'date' | 'commit' | 'quick'>;

/** All that is known, by area and act. A run of one act replaces that act and leaves the others. */
export interface Results {
  /** The last run that wrote something. */
  run: Run | null;
  areas: Record<string, Record<string, KeptAct>>;
}

export const readResults = (file: URL): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : { run: null, areas: {} };

export const writeResults = (file: URL, results: Results): void =>
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);

/** What was found, put over what was known; acts that are no longer there go. */
export const mergeResults = (
  known: Results,
  run: Run,
  found: Readonly<Record<string, ReadonlyMap<string, ActResult>>>,
  budget: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Results => ({
  run,
  areas: Object.fromEntries(
    Object.entries(budget).map(([area, acts]) => [
      area,
      Object.fromEntries(
        Object.keys(acts).flatMap((act): [string, KeptAct][] => {
          const fresh = found[area]?.get(act);
          const { date, commit, quick } = run;
          const kept =
            fresh === undefined ? known.areas[area]?.[act] : { ...fresh, date, commit, quick };
          return kept === undefined ? [] : [[act, kept]];
        }),
      ),
    ]),
  ),
});
