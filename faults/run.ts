import { inspect, parseArgs } from 'node:util';
import { COMPILE_CACHE } from '../test/support/global-setup.ts';
import { printOutcome, printPhase, printTotal } from './report.ts';
import { type Run, replay, runScenario, splitRounds } from './scenario.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';

const USAGE = `npm run faults -- [scenario …] [--engine sqlite|postgres] [--rounds N] [--minutes N]
                  [--seed N]

`;

const { values, positionals: named } = parseArgs({
  /** The names of scenarios. */
  allowPositionals: true,
  options: {
    /** A whole number; by default a new one each time. */
    seed: { type: 'string' },
    engine: { type: 'string' },
    rounds: { type: 'string' },
    /** For scenarios that run for a time instead of a number of rounds. */
    minutes: { type: 'string' },
    /** Only lists the scenarios and options. */
    help: { type: 'boolean', default: false },
  },
});

// Each server is a process of its own: a shared cache spares it compiling again what another has compiled.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;

const fail = (message: string): never => {
  process.stderr.write(`faults: ${message}\n`);
  process.exit(2);
};

const whole = (name: 'seed' | 'rounds' | 'minutes'): number | null => {
  const text = values[name];
  if (text === undefined) return null;
  return /^\d{1,10}$/.test(text) ? Number(text) : fail(`--${name} must be a whole number`);
};

const everything = SCENARIOS.filter(({ onlyByName }) => !onlyByName);
const wanted = named.length > 0 ? named : everything.map(({ name }) => name);
const unknown = wanted.find((name) => !SCENARIOS.some((each) => each.name === name));
if (unknown !== undefined) {
  fail(`no scenario "${unknown}"; there are ${SCENARIOS.map(({ name }) => name).join(', ')}`);
}
if (values.engine !== undefined && !['sqlite', 'postgres'].includes(values.engine)) {
  fail('--engine is sqlite or postgres');
}
if (values.help) {
  process.stdout.write(USAGE);
  for (const { name, about, engines } of SCENARIOS) {
    process.stdout.write(`${name.padEnd(12)} ${about} (${engines.join(', ')})\n`);
  }
  process.exit(0);
}

const seed = whole('seed') ?? Date.now() % 1_000_000_000;
const given = { rounds: whole('rounds'), minutes: whole('minutes') };
const runs: Run[] = SCENARIOS.filter(({ name }) => wanted.includes(name)).flatMap((scenario) =>
  scenario.engines
    .filter((engine) => values.engine === undefined || engine === values.engine)
    .flatMap((engine) => {
      const rounds = given[scenario.unit ?? 'rounds'] ?? scenario.rounds;
      return splitRounds({ scenario, engine, seed, rounds });
    }),
);
if (runs.length === 0) fail('nothing to do: the scenario is not for that engine');

/** The first failure comes first: cleaning up after it may have failed, too. */
const failuresOf = (error: unknown): unknown[] =>
  error instanceof SuppressedError ? [...failuresOf(error.suppressed), error.error] : [error];

const complain = (run: Run, error: unknown): void => {
  process.stderr.write(
    `${failuresOf(error)
      .map((each) => inspect(each))
      .join('\n')}\n\n  again: ${replay(run)}\n\n`,
  );
};

let failures = 0;
for (const run of runs) {
  // An exception of a client that nobody can catch is a finding, too.
  const onThrown = (error: unknown): void => {
    complain(run, error);
    process.kill(process.pid, 'SIGTERM');
  };
  process.on('uncaughtException', onThrown);
  try {
    const outcome = await runScenario({ ...run, onPhase: printPhase });
    printOutcome(run, outcome);
    if (outcome.problems.length > 0) failures += 1;
  } catch (error) {
    complain(run, error);
    failures += 1;
  }
  process.off('uncaughtException', onThrown);
}
printTotal(runs.length, failures, seed);
process.exit(failures > 0 ? 1 : 0);
