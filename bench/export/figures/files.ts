import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { historyId, LARGE, largeOrders, longestHistory } from '../../rest/data/orders.ts';
import type { Setup } from '../../rest/setup.ts';
import { SERVER_CORE } from '../../support/cores.ts';
import * as figures from '../../support/figure.ts';
import { peersProblem } from '../../support/packages.ts';
import { runScript } from '../../support/processes.ts';
import { progress } from '../../support/progress.ts';
import type { DuckdbResult } from '../peers/duckdb.ts';
import { startClient, toExport } from '../setup.ts';

const DUCKDB = new URL('../peers/duckdb.ts', import.meta.url);
const FORMATS = ['csv', 'parquet'] as const;

/** Formats that have to be converted from the stored orders, compared with DuckDB, which converts our NDJSON. */
export const convertedFiles = async (setup: Setup): Promise<figures.Figure[]> => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  const { size } = setup.database;
  const all = await makeFiles(setup, LARGE, largeOrders(size), { compare: false });
  const speeds = FORMATS.map((format) => {
    const name = `${format} of ${figures.countText(all.orders)} orders, beside DuckDB on one core`;
    const [rate, peerRate] = [all.orders / all.ours[format], all.orders / all.theirs[format]];
    return figures.ratioFigure(name, rate, peerRate, figures.perSecond, { atLeast: 0.5 });
  });
  // Comparing every row takes longer than making it, so that a smaller restaurant has to do.
  const few = longestHistory(size);
  const { different } = await makeFiles(setup, historyId(few), few, { compare: true });
  const name = 'rows of both that DuckDB reads otherwise than the API gives them';
  return [...speeds, figures.neverFigure(name, different, figures.countText(2 * few))];
};

/** Seconds that both take for the files of one restaurant. */
const makeFiles = async (
  setup: Setup,
  restauranteId: string,
  orders: number,
  { compare }: { compare: boolean },
) => {
  const folder = makeFolder();
  const client = startClient();
  const download = async (formato: string): Promise<number> => {
    progress(`${formato} of ${figures.countText(orders)} orders`);
    const request = await toExport(setup, restauranteId, formato);
    return (await client.api.read(request, join(folder, `ours.${formato}`))).seconds;
  };
  try {
    await download('ndjson');
    const ours = { csv: await download('csv'), parquet: await download('parquet') };
    progress('DuckDB');
    const { seconds: theirs, different } = await runScript<DuckdbResult>(
      DUCKDB,
      { folder, compare },
      { core: SERVER_CORE },
    );
    return { orders, ours, theirs, different };
  } finally {
    await client.stop();
    removeFolder(folder);
  }
};
