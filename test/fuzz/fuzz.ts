import fc from 'fast-check';
import type { Arena } from './arena.ts';
import { api } from './targets/api.ts';
import { bytes, smuggled } from './targets/bytes.ts';
import { program, words } from './targets/cli.ts';
import { commands } from './targets/commands.ts';
import { pages, privateDoor } from './targets/doors.ts';
import { lanes } from './targets/lanes.ts';
import { panel } from './targets/panel.ts';
import type { Target } from './targets/target.ts';

export const TARGETS: readonly Target[] = [
  ...[api, panel, pages, privateDoor, lanes, bytes, smuggled, commands, words, program],
];

export interface Round {
  seed: number;
  /** Cases for each hundred of a short run. */
  percent: number;
  /** Where fast-check found a failure before: only that case is played. */
  path?: string | undefined;
  /** No case begins after so long. */
  timeMsMax?: number | undefined;
}

/** Attacks with the cases of a seed; a failure comes shrunk, with the command that plays it again. */
export const play = async (
  arena: Arena,
  { name, cases, runs, attack }: Target,
  { seed, percent, path, timeMsMax }: Round,
): Promise<number> => {
  const details = await fc.check(
    fc.asyncProperty(cases, (one) => attack(one, arena)),
    {
      ...{ seed, numRuns: Math.max(1, Math.ceil((runs * percent) / 100)) },
      ...(path !== undefined && { path, endOnFailure: true }),
      ...(timeMsMax !== undefined && { interruptAfterTimeLimit: timeMsMax }),
    },
  );
  if (!details.failed || details.counterexample === null) return details.numRuns;
  const [one] = details.counterexample;
  const engine = arena.engine === 'SQLite' ? 'sqlite' : 'postgres';
  const again = `npm run fuzz -- --engine ${engine} --target ${name} --seed ${seed} --path ${details.counterexamplePath}`;
  const why = details.errorInstance;
  throw new Error(
    `${name} on ${arena.engine}, seed ${seed}, after ${details.numRuns} cases and ${details.numShrinks} steps of shrinking:\n` +
      `${JSON.stringify(one, null, 2)}\n${why instanceof Error ? why.message : why}\nAgain: ${again}`,
    { cause: why },
  );
};
