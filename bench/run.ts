import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { COMPILE_CACHE } from '../test/support/global-setup.ts';
import * as plan from './budget.ts';
import { benchClients } from './clients/clients.ts';
import { benchExport } from './export/export.ts';
import { benchIngest } from './ingest/ingest.ts';
import { drawCharts } from './report/charts.ts';
import { describeCommit, describeMachine, describeVersions } from './report/machine.ts';
import { type Areas, writePage } from './report/page.ts';
import { fillScaling } from './report/scaling.ts';
import { makeDatabases } from './rest/data/databases.ts';
import { benchRest } from './rest/rest.ts';
import { FULL, QUICK } from './scale.ts';
import { benchStartup } from './startup/startup.ts';
import { benchStream } from './stream/stream.ts';
import { tableOf } from './support/figure.ts';
import { beginRun, clockText } from './support/progress.ts';
import { makeRunner, type Runner } from './support/runner.ts';
import { profileServers } from './support/server.ts';
import { benchWebhooks } from './webhooks/webhooks.ts';

const USAGE = `npm run bench -- [area …] [--quick] [--only name,name] [--engines sqlite,postgres]
                 [--profile DIR] [--no-write]

areas: ingest, startup, rest, export, clients, stream, webhooks; none: all of them
`;

// Servers are started without bin/comanda.mjs, which would set this as well.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;

const { values, positionals: areas } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    engines: { type: 'string' },
    profile: { type: 'string' },
    write: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

const allEngines = Object.keys(plan.ENGINES);
const only = values.only.split(',').filter(Boolean);
const engines = values.engines?.split(',') ?? (values.quick ? plan.QUICK_ENGINES : allEngines);
const budget = values.quick ? plan.QUICK_BUDGET : plan.FULL_BUDGET;
const scale = values.quick ? QUICK : FULL;

const checkKnown = (kind: string, asked: readonly string[], known: Iterable<string>): void => {
  const names = [...new Set(known)];
  const unknown = asked.find((each) => !names.includes(each));
  if (unknown === undefined) return;
  const problem = `there is no ${kind} "${unknown}"; there are ${names.join(', ')}`;
  process.stderr.write(`bench: ${problem}\n${USAGE}`);
  process.exit(2);
};
checkKnown('area', areas, Object.keys(budget));
checkKnown('engine', engines, allEngines);
checkKnown('measurement', only, Object.values(budget).flatMap(Object.keys).map(plan.plainName));
const chosen = plan.choose(budget, { areas, only, engines: engines as plan.EngineName[] });

if (values.profile !== undefined) profileServers(values.profile);
const startedMs = performance.now();
const commit = describeCommit();
process.stdout.write(`${describeMachine()}\n`);

const databases = makeDatabases(scale.rest);
const benches: Record<string, (runner: Runner) => Promise<void>> = {
  ingest: (runner) => benchIngest(runner, scale.ingest),
  [plan.DATA_AREA]: (runner) => databases.load(runner, chosen),
  startup: (runner) => benchStartup(runner, databases, scale.starts),
  rest: (runner) => benchRest(runner, databases, scale.rest),
  export: (runner) => benchExport(runner, databases, scale),
  clients: (runner) => benchClients(runner, databases, scale),
  stream: (runner) => benchStream(runner, scale.stream),
  webhooks: (runner) => benchWebhooks(runner, scale.webhooks),
};
const found: Areas = {};
beginRun(chosen);
try {
  for (const [area, asked] of Object.entries(chosen)) {
    if (Object.keys(asked).length === 0) continue;
    const runner = makeRunner(area, asked);
    await benches[area]?.(runner);
    found[area] = runner.results;
    const figures = [...runner.results.values()].flatMap((result) => result.figures);
    if (figures.length > 0) process.stdout.write(`\n${area}\n${tableOf(figures)}`);
  }
} finally {
  await databases.close();
}
const seconds = (performance.now() - startedMs) / 1_000;
process.stdout.write(`\n${clockText(seconds)} minutes\n`);
// Only a whole run is written, so that all figures of the page are of one commit and one machine.
const isPart = areas.length > 0 || only.length > 0 || engines.length < allEngines.length;
if (values.write && !isPart && !values.quick && values.profile === undefined) write();
for (const [name, { problem }] of Object.values(found).flatMap((results) => [...results])) {
  if (problem === null) continue;
  process.stderr.write(`bench: ${name}: ${problem}\n`);
  process.exitCode = 1;
}

function write(): void {
  const measured = Object.values(found).flatMap((results) => [...results.values()]);
  const charts = drawCharts(measured.flatMap(({ curves }) => curves));
  const pictures = new URL('../docs/figures/', import.meta.url);
  mkdirSync(pictures, { recursive: true });
  for (const { name, svg } of charts) writeFileSync(new URL(`${name}.svg`, pictures), svg);
  const date = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  // Peers and tools are installed when they are first needed.
  const machine = [describeMachine(), ...describeVersions()];
  const page = writePage({ date, commit, machine, seconds }, found, budget, charts);
  writeFileSync(new URL('./RESULTS.md', import.meta.url), page);
  const guide = new URL('../docs/guides/scaling.md', import.meta.url);
  const figures = measured.flatMap((each) => each.figures);
  writeFileSync(guide, fillScaling(readFileSync(guide, 'utf8'), figures));
}
