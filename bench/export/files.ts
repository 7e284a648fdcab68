import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { LARGE, largeOrders } from '../rest/data/orders.ts';
import type { Setup } from '../rest/setup.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { countText, type Figure, perSecond, ratioFigure } from '../support/figure.ts';
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
    return FORMATS.map((format) => {
      const name = `${format} of ${countText(orders)} orders, beside DuckDB on one core`;
      const [rate, peerRate] = [orders / ours[format], orders / theirs[format]];
      return ratioFigure(name, rate, peerRate, perSecond, { atLeast: 0.5 });
    });
  } finally {
    await downloads.stop();
    removeFolder(folder);
  }
};
