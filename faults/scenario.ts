import type { Cleanup } from '../test/support/service.ts';
import { type Chance, makeChance } from './chance.ts';
import { verify } from './model/verify.ts';
import type { EngineName } from './world/database.ts';
import { makeEndings } from './world/endings.ts';
import { makeWorld, type World, type WorldOptions } from './world/world.ts';

/** A way to make things go wrong. */
export interface Scenario {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  readonly engines: readonly EngineName[];
  readonly rounds: number;
  /** A text says why it cannot be played here. */
  prepare(stage: Stage): Prepared | string | Promise<Prepared | string>;
}

/** What a scenario may build on before there is a world. */
export interface Stage {
  t: Cleanup;
  chance: Chance;
  engine: EngineName;
}

export interface Prepared {
  world: Partial<WorldOptions>;
  /** Makes things go wrong under load; when it is done, everything works again. */
  play(world: World, rounds: number): Promise<void>;
}

export interface Run {
  scenario: Scenario;
  engine: EngineName;
  seed: number;
  rounds: number;
  /** PostgreSQL takes over the lanes of a dead sender after half a minute: short runs do without. */
  hooks?: boolean;
  /** Told what is being done now. */
  onPhase?(phase: string): void;
  /** Has a look of its own, once everything was found to be right or wrong. */
  inspect?(world: World): Promise<void>;
}

export interface Outcome {
  /** Why it was not played. */
  passedOver?: string;
  problems: string[];
  tally: ReadonlyMap<string, number>;
  seconds: number;
  /** What the processes said, for when there are problems. */
  output: string;
}

/** Plays a scenario and holds the service to every word it has given. */
export const runScenario = async (run: Run): Promise<Outcome> => {
  const { scenario, engine, seed, rounds, hooks = true } = run;
  const startedMs = performance.now();
  const phase = (what: string): void => run.onPhase?.(`${scenario.name} on ${engine}: ${what}`);
  const chance = makeChance(`${scenario.name} ${engine} ${seed}`);
  await using endings = makeEndings();
  using _ = onSignal(async () => {
    await endings[Symbol.asyncDispose]();
    process.exit(1);
  });
  const prepared = await scenario.prepare({ t: endings, chance, engine });
  if (typeof prepared === 'string') {
    return { passedOver: prepared, problems: [], tally: new Map(), seconds: 0, output: '' };
  }
  phase('setting up');
  const world = await makeWorld(endings, {
    ...{ engine, chance, hooks, servers: 1 },
    ...prepared.world,
  });
  phase(`${rounds} rounds of ${scenario.about}`);
  await prepared.play(world, rounds);
  phase('looking for what was lost');
  const problems = await verify(world);
  await run.inspect?.(world);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { problems, tally: world.tally, seconds, output: world.places.output() };
};

/** Whoever stops a run is not left with its servers and folders. */
const onSignal = (leave: () => Promise<void>): Disposable => {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, leave);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, leave);
    },
  };
};

/** The command that does the same again. */
export const replay = ({ scenario, engine, seed, rounds }: Run): string =>
  `npm run faults -- --scenario ${scenario.name} --engine ${engine} --seed ${seed} --rounds ${rounds}`;
