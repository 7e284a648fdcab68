import { memoryMib } from '../../test/support/machine/process-memory.ts';
import { LARGE, largeOrders } from '../rest/data/orders.ts';
import { sqliteFile } from '../rest/data/sql.ts';
import type { Setup } from '../rest/setup.ts';
import { countText, type Figure, mebibytes } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { startDownloads } from './download.ts';

const ROUNDS = 2;
const SAMPLE_MS = 20;
const perSecond = (bytes: number): string => `${mebibytes(bytes / 2 ** 20)}/s`;

/** The export of all orders of the large restaurant in their stored form: its speed and its memory. */
export const wholeHistory = async (setup: Setup): Promise<Figure[]> => {
  const { server, database, startPeer } = setup;
  const { dataDir, databaseUrl } = database.target;
  const settings = { file: sqliteFile(dataDir), databaseUrl, restauranteId: LARGE };
  const bare = await startPeer(new URL('./peers/bare.ts', import.meta.url), settings);
  const downloads = startDownloads(setup);
  const idleMib = memoryMib(server.pid);
  let peakMib = idleMib;
  const sampling = setInterval(() => {
    peakMib = Math.max(peakMib, memoryMib(server.pid));
  }, SAMPLE_MS);
  try {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 1; round <= ROUNDS; round += 1) {
      progress(`all orders, ${round} of ${ROUNDS}`);
      const own = await downloads.orders(LARGE, 'ndjson');
      const other = await downloads.download(bare.url);
      if (own.bytes !== other.bytes) throw new Error(`${own.bytes} beside ${other.bytes} bytes`);
      ours.push(own.bytes / own.seconds);
      theirs.push(other.bytes / other.seconds);
    }
    const memory = `memory above idle: ${mebibytes(peakMib - idleMib)}`;
    return [
      {
        name: 'export of all orders as NDJSON',
        engine: '',
        textOf: perSecond,
        ours,
        limit: { name: 'bare loop of the same bytes', runs: theirs },
        demands: [{ against: 'limit', atLeast: 0.5 }],
        detail: `${countText(largeOrders(database.size))} orders; ${memory}`,
      },
    ];
  } finally {
    clearInterval(sampling);
    await downloads.stop();
  }
};
