import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { historyId, longestHistory } from '../../rest/data/orders.ts';
import type { Setup } from '../../rest/setup.ts';
import { SERVER_CORE } from '../../support/cores.ts';
import * as figures from '../../support/figure.ts';
import { peersProblem } from '../../support/packages.ts';
import { runScript } from '../../support/processes.ts';
import { progress } from '../../support/progress.ts';
import type { DuckdbResult } from '../peers/duckdb.ts';
import { startClient, toExport } from '../setup.ts';

const FORMATS = ['csv', 'parquet'] as const;

/** Files that have to be made from the stored orders, beside DuckDB, which makes the same from our NDJSON. */
export const convertedFiles = async (setup: Setup): Promise<figures.Figure[]> => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  const orders = longestHistory(setup.database.size);
  const folder = makeFolder();
  const client = startClient();
  const download = async (formato: string): Promise<number> => {
    progress(`${formato} of ${orders} orders`);
    const request = await toExport(setup, historyId(orders), formato);
    return (await client.api.read(request, join(folder, `ours.${formato}`))).seconds;
  };
  try {
    await download('ndjson');
    const ours = { csv: await download('csv'), parquet: await download('parquet') };
    progress('DuckDB');
    const file = new URL('../peers/duckdb.ts', import.meta.url);
    const core = SERVER_CORE;
    const { seconds, different } = await runScript<DuckdbResult>(file, { folder }, { core });
    const count = figures.countText(orders);
    const speeds = FORMATS.map((format) => {
      const name = `${format} of ${count} orders, beside DuckDB on one core`;
      const [own, theirs] = [orders / ours[format], orders / seconds[format]];
      return figures.ratioFigure(name, own, theirs, figures.perSecond, { atLeast: 0.5 });
    });
    const name = 'rows of both that DuckDB reads otherwise than the API gives them';
    return [...speeds, figures.neverFigure(name, different, figures.countText(2 * orders))];
  } finally {
    await client.stop();
    removeFolder(folder);
  }
};
