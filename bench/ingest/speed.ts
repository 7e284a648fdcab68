import type { Scale } from '../scale.ts';
import { COMMANDS_PER_ORDER, ndjson, orderLives, restaurantIds } from '../support/commands.ts';
import { type Figure, perSecond, ratioFigure } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { type BenchServer, sendCommands, withServer } from '../support/server.ts';
import { openBarePostgres } from './bare-postgres.ts';
import { openBareSqlite } from './bare-sqlite.ts';
import { type LogRow, readRows } from './rows.ts';

/** Commands before the clock starts: a service runs for months and warms its compiler up once. */
const WARM_UP_COMMANDS = 12_000;
const RESTAURANTS = restaurantIds(20);

/** Commands a second, compared with a loop that stores the same bytes in transactions of the same size. */
export const speed = (databaseUrl: string | null, { ingest }: Scale): Promise<Figure[]> =>
  withServer(databaseUrl, RESTAURANTS, async (server, target) => {
    const orders = (WARM_UP_COMMANDS + ingest.commands) / COMMANDS_PER_ORDER;
    const lives = [...orderLives(orders, RESTAURANTS)];
    progress('warming up');
    await sendCommands(server, ndjson(lives.slice(0, WARM_UP_COMMANDS)));
    progress(`${ingest.commands} commands`);
    const seconds = await sendCommands(server, ndjson(lives.slice(WARM_UP_COMMANDS)));
    const batch = await commandsPerCommit(server);
    await server.stop();
    progress(`the bare loop, ${batch} commands a transaction`);
    const rows = await readRows(target, RESTAURANTS);
    const bare =
      databaseUrl === null ? openBareSqlite(target.dataDir) : await openBarePostgres(databaseUrl);
    const storeAll = async (some: readonly LogRow[]): Promise<void> => {
      for (let at = 0; at < some.length; at += batch) await bare.store(some.slice(at, at + batch));
    };
    await storeAll(rows.slice(0, WARM_UP_COMMANDS));
    const startedMs = performance.now();
    await storeAll(rows.slice(WARM_UP_COMMANDS));
    const bareSeconds = (performance.now() - startedMs) / 1_000;
    await bare.close();
    const name = `ingest, ${batch} commands a transaction, beside a bare loop`;
    const [rate, bareRate] = [ingest.commands / seconds, ingest.commands / bareSeconds];
    return [ratioFigure(name, rate, bareRate, perSecond, { atLeast: 0.5 })];
  });

const commandsPerCommit = async ({ privateUrl, headers }: BenchServer): Promise<number> => {
  const text = await (await fetch(`${privateUrl}/metrics`, { headers })).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  const total = metric('comanda_commit_commands_sum');
  const batch = Math.max(1, Math.round(total / metric('comanda_commit_commands_count')));
  if (!Number.isFinite(batch)) throw new Error('there are no metrics of commits');
  return batch;
};
