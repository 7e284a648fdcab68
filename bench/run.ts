import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  chooseActs,
  ENGINES,
  type EngineName,
  FULL_BUDGET,
  QUICK_BUDGET,
  QUICK_ENGINES,
  type Wanted,
  withLong,
} from './budget.ts';
import { benchIngest } from './ingest/ingest.ts';
import { CHARTS, curvesOf, drawPlan, picturesOf } from './report/charts.ts';
import { describeCommit, describeMachine, describeVersions } from './report/machine.ts';
import { writePage } from './report/markdown.ts';
import { mergeResults, type Run, readResults, writeResults } from './report/results.ts';
import { makeData } from './rest/data.ts';
import { benchRest } from './rest/rest.ts';
import { FULL, QUICK } from './scale.ts';
import { benchStartup } from './startup/startup.ts';
import { benchStream } from './stream/stream.ts';
import { type ActResult, type Conductor, makeConductor } from './support/conductor.ts';
import { beginRun, clearProgress } from './support/progress.ts';
import { tableOf } from './support/report.ts';
import { clockText } from './support/time.ts';
import { benchWebhooks } from './webhooks/webhooks.ts';

const USAGE = `npm run bench -- [area …] [--quick] [--only act,act] [--engines sqlite,postgres]
                 [--data DIR] [--profile DIR] [--write | --no-write]

areas: ingest, startup, rest, stream, webhooks; none: all of them
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    /** Only these acts of the areas, by name. */
    only: { type: 'string', default: '' },
    /** SQLite alone in a quick run, unless they are named. */
    engines: { type: 'string' },
    /** A folder whose SQLite data is made once and used again. */
    data: { type: 'string' },
    /** Where processor profiles of our server go. */
    profile: { type: 'string' },
    /** Whether RESULTS.md and the charts are written: unless said otherwise, by a whole run only. */
    write: { type: 'boolean' },
    help: { type: 'boolean', default: false },
  },
});

const refuse = (problem: string): never => {
  process.stderr.write(`bench: ${problem}\n${USAGE}`);
  process.exit(2);
};

const list = (text: string): string[] => text.split(',').filter(Boolean);
const wholeBudget = withLong(FULL_BUDGET);
const fullBudget = values.only === '' ? FULL_BUDGET : wholeBudget;
const budget = values.quick ? QUICK_BUDGET : fullBudget;
const scale = values.quick ? QUICK : FULL;
const usualEngines = values.quick ? QUICK_ENGINES : Object.keys(ENGINES);
const engines = values.engines === undefined ? usualEngines : list(values.engines);
const wanted: Wanted = {
  areas: positionals,
  only: list(values.only),
  engines: engines as EngineName[],
};
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const AREAS = Object.keys(budget).filter((area) => area !== 'data');
for (const area of wanted.areas) if (!AREAS.includes(area)) refuse(`there is no area "${area}"`);
for (const engine of wanted.engines) {
  if (!Object.hasOwn(ENGINES, engine)) refuse(`there is no engine "${engine}"`);
}
const actNames = new Set(
  Object.values(budget).flatMap((acts) => Object.keys(acts).map((act) => act.split(': ').at(-1))),
);
for (const act of wanted.only) {
  if (!actNames.has(act)) refuse(`there is no act "${act}"; there are ${[...actNames].join(', ')}`);
}

const chosen = chooseActs(budget, wanted);
const parts = Object.entries(chosen).flatMap(([area, acts]) =>
  Object.entries(acts).map(([act, seconds]) => ({ area, act, seconds })),
);
const startedAt = new Date();
const startedMs = performance.now();
process.stdout.write(
  `${[startedAt.toISOString(), ...describeMachine(), ...describeVersions()].join('\n')}\n`,
);

const profileDir = values.profile ?? null;
const data = makeData(scale.rest, values.data ?? null);
const run: Record<string, (conductor: Conductor) => Promise<void>> = {
  ingest: (conductor) => benchIngest(conductor, scale.ingest),
  data: (conductor) => data.load(conductor, wanted.engines, chosen),
  startup: (conductor) => benchStartup(conductor, data, scale.starts),
  rest: (conductor) => benchRest(conductor, { scale: scale.rest, data, profileDir }),
  stream: (conductor) => benchStream(conductor, { scale: scale.stream, profileDir }),
  webhooks: (conductor) => benchWebhooks(conductor, scale.webhooks),
};

const isWriting = values.write ?? (wanted.only.length === 0 && !values.quick);
const said: Omit<Run, 'seconds'> = {
  date: `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  commit: describeCommit(),
  command: ['npm run bench', ...process.argv.slice(2)].join(' ').replace('bench ', 'bench -- '),
  quick: values.quick,
  machine: describeMachine(),
  versions: describeVersions(),
};
const found: Record<string, ReadonlyMap<string, ActResult>> = {};
beginRun(parts);
try {
  for (const [area, acts] of Object.entries(chosen)) {
    if (Object.keys(acts).length === 0) continue;
    const conductor = makeConductor(area, acts);
    await run[area]?.(conductor);
    found[area] = conductor.results;
    const figures = [...conductor.results.values()].flatMap((result) => result.figures);
    clearProgress();
    if (figures.length > 0) process.stdout.write(`\n${area}\n${tableOf(figures)}`);
    // After each area: what was measured is not lost with a run that is cut off.
    if (isWriting) write();
  }
} finally {
  await data.close();
}
process.stdout.write(`\n${clockText((performance.now() - startedMs) / 1_000)} minutes\n`);
if (isWriting) process.stdout.write('bench/RESULTS.md and docs/figures are written\n');

const problems = Object.values(found).flatMap((results) =>
  [...results].flatMap(([act, { problem }]) => (problem === null ? [] : [`${act}: ${problem}`])),
);
for (const problem of problems) process.stderr.write(`bench: ${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

function write(): void {
  const file = new URL('./results.json', import.meta.url);
  const figures = new URL('../docs/figures/', import.meta.url);
  const results = mergeResults(
    readResults(file),
    { ...said, seconds: (performance.now() - startedMs) / 1_000 },
    found,
    wholeBudget,
  );
  const curves = curvesOf(results);
  writeResults(file, results);
  mkdirSync(figures, { recursive: true });
  for (const plan of CHARTS) {
    const picture = drawPlan(plan, curves);
    if (picture !== null) writeFileSync(new URL(plan.file, figures), picture);
  }
  const pictures = picturesOf(curves, '../docs/figures');
  const page = writePage(results, wholeBudget, pictures);
  writeFileSync(new URL('./RESULTS.md', import.meta.url), page);
}
