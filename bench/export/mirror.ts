import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { historyId, longestHistory } from '../rest/data/orders.ts';
import type { Setup } from '../rest/setup.ts';
import { freshDatabase, withPostgres } from '../support/database.ts';
import { countText, type Figure, perSecond } from '../support/figure.ts';
import { runScript, startProcess } from '../support/processes.ts';
import { progress } from '../support/progress.ts';
import { startDownloads } from './download.ts';

const CLI = new URL('../../clients/cli/src/main.ts', import.meta.url).pathname;
const BARE = new URL('./peers/bare-mirror.ts', import.meta.url);
const PER_SECOND_MIN = 5_000;

/** `comanda sync --once` into an empty PostgreSQL, from the start of the process to its end. */
export const mirrorSpeed = (setup: Setup): Promise<Figure[]> =>
  withPostgres(async (serverUrl) => {
    const orders = longestHistory(setup.database.size);
    const id = historyId(orders);
    const folder = makeFolder();
    const file = join(folder, 'pedidos.ndjson');
    const downloads = startDownloads(setup);
    try {
      await downloads.orders(id, 'ndjson', file);
      progress(`sync of ${orders} orders`);
      const seconds = await syncOnce(setup, id, await freshDatabase(serverUrl));
      progress('the bare loop');
      const databaseUrl = await freshDatabase(serverUrl);
      const bareSeconds = await runScript<number>(BARE, { file, databaseUrl });
      return [
        {
          name: '`comanda sync` into an empty PostgreSQL, orders a second',
          engine: '',
          textOf: perSecond,
          ours: [orders / seconds],
          limit: { name: 'bare loop of the same rows', runs: [orders / bareSeconds] },
          demands: [{ against: null, atLeast: PER_SECOND_MIN }],
          detail: `${countText(orders)} orders`,
        },
      ];
    } finally {
      await downloads.stop();
      removeFolder(folder);
    }
  });

/** The duration in seconds. */
const syncOnce = async (setup: Setup, id: string, to: string): Promise<number> => {
  const key = setup.database.tokens[id]?.[0] ?? '';
  const startedMs = performance.now();
  const { ended } = startProcess([process.execPath, CLI, 'sync', '--to', to, '--once'], {
    env: { COMANDA_URL: setup.server.publicUrl, COMANDA_KEY: key },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const how = await ended;
  if (how !== 'ended with 0') throw new Error(`sync ${how}`);
  return (performance.now() - startedMs) / 1_000;
};
