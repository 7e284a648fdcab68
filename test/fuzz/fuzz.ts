import fc from 'fast-check';
import type { FuzzServer } from './fuzz-server.ts';
import { api } from './targets/api.ts';
import { bytes, smuggled } from './targets/bytes.ts';
import { program, words } from './targets/cli.ts';
import { commands } from './targets/commands.ts';
import { pages, privateListener } from './targets/listeners.ts';
import { panel } from './targets/panel.ts';
import { pipelining } from './targets/pipelining.ts';
import type { Target } from './targets/target.ts';

export const TARGETS: readonly Target[] = [
  ...[api, panel, pages, privateListener, pipelining, bytes, smuggled, commands, words, program],
];

interface Round {
  seed: number;
  /** Percentage of the target's number of cases. */
  percent: number;
  /** fast-check's path of an earlier failure: only that case is run. */
  path?: string | undefined;
  /** No case begins after this time. */
  timeMsMax?: number | undefined;
}

/** Runs the cases of a seed; a failure is shrunk and comes with the command that replays it. */
export const runCases = async (
  server: FuzzServer,
  { name, cases, runs, attack }: Target,
  { seed, percent, path, timeMsMax }: Round,
): Promise<number> => {
  const details = await fc.check(
    fc.asyncProperty(cases, (one) => attack(one, server)),
    {
      seed,
      numRuns: Math.max(1, Math.ceil((runs * percent) / 100)),
      ...(path !== undefined && { path, endOnFailure: true }),
      ...(timeMsMax !== undefined && { interruptAfterTimeLimit: timeMsMax }),
    },
  );
  if (!details.failed || details.counterexample === null) return details.numRuns;
  const [one] = details.counterexample;
  const engine = server.engine === 'SQLite' ? 'sqlite' : 'postgres';
  const again = `npm run fuzz -- --engine ${engine} --target ${name} --seed ${seed} --path ${details.counterexamplePath}`;
  const why = details.errorInstance;
  throw new Error(
    `${name} on ${server.engine}, seed ${seed}, after ${details.numRuns} cases and ${details.numShrinks} steps of shrinking:\n` +
      `${JSON.stringify(one, null, 2)}\n${why instanceof Error ? why.message : why}\nAgain: ${again}`,
    { cause: why },
  );
};
