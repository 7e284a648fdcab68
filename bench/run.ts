import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchIngest } from './ingest/ingest.ts';
import { benchRest } from './rest/rest.ts';
import { FULL, QUICK } from './rest/scale.ts';
import { benchStartup } from './startup/startup.ts';
import { STREAM_FULL, STREAM_QUICK } from './stream/scale.ts';
import { benchStream } from './stream/stream.ts';
import { type Figure, printFigures } from './support/report.ts';
import { benchWebhooks } from './webhooks/webhooks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    /** rest, stream, webhooks: only these of its figures, by name. */
    only: { type: 'string', default: '' },
    /** rest, stream: one of them, or both. */
    engines: { type: 'string', default: 'sqlite,postgres' },
    /** rest: a folder whose data is made once and used again. */
    data: { type: 'string' },
    /** rest, stream: where processor profiles of the server go. */
    profile: { type: 'string' },
  },
});
const { quick } = values;

/** `npm run bench` runs every area; `npm run bench -- ingest --quick` one of them, smaller. */
const AREAS: Record<string, () => Promise<Figure[]>> = {
  ingest: () =>
    benchIngest({ commands: quick ? 12_000 : 60_000, memoryCommands: quick ? 30_000 : 200_000 }),
  startup: () => benchStartup(quick ? 20_000 : 1_000_000),
  rest: () =>
    benchRest({
      scale: quick ? QUICK : FULL,
      engines: values.engines.split(','),
      dataDir: values.data ?? null,
      profileDir: values.profile ?? null,
      only: values.only.split(',').filter(Boolean),
    }),
  stream: () =>
    benchStream({
      scale: quick ? STREAM_QUICK : STREAM_FULL,
      engines: values.engines.split(','),
      profileDir: values.profile ?? null,
      only: values.only.split(',').filter(Boolean),
    }),
  webhooks: () =>
    benchWebhooks({
      deliveries: quick ? 4_000 : 20_000,
      isolationSeconds: quick ? 10 : 40,
      backlog: quick ? 5_000 : 100_000,
      only: values.only.split(',').filter(Boolean),
    }),
};

const unknown = positionals.find((name) => !Object.hasOwn(AREAS, name));
if (unknown !== undefined) {
  process.stderr.write(`bench: no area "${unknown}"; there are ${Object.keys(AREAS).join(', ')}\n`);
  process.exit(2);
}
const [cpu] = cpus();
process.stdout.write(
  `${new Date().toISOString()}, Node ${process.version}, ${process.platform} ${process.arch}, ` +
    `${cpus().length} × ${cpu?.model ?? 'unknown processor'}\n`,
);
for (const [name, run] of Object.entries(AREAS)) {
  if (positionals.length === 0 || positionals.includes(name)) printFigures(name, await run());
}
