// `npm run fuzz`: hostile input against the real program. Each failure is shrunk and printed with the
// command that replays it.

import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ENGINES, type EngineName } from '../support/service.ts';
import { assertSoundDatabase } from './final-check.ts';
import { runCases, TARGETS } from './fuzz.ts';
import { startFuzzServer } from './fuzz-server.ts';
import { assertPlateau, type Memory, measure, mib } from './memory.ts';
import { assertSlowClientsEnd } from './slow-clients.ts';

const USAGE = `npm run fuzz -- [--seed N] [--minutes M] [--engine sqlite|postgres] [--target NAME] [--path P]
  --seed     decides the cases (default: a random one, which is printed)
  --minutes  how long, in all (default 2)
  --engine   one of the two (default both, in turn)
  --target   one of ${TARGETS.map(({ name }) => name).join(', ')} (default all)
  --path     with a seed, an engine and a target: the one case that failed`;

const BY_NAME: Record<string, EngineName> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const SEED_MAX = 2 ** 31 - 1;

interface FuzzOptions {
  seed: number;
  minutes: number;
  engines: readonly EngineName[];
  targets: typeof TARGETS;
  path: string | undefined;
}

const readOptions = (): FuzzOptions => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string' },
      engine: { type: 'string' },
      target: { type: 'string' },
      path: { type: 'string' },
    } as const,
  });
  const seed = Number(values.seed ?? randomInt(SEED_MAX));
  const minutes = Number(values.minutes ?? 2);
  const engine = BY_NAME[values.engine ?? ''];
  const engines = engine === undefined ? ENGINES : [engine];
  const targets = TARGETS.filter(({ name }) => (values.target ?? name) === name);
  const isWrong = engine === undefined && values.engine !== undefined;
  if (isWrong || targets.length === 0 || !Number.isInteger(seed) || !(minutes > 0)) {
    throw new TypeError('no such engine, target, seed or time');
  }
  return { seed, minutes, engines, targets, path: values.path };
};

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Plays rounds until the time is up; gives the number of failures. */
const fuzzEngine = async (
  engine: EngineName,
  options: FuzzOptions,
  endMs: number,
): Promise<number> => {
  const { seed, targets, path } = options;
  const cleanups: (() => unknown)[] = [];
  let failures = 0;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures += 1;
      print(`\nFAILED  ${error instanceof Error ? error.message : error}\n`);
    }
  };
  try {
    const server = await startFuzzServer(
      engine,
      { after: (fn) => void cleanups.push(fn) },
      { debugged: true },
    );
    const slow = path === undefined ? attempt(() => assertSlowClientsEnd(server, endMs)) : null;
    const memory: Memory[] = [];
    let cases = 0;
    for (let round = 0; round === 0 || performance.now() < endMs; round += 1) {
      for (const target of targets) {
        await attempt(async () => {
          const timeMsMax =
            path === undefined ? Math.max(1_000, endMs - performance.now()) : undefined;
          cases += await runCases(server, target, {
            seed: seed + round,
            percent: 100,
            path,
            timeMsMax,
          });
          await server.assertHealthy();
        });
      }
      if (path !== undefined || failures > 0) break;
      if (server.debuggerUrl !== null) memory.push(await measure(server.debuggerUrl));
      const now = memory.at(-1);
      print(
        `  ${engine}, round ${round + 1}: ${cases} cases so far` +
          (now ? `; heap ${mib(now.heapBytes)}, resident ${mib(now.residentBytes)} MiB` : ''),
      );
    }
    await slow;
    if (path === undefined) await attempt(() => assertSoundDatabase(server));
    await attempt(() => server.assertHealthy());
    await attempt(async () => print(`  ${engine}: ${assertPlateau(memory)}`));
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
  return failures;
};

const main = async (): Promise<number> => {
  let options: FuzzOptions;
  try {
    options = readOptions();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`);
    return 2;
  }
  const { seed, minutes, engines } = options;
  print(`seed ${seed}, ${minutes} min, ${engines.join(' and ')}`);
  let failures = 0;
  for (const [i, engine] of engines.entries()) {
    const share = (minutes * 60_000) / engines.length;
    failures += await fuzzEngine(
      engine,
      { ...options, seed: seed + i * 1_000 },
      performance.now() + share,
    );
  }
  print(failures === 0 ? 'Nothing found.' : `${failures} failures.`);
  return failures === 0 ? 0 : 1;
};

process.exit(await main());
