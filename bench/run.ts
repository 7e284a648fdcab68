import { parseArgs } from 'node:util';
import { benchIngest } from './ingest/ingest.ts';
import { benchStartup } from './startup/startup.ts';
import { type Figure, printFigures } from './support/report.ts';

/** `npm run bench` runs every area; `npm run bench -- ingest --quick` one of them, smaller. */
const AREAS: Record<string, (quick: boolean) => Promise<Figure[]>> = {
  ingest: (quick) =>
    benchIngest({ commands: quick ? 12_000 : 60_000, memoryCommands: quick ? 30_000 : 200_000 }),
  startup: (quick) => benchStartup(quick ? 20_000 : 1_000_000),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(AREAS, name));
if (unknown !== undefined) {
  process.stderr.write(`bench: no area "${unknown}"; there are ${Object.keys(AREAS).join(', ')}\n`);
  process.exit(2);
}
for (const [name, run] of Object.entries(AREAS)) {
  if (positionals.length === 0 || positionals.includes(name)) {
    printFigures(name, await run(values.quick));
  }
}
