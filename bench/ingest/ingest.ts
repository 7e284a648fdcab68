import type { IngestScale } from '../scale.ts';
import {
  COMMANDS_PER_ORDER,
  ndjson,
  orderLives,
  restaurantIds,
  saveRestaurant,
} from '../support/commands.ts';
import {
  countText,
  type Figure,
  mebibytes,
  median,
  perSecond,
  ratioFigure,
} from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { measureOnEach, type Runner } from '../support/runner.ts';
import { sendCommands } from '../support/send.ts';
import { type BenchServer, withServer } from '../support/server.ts';
import { storeInPostgres } from './bare-postgres.ts';
import { storeInSqlite } from './bare-sqlite.ts';
import { readRows } from './rows.ts';
import { spread } from './spread.ts';

const RESTAURANTS = restaurantIds(20);
/** Commands before the clock starts: a service runs for months and warms its compiler up once. */
const WARM_UP_COMMANDS = 12_000;
const MEMORY_SAMPLES = 20;

/** Whole lives of orders through POST /commands, each command on disk before it is answered. */
export const benchIngest = async (runner: Runner, scale: IngestScale): Promise<void> => {
  await measureOnEach(runner, 'speed', (databaseUrl) => speed(databaseUrl, scale.commands));
  await measureOnEach(runner, 'spread', (databaseUrl) => spread(databaseUrl, scale.spreadCommands));
  await runner.measure('memory', () => memory(scale.memoryCommands));
};

/** Commands a second, compared with a loop that stores the same bytes in transactions of the same size. */
const speed = (databaseUrl: string | null, commands: number): Promise<Figure[]> =>
  withServer(databaseUrl, async (server, target) => {
    await sendCommands(server, ndjson(RESTAURANTS.map(saveRestaurant)));
    const lives = [...orderLives((WARM_UP_COMMANDS + commands) / COMMANDS_PER_ORDER, RESTAURANTS)];
    progress('warming up');
    await sendCommands(server, ndjson(lives.slice(0, WARM_UP_COMMANDS)));
    progress(`${commands} commands`);
    const seconds = await sendCommands(server, ndjson(lives.slice(WARM_UP_COMMANDS)));
    const batch = await commandsPerCommit(server);
    await server.stop();
    progress(`the bare loop, ${batch} commands a transaction`);
    const rows = await readRows(target, RESTAURANTS);
    const bareSeconds =
      databaseUrl === null
        ? storeInSqlite(target.dataDir, rows, batch, WARM_UP_COMMANDS)
        : await storeInPostgres(databaseUrl, rows, batch, WARM_UP_COMMANDS);
    const name = `ingest, ${batch} commands a transaction, beside a bare loop`;
    const [ours, bare] = [commands / seconds, commands / bareSeconds];
    return [ratioFigure(name, ours, bare, perSecond, { atLeast: 0.5 })];
  });

const commandsPerCommit = async (server: BenchServer): Promise<number> => {
  const total = await server.metric('comanda_commit_commands_sum');
  const commits = await server.metric('comanda_commit_commands_count');
  const batch = Math.max(1, Math.round(total / commits));
  if (!Number.isFinite(batch)) throw new Error('there are no metrics of commits');
  return batch;
};

/** Memory over a long upload: its later half compared with its second quarter. */
const memory = (commands: number): Promise<Figure[]> =>
  withServer(null, async (server) => {
    await sendCommands(server, ndjson(RESTAURANTS.map(saveRestaurant)));
    const samples: number[] = [];
    for (let sample = 1; sample <= MEMORY_SAMPLES; sample += 1) {
      const orders = commands / MEMORY_SAMPLES / COMMANDS_PER_ORDER;
      await sendCommands(server, ndjson(orderLives(Math.round(orders), RESTAURANTS)));
      samples.push(server.memoryMib());
      progress(`memory, ${sample} of ${MEMORY_SAMPLES}`);
    }
    const half = samples.length / 2;
    const early = median(samples.slice(half / 2, half));
    const late = median(samples.slice(half));
    const name = `memory over ${countText(commands)} commands, later half to second quarter`;
    return [ratioFigure(name, late, early, mebibytes, { atMost: 1.2 })];
  });
