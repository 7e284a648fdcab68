import type { Cleanup } from '../test/support/service.ts';
import { verify } from './model/verify.ts';
import { makeRandom, type Random } from './random.ts';
import { makeCleanup } from './rig/cleanup.ts';
import type { EngineName } from './rig/database.ts';
import { type Rig, type RigOptions, startRig } from './rig/rig.ts';

/** A kind of fault and how it is provoked. */
export interface Scenario {
  readonly name: string;
  /** One line for the terminal. */
  readonly about: string;
  readonly engines: readonly EngineName[];
  readonly rounds: number;
  /** The unit of `rounds`, if not one fault each. */
  readonly unit?: 'minutes';
  /** Too long for a run of everything. */
  readonly onlyByName?: boolean;
  /** Prepares a run; a string gives the reason why the scenario cannot run here. */
  prepare(stage: Stage): Prepared | string | Promise<Prepared | string>;
}

/** The inputs of `prepare`, before there is a rig. */
export interface Stage {
  t: Cleanup;
  random: Random;
  engine: EngineName;
}

export interface Prepared {
  rig: Partial<RigOptions>;
  /** Provokes the faults under load; when it is done, everything works again. */
  play(rig: Rig, rounds: number): Promise<void>;
  /** Checks specific to the scenario, run after those of the model; gives the problems. */
  check?(rig: Rig): string[] | Promise<string[]>;
  /** The scenario's measurements, for the terminal. */
  report?(): string;
}

export interface Run {
  scenario: Scenario;
  engine: EngineName;
  seed: number;
  rounds: number;
  /** Called at the beginning of each phase. */
  onPhase?(phase: string): void;
  /** Called after the checks, while everything still runs. */
  inspect?(rig: Rig): Promise<void>;
}

export interface Outcome {
  /** The reason why it was not run. */
  skipped?: string;
  problems: string[];
  tally: ReadonlyMap<string, number>;
  seconds: number;
  /** The scenario's measurements. */
  report?: string;
  /** Output of the processes, to explain problems. */
  output: string;
}

/** Runs a scenario and checks every promise of the service. */
export const runScenario = async (run: Run): Promise<Outcome> => {
  const { scenario, engine, seed, rounds } = run;
  const startedMs = performance.now();
  const phase = (what: string): void => run.onPhase?.(`${scenario.name} on ${engine}: ${what}`);
  const random = makeRandom(`${scenario.name} ${engine} ${seed}`);
  await using cleanup = makeCleanup();
  using _ = onSignal(async () => {
    await cleanup[Symbol.asyncDispose]();
    process.exit(1);
  });
  const prepared = await scenario.prepare({ t: cleanup, random, engine });
  if (typeof prepared === 'string') {
    return { skipped: prepared, problems: [], tally: new Map(), seconds: 0, output: '' };
  }
  phase('setting up');
  const rig = await startRig(cleanup, {
    engine,
    random,
    hooks: true,
    servers: 1,
    ...prepared.rig,
  });
  phase(`${rounds} ${unitOf(scenario)} of ${scenario.about}`);
  await prepared.play(rig, rounds);
  const report = prepared.report?.();
  // Reported at once: a later step may fail, and would take an hour's measurements with it.
  if (report !== undefined) phase(`measured\n${report}`);
  phase('looking for what was lost');
  const problems = [...(await verify(rig)), ...((await prepared.check?.(rig)) ?? [])];
  await run.inspect?.(rig);
  const seconds = (performance.now() - startedMs) / 1_000;
  return {
    problems,
    tally: rig.tally,
    seconds,
    output: rig.processes.output(),
    ...(report !== undefined && { report }),
  };
};

/** A run that a signal stops removes its servers and folders. */
const onSignal = (leave: () => Promise<void>): Disposable => {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, leave);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, leave);
    },
  };
};

/**
 * Rounds of one run. The checks hold everything that was sent and shown in memory, and read every order's history
 * within the limits of its keys.
 */
const ROUNDS_AT_ONCE = 50;

/** Splits many rounds into several runs, each with a seed and a database of its own, and checked at its end. */
export const splitRounds = (run: Run): Run[] => {
  if (run.scenario.unit !== undefined) return [run];
  const count = Math.max(1, Math.ceil(run.rounds / ROUNDS_AT_ONCE));
  return Array.from({ length: count }, (_, i) => ({
    ...run,
    seed: run.seed + i,
    rounds: Math.min(ROUNDS_AT_ONCE, run.rounds - i * ROUNDS_AT_ONCE),
  }));
};

export const unitOf = ({ unit }: Scenario): 'rounds' | 'minutes' => unit ?? 'rounds';

/** The command that repeats the run. */
export const replay = ({ scenario, engine, seed, rounds }: Run): string =>
  `npm run faults -- ${scenario.name} --engine ${engine} --seed ${seed} --${unitOf(scenario)} ${rounds}`;
