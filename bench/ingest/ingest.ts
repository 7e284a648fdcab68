import { startPostgres } from '../../test/support/postgres/postgres.ts';
import type { IngestScale } from '../scale.ts';
import type { Conductor } from '../support/conductor.ts';
import {
  COMMANDS_PER_ORDER,
  chunkedNdjson,
  lifecycles,
  ndjson,
  restaurantCommands,
} from '../support/lifecycles.ts';
import { progress } from '../support/progress.ts';
import { type Figure, median, perSecond } from '../support/report.ts';
import { sendCommands } from '../support/send.ts';
import { type BenchServer, removeFolder, startServer, tempFolder } from '../support/server.ts';
import { barePostgres } from './bare-postgres.ts';
import { bareSqlite } from './bare-sqlite.ts';
import { type LogRow, readRows } from './rows.ts';

const RESTAURANTS = 20;
/** Sent before the clock starts: a service runs for months, its compiler warms up once. */
const WARM_UP_COMMANDS = 12_000;
const MEMORY_SAMPLES = 20;

/** Whole order lives through POST /commands, durable before each answer, against a bare loop. */
export const benchIngest = async ({ act }: Conductor, scale: IngestScale): Promise<void> => {
  await act('SQLite: speed', () => benchEngine('SQLite', null, scale));
  await act('PostgreSQL: speed', async () => {
    const postgres = await startPostgres({ durable: true });
    try {
      return await benchEngine('PostgreSQL', postgres.url, scale);
    } finally {
      await postgres.stop();
    }
  });
  await act('memory', async () => [await benchMemory(scale.memoryCommands)]);
};

const benchEngine = async (
  engine: string,
  databaseUrl: string | null,
  { commands }: IngestScale,
): Promise<Figure[]> => {
  const dataDir = tempFolder();
  const server = await startServer({ dataDir, ...(databaseUrl && { databaseUrl }) });
  try {
    await sendCommands(server, [ndjson(restaurantCommands(RESTAURANTS))]);
    const orders = (WARM_UP_COMMANDS + commands) / COMMANDS_PER_ORDER;
    const lives = [...lifecycles(orders, RESTAURANTS)];
    progress(`${engine}: warming up`);
    const warm = await sendCommands(server, [ndjson(lives.slice(0, WARM_UP_COMMANDS))]);
    progress(`${engine}: ${commands} commands`);
    const sent = await sendCommands(server, [ndjson(lives.slice(WARM_UP_COMMANDS))]);
    const refused = warm.refused + sent.refused;
    if (refused > 0) throw new Error(`${refused} commands were refused`);
    const batch = await commandsPerCommit(server, engine);
    await server.stop();
    progress(`${engine}: the bare loop, ${batch} commands a transaction`);
    const rows = await readRows({ dataDir, databaseUrl }, RESTAURANTS);
    const bareSeconds = await bare(dataDir, databaseUrl, rows, batch);
    return [
      {
        name: `ingest, ${engine}, ${batch} commands a transaction`,
        ours: perSecond(sent.accepted, sent.seconds),
        peer: `${perSecond(commands, bareSeconds)} (bare loop)`,
        ratio: sent.accepted / sent.seconds / (commands / bareSeconds),
        target: 0.5,
      },
    ];
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
};

/** The bare loop gets transactions of the size that ours turned out to have. */
const commandsPerCommit = async (server: BenchServer, engine: string): Promise<number> => {
  const total = await server.metric('comanda_commit_commands_sum');
  const commits = await server.metric('comanda_commit_commands_count');
  const batch = Math.max(1, Math.round(total / commits));
  if (!Number.isFinite(batch)) throw new Error(`no commit metrics on ${engine}`);
  return batch;
};

/** The time of what is stored after the same warm-up. */
const bare = (
  dataDir: string,
  databaseUrl: string | null,
  rows: readonly LogRow[],
  batch: number,
): Promise<number> =>
  databaseUrl === null
    ? Promise.resolve(bareSqlite(dataDir, rows, batch, WARM_UP_COMMANDS))
    : barePostgres(databaseUrl, rows, batch, WARM_UP_COMMANDS);

/** Memory over a long upload: the later half against the earlier one. */
const benchMemory = async (commands: number): Promise<Figure> => {
  const dataDir = tempFolder();
  const server = await startServer({ dataDir });
  try {
    await sendCommands(server, [ndjson(restaurantCommands(RESTAURANTS))]);
    const samples: number[] = [];
    const lives = lifecycles(commands / COMMANDS_PER_ORDER, RESTAURANTS);
    await sendCommands(server, chunkedNdjson(lives, commands / MEMORY_SAMPLES), () => {
      samples.push(server.memoryMib());
      progress(
        `memory: ${Math.round(samples.at(-1) ?? 0)} MiB after ${samples.length} of ${MEMORY_SAMPLES}`,
      );
    });
    const half = samples.length / 2;
    const early = median(samples.slice(half / 2, half));
    const late = median(samples.slice(half));
    return {
      name: `memory over ${commands.toLocaleString('en')} commands, later half to second quarter`,
      ours: `${Math.round(late)} MiB`,
      peer: `${Math.round(early)} MiB`,
      ratio: late / early,
      target: 1.2,
      atMost: true,
    };
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
};
