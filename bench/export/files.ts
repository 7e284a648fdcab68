import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { LARGE, largeOrders } from '../rest/data/orders.ts';
import type { Setup } from '../rest/setup.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { countText, type Figure, perSecond } from '../support/figure.ts';
import { runScript } from '../support/processes.ts';
import { progress } from '../support/progress.ts';
import { startDownloads } from './download.ts';
import type { DuckdbSeconds } from './peers/duckdb.ts';

const DUCKDB = new URL('./peers/duckdb.ts', import.meta.url);
const FORMATS = ['csv', 'parquet'] as const;

/** Formats that have to be converted from the stored orders, compared with DuckDB, which converts our NDJSON. */
export const convertedFiles = async (setup: Setup): Promise<Figure[]> => {
  const orders = largeOrders(setup.database.size);
  const folder = makeFolder();
  const downloads = startDownloads(setup);
  const seconds = async (formato: string): Promise<number> => {
    progress(`${formato} of ${countText(orders)} orders`);
    return (await downloads.orders(LARGE, formato, join(folder, `ours.${formato}`))).seconds;
  };
  try {
    await seconds('ndjson');
    const ours = { csv: await seconds('csv'), parquet: await seconds('parquet') };
    progress('DuckDB');
    const theirs = await runScript<DuckdbSeconds>(DUCKDB, { folder }, { core: SERVER_CORE });
    const sum = (each: DuckdbSeconds): number => each.csv + each.parquet;
    const rates = FORMATS.map((format) => `${format}: ${perSecond(orders / ours[format])}`);
    return [
      {
        name: 'export of all orders as CSV and as Parquet, orders a second',
        engine: '',
        textOf: perSecond,
        ours: [(2 * orders) / sum(ours)],
        instead: { name: 'DuckDB on one core', runs: [(2 * orders) / sum(theirs)] },
        demands: [{ against: 'instead', atLeast: 0.5 }],
        detail: rates.join(', '),
      },
    ];
  } finally {
    await downloads.stop();
    removeFolder(folder);
  }
};
