import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { COMPILE_CACHE } from '../test/support/global-setup.ts';
import { runCapacity } from './capacity/run.ts';
import { describeSoaks, runSoak } from './capacity/soak-run.ts';
import { runGuard } from './guard/guard.ts';
import { AREA_NAMES, choose, MEASUREMENT_NAMES } from './measurements.ts';
import { drawCharts } from './report/charts.ts';
import { describeCommit, describeMachine, describeVersions } from './report/machine.ts';
import { writePage } from './report/page.ts';
import { fillScaling } from './report/scaling.ts';
import { makeDatabases } from './rest/data/databases.ts';
import { FULL, QUICK } from './scale.ts';
import { ENGINES } from './support/engines.ts';
import { tableOf } from './support/figure.ts';
import { beginRun, clockText } from './support/progress.ts';
import { measure, type Result } from './support/runner.ts';
import { profileServers } from './support/server.ts';

const USAGE = `npm run bench -- [area …] [--quick] [--only name,name] [--engines sqlite,postgres] [--profile DIR]
npm run bench -- guard [--write] [--time]
npm run bench -- capacity
npm run bench -- soak [--minutes N] [--engine sqlite|postgres]

areas: ${AREA_NAMES.join(', ')}; none: all of them
`;

// Servers are started without bin/comanda.mjs, which would set this as well.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;

/** Commands of their own, which take their own options. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  capacity: runCapacity,
  guard: runGuard,
  soak: runSoak,
};
const [first = '', ...rest] = process.argv.slice(2);
const command = COMMANDS[first];
if (command !== undefined) {
  await command(rest);
  process.exit();
}

const { values, positionals: areas } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    engines: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

const checkKnown = (kind: string, asked: readonly string[], known: readonly string[]): void => {
  const unknown = asked.find((each) => !known.includes(each));
  if (unknown === undefined) return;
  const problem = `there is no ${kind} "${unknown}"; there are ${known.join(', ')}`;
  process.stderr.write(`bench: ${problem}\n${USAGE}`);
  process.exit(2);
};
const { quick, profile } = values;
const only = values.only.split(',').filter(Boolean);
const engines = values.engines?.split(',') ?? (quick ? ['sqlite'] : []);
checkKnown('area', areas, AREA_NAMES);
checkKnown('engine', engines, Object.keys(ENGINES));
checkKnown('measurement', only, MEASUREMENT_NAMES);

if (profile !== undefined) profileServers(profile);
const startedMs = performance.now();
const commit = describeCommit();
process.stdout.write(`${describeMachine()}\n`);

const scale = quick ? QUICK : FULL;
const databases = makeDatabases(scale);
const results: Result[] = [];
const chosen = choose({ quick, areas, only, engines });
beginRun(chosen);
try {
  for (const [area, measurements] of Map.groupBy(chosen, (each) => each.area)) {
    const own: Result[] = [];
    for (const each of measurements) {
      own.push(await measure(each, { engine: each.engine, scale, databases }));
    }
    results.push(...own);
    const figures = own.flatMap((result) => result.figures);
    if (figures.length > 0) process.stdout.write(`\n${area}\n${tableOf(figures)}`);
  }
} finally {
  await databases.close();
}
const seconds = (performance.now() - startedMs) / 1_000;
process.stdout.write(`\n${clockText(seconds)} minutes\n`);
// Only a whole run is written, so that all figures of the page are of one commit and one machine.
const isPart = [areas, only, engines].some((choice) => choice.length > 0);
if (!quick && !isPart && profile === undefined) write();
for (const { name, problem } of results) {
  if (problem === null) continue;
  process.stderr.write(`bench: ${name}: ${problem}\n`);
  process.exitCode = 1;
}

function write(): void {
  const charts = drawCharts(results.flatMap(({ curves }) => curves));
  const pictures = new URL('../docs/figures/', import.meta.url);
  mkdirSync(pictures, { recursive: true });
  for (const { name, svg } of charts) writeFileSync(new URL(`${name}.svg`, pictures), svg);
  const date = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  // Programs are unpacked when they are first needed.
  const machine = [describeMachine(), ...describeVersions()];
  const run = { date, commit, machine, seconds };
  const page = writePage(run, results, charts, describeSoaks());
  writeFileSync(new URL('./RESULTS.md', import.meta.url), page);
  const guide = new URL('../docs/guides/scaling.md', import.meta.url);
  const figures = results.flatMap((each) => each.figures);
  writeFileSync(guide, fillScaling(readFileSync(guide, 'utf8'), figures));
}
