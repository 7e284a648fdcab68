import { memoryMib } from '../../test/support/machine/process-memory.ts';
import { LARGE, largeOrders } from '../rest/data/orders.ts';
import { sqliteFile } from '../rest/data/sql.ts';
import type { Setup } from '../rest/setup.ts';
import { countText, type Figure, mebibytes, ratioFigure } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { startDownloads } from './download.ts';

const MEMORY_MIB_MAX = 100e6 / 2 ** 20;
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
    progress('all orders');
    const ours = await downloads.orders(LARGE, 'ndjson');
    progress('the bare loop');
    const theirs = await downloads.download(bare.url);
    if (ours.bytes !== theirs.bytes) throw new Error(`${ours.bytes} beside ${theirs.bytes} bytes`);
    const speed = `NDJSON of ${countText(largeOrders(database.size))} orders, beside a bare loop`;
    const [rate, bareRate] = [ours.bytes / ours.seconds, theirs.bytes / theirs.seconds];
    const memory = 'memory above idle during it, beside 100 MB';
    return [
      ratioFigure(speed, rate, bareRate, perSecond, { atLeast: 0.5 }),
      ratioFigure(memory, peakMib - idleMib, MEMORY_MIB_MAX, mebibytes, { atMost: 1 }),
    ];
  } finally {
    clearInterval(sampling);
    await downloads.stop();
  }
};
