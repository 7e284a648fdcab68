import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  choose,
  DATA_AREA,
  ENGINES,
  type EngineName,
  enginesOf,
  FULL_BUDGET,
  plainName,
  QUICK_BUDGET,
  QUICK_ENGINES,
  withLong,
} from './budget.ts';
import { benchIngest } from './ingest/ingest.ts';
import { drawCharts } from './report/charts.ts';
import { describeCommit, describeMachine, describeVersions } from './report/machine.ts';
import { writePage } from './report/markdown.ts';
import { mergeResults, type Run, readResults, writeResults } from './report/results.ts';
import { makeDatabases } from './rest/data/databases.ts';
import { benchRest } from './rest/rest.ts';
import { FULL, QUICK } from './scale.ts';
import { benchStartup } from './startup/startup.ts';
import { benchStream } from './stream/stream.ts';
import { tableOf } from './support/figure.ts';
import { beginRun, clearProgress, clockText } from './support/progress.ts';
import { type Measured, makeRunner, type Runner } from './support/runner.ts';
import { profileServers } from './support/server.ts';
import { benchWebhooks } from './webhooks/webhooks.ts';

const USAGE = `npm run bench -- [area …] [--quick] [--only name,name] [--engines sqlite,postgres]
                 [--profile DIR] [--write | --no-write]

areas: ingest, startup, rest, stream, webhooks; none: all of them
`;

const { values, positionals: areas } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    engines: { type: 'string' },
    profile: { type: 'string' },
    write: { type: 'boolean' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

const list = (text: string): string[] => text.split(',').filter(Boolean);
const only = list(values.only);
const usualEngines = values.quick ? QUICK_ENGINES : Object.keys(ENGINES);
const engines = values.engines === undefined ? usualEngines : list(values.engines);
const wholeBudget = withLong(FULL_BUDGET);
const fullBudget = only.length === 0 ? FULL_BUDGET : wholeBudget;
const budget = values.quick ? QUICK_BUDGET : fullBudget;
const scale = values.quick ? QUICK : FULL;

const checkKnown = (kind: string, asked: readonly string[], known: readonly string[]): void => {
  const unknown = asked.find((each) => !known.includes(each));
  if (unknown === undefined) return;
  const problem = `there is no ${kind} "${unknown}"; there are ${known.join(', ')}`;
  process.stderr.write(`bench: ${problem}\n${USAGE}`);
  process.exit(2);
};
const names = Object.values(budget).flatMap((each) => Object.keys(each).map(plainName));
checkKnown(
  'area',
  areas,
  Object.keys(budget).filter((area) => area !== DATA_AREA),
);
checkKnown('engine', engines, Object.keys(ENGINES));
checkKnown('measurement', only, [...new Set(names)]);
const chosen = choose(budget, { areas, only, engines: engines as EngineName[] });

if (values.profile !== undefined) profileServers(values.profile);
const startedAt = new Date();
const startedMs = performance.now();
const run: Omit<Run, 'seconds'> = {
  date: `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  commit: describeCommit(),
  command: ['npm run bench', ...process.argv.slice(2)].join(' ').replace('bench ', 'bench -- '),
  quick: values.quick,
  machine: describeMachine(),
  versions: describeVersions(),
};
process.stdout.write(`${[run.date, ...run.machine, ...run.versions].join('\n')}\n`);

const databases = makeDatabases(scale.rest);
const benches: Record<string, (runner: Runner) => Promise<void>> = {
  ingest: (runner) => benchIngest(runner, scale.ingest),
  [DATA_AREA]: (runner) =>
    databases.load(runner, enginesOf(chosen), Object.keys(chosen['rest'] ?? {})),
  startup: (runner) => benchStartup(runner, databases, scale.starts),
  rest: (runner) => benchRest(runner, databases, scale.rest),
  stream: (runner) => benchStream(runner, scale.stream),
  webhooks: (runner) => benchWebhooks(runner, scale.webhooks),
};
/** Unless said otherwise, only whole areas are written. */
const isWriting = values.write ?? (only.length === 0 && !values.quick);
const found: Record<string, ReadonlyMap<string, Measured>> = {};
beginRun(
  Object.entries(chosen).flatMap(([area, each]) =>
    Object.entries(each).map(([name, seconds]) => ({ area, name, seconds })),
  ),
);
try {
  for (const [area, asked] of Object.entries(chosen)) {
    if (Object.keys(asked).length === 0) continue;
    const runner = makeRunner(area, asked);
    await benches[area]?.(runner);
    found[area] = runner.results;
    const figures = [...runner.results.values()].flatMap((result) => result.figures);
    clearProgress();
    if (figures.length > 0) process.stdout.write(`\n${area}\n${tableOf(figures)}`);
    // After each area: what was measured is not lost with a run that is cut off.
    if (isWriting) write();
  }
} finally {
  await databases.close();
}
process.stdout.write(`\n${clockText(secondsSoFar())} minutes\n`);
if (isWriting) process.stdout.write('bench/RESULTS.md and docs/figures are written\n');

for (const results of Object.values(found)) {
  for (const [name, { problem }] of results) {
    if (problem === null) continue;
    process.stderr.write(`bench: ${name}: ${problem}\n`);
    process.exitCode = 1;
  }
}

function secondsSoFar(): number {
  return (performance.now() - startedMs) / 1_000;
}

function write(): void {
  const file = new URL('./results.json', import.meta.url);
  const pictures = new URL('../docs/figures/', import.meta.url);
  const whole = { ...run, seconds: secondsSoFar() };
  const results = mergeResults(readResults(file), whole, found, wholeBudget);
  const measured = Object.values(results.areas).flatMap((each) => Object.values(each));
  const charts = drawCharts(measured.flatMap(({ curves }) => curves));
  writeResults(file, results);
  mkdirSync(pictures, { recursive: true });
  for (const { file: name, svg } of charts) writeFileSync(new URL(name, pictures), svg);
  const page = writePage(results, wholeBudget, charts);
  writeFileSync(new URL('./RESULTS.md', import.meta.url), page);
}
