import { COMMANDS_PER_ORDER, ndjson, orderLives, restaurantIds } from '../support/commands.ts';
import { ENGINES, engineOf } from '../support/engines.ts';
import { type Curve, type Findings, median, perSecond } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { sendCommands, withServer } from '../support/server.ts';
import { openBarePostgres } from './bare-postgres.ts';
import { readCommits } from './commits.ts';
import { type BareStore, type LogRow, openRowReader } from './rows.ts';

const RESTAURANTS = [1, 10, 100, 1_000];
const ALL = restaurantIds(1_000);
/** Orders that advance concurrently, spread over the restaurants. */
const IN_FLIGHT = 1_000;
const ROUNDS = 3;
const COMMANDS = 6_000;
/** As many as a process of the service uses for commits. */
const CONNECTIONS = 8;

/**
 * Sends the same commands for more and more restaurants in turns, as a platform does through one door. On SQLite those
 * of a thousand are held against those of one; on PostgreSQL, where each restaurant has its own transaction, against a
 * loop of as many transactions with the same rows.
 */
export const spread = (databaseUrl: string | null): Promise<Findings> =>
  withServer(databaseUrl, ALL, async (server, target) => {
    const reader = await openRowReader(target, ALL);
    const bare = databaseUrl === null ? null : await openLoops(databaseUrl);
    const rates = new Map(RESTAURANTS.map((count): [number, number[]] => [count, []]));
    const limit: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      progress(`round ${round} of ${ROUNDS}`);
      for (const count of RESTAURANTS) {
        const lives = orderLives(COMMANDS / COMMANDS_PER_ORDER, ALL.slice(0, count), IN_FLIGHT);
        const before = await readCommits(server);
        const seconds = await sendCommands(server, ndjson(lives));
        const { commands, commits } = await readCommits(server);
        const size = (commands - before.commands) / (commits - before.commits);
        const rows = bare === null ? [] : await reader.next();
        if (round > 0) rates.get(count)?.push(COMMANDS / seconds);
        if (bare === null || count < ALL.length) continue;
        const bareSeconds = await bare.store(rows, Math.max(1, Math.round(size)));
        if (round > 0) limit.push(rows.length / bareSeconds);
      }
    }
    await bare?.close();
    await reader.close();
    const curve: Curve = {
      chart: 'restaurants',
      panel: 'Commands in, spread over all of them',
      xLabel: 'restaurants',
      yLabel: 'commands a second, each on disk',
      name: ENGINES[engineOf(databaseUrl)],
      points: [...rates].map(([count, runs]) => [count, median(runs)]),
    };
    const ours = rates.get(ALL.length) ?? [];
    const one = { name: 'those of one restaurant', runs: rates.get(1) ?? [] };
    const figure = {
      name: 'commands in, spread over 1,000 restaurants',
      engine: '',
      textOf: perSecond,
      ours,
      limit: bare === null ? one : { name: 'bare loop of as many transactions', runs: limit },
      demands: [{ against: 'limit', atLeast: 0.6 } as const],
      detail: `of one restaurant: ${perSecond(median(one.runs))}`,
    };
    return { figures: [figure], curves: [curve] };
  });

/** Several connections, each with the restaurants of its own. */
const openLoops = async (databaseUrl: string) => {
  const loops: BareStore[] = [];
  for (let n = 0; n < CONNECTIONS; n += 1) loops.push(await openBarePostgres(databaseUrl));
  return {
    /** Stores the rows, so many of one restaurant in a transaction; gives the seconds. */
    async store(rows: readonly LogRow[], size: number): Promise<number> {
      const own = [...Map.groupBy(rows, ({ evento }) => evento[0]).values()];
      const startedMs = performance.now();
      await Promise.all(
        loops.map(async ({ store }, n) => {
          const mine = own.filter((_, i) => i % CONNECTIONS === n);
          const longest = Math.max(0, ...mine.map(({ length }) => length));
          for (let at = 0; at < longest; at += size) {
            for (const some of mine) {
              const batch = some.slice(at, at + size);
              if (batch.length > 0) await store(batch);
            }
          }
        }),
      );
      return (performance.now() - startedMs) / 1_000;
    },
    close: () => Promise.all(loops.map(({ close }) => close())),
  };
};
