import type { Scale } from '../scale.ts';
import { COMMANDS_PER_ORDER, ndjson, orderLives, restaurantIds } from '../support/commands.ts';
import { type Figure, perSecond } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { sendCommands, withServer } from '../support/server.ts';
import { openBarePostgres } from './bare-postgres.ts';
import { openBareSqlite } from './bare-sqlite.ts';
import { readCommits } from './commits.ts';
import { openRowReader } from './rows.ts';

const RESTAURANTS = restaurantIds(20);

/** Commands a second, in turns with a loop that stores the same rows in transactions of the same size. */
export const speed = (databaseUrl: string | null, { ingest }: Scale): Promise<Figure[]> =>
  withServer(databaseUrl, RESTAURANTS, async (server, target) => {
    const reader = await openRowReader(target, RESTAURANTS);
    const bare =
      databaseUrl === null ? openBareSqlite(target.dataDir) : await openBarePostgres(databaseUrl);
    const [ours, limit]: [number[], number[]] = [[], []];
    let batch = 0;
    // The first round does not count: a service runs for months and warms its compiler up once.
    for (let round = 0; round <= ingest.rounds; round += 1) {
      progress(`commands, ${round} of ${ingest.rounds}`);
      const lives = [...orderLives(ingest.commands / COMMANDS_PER_ORDER, RESTAURANTS)];
      const before = await readCommits(server);
      const seconds = await sendCommands(server, ndjson(lives));
      const { commands, commits } = await readCommits(server);
      batch = Math.max(1, Math.round((commands - before.commands) / (commits - before.commits)));
      const rows = await reader.next();
      const startedMs = performance.now();
      for (let at = 0; at < rows.length; at += batch) await bare.store(rows.slice(at, at + batch));
      const bareSeconds = (performance.now() - startedMs) / 1_000;
      if (round === 0) continue;
      ours.push(lives.length / seconds);
      limit.push(rows.length / bareSeconds);
    }
    await bare.close();
    await reader.close();
    return [
      {
        name: 'commands in, of 20 restaurants at once',
        engine: '',
        textOf: perSecond,
        ours,
        limit: { name: 'bare loop of the same rows', runs: limit },
        demands: [{ against: 'limit', atLeast: 0.5 }],
        detail: `${batch} commands a transaction`,
      },
    ];
  });
