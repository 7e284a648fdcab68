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

const DUCKDB = new URL('../peers/duckdb.ts', import.meta.url);
/** In turns: what else the machine does meets both. */
const ROUNDS = 5;
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
    const [ours, theirs]: [DuckdbResult['seconds'][], DuckdbResult['seconds'][]] = [[], []];
    let different = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      ours.push({ csv: await download('csv'), parquet: await download('parquet') });
      progress(`DuckDB, ${round} of ${ROUNDS}`);
      const settings = { folder, compare: round === ROUNDS };
      const result = await runScript<DuckdbResult>(DUCKDB, settings, { core: SERVER_CORE });
      theirs.push(result.seconds);
      different += result.different;
    }
    const [own, peer] = [figures.mediansOf(ours), figures.mediansOf(theirs)];
    const count = figures.countText(orders);
    const speeds = FORMATS.map((format) => {
      const name = `${format} of ${count} orders, beside DuckDB on one core`;
      const [rate, peerRate] = [orders / own[format], orders / peer[format]];
      return figures.ratioFigure(name, rate, peerRate, figures.perSecond, { atLeast: 0.5 });
    });
    const name = 'rows of both that DuckDB reads otherwise than the API gives them';
    const rows = figures.countText(2 * orders);
    return [...speeds, figures.neverFigure(name, different, rows)];
  } finally {
    await client.stop();
    removeFolder(folder);
  }
};
