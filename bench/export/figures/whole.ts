import { LARGE, largeOrders } from '../../rest/data/orders.ts';
import { sqliteFile } from '../../rest/data/sql.ts';
import type { Setup } from '../../rest/setup.ts';
import { countText, type Figure, mebibytes, ratioFigure } from '../../support/figure.ts';
import { startPeer } from '../../support/peer.ts';
import { progress } from '../../support/progress.ts';
import { startClient, toExport } from '../setup.ts';

const MEMORY_MIB_MAX = 100e6 / 2 ** 20;
const SAMPLE_MS = 20;
const perSecond = (bytes: number): string => `${mebibytes(bytes / 2 ** 20)}/s`;

/** The export of all orders of the large restaurant in their stored form: its speed and its memory. */
export const wholeHistory = async (setup: Setup): Promise<Figure[]> => {
  const { server, database } = setup;
  const { dataDir, databaseUrl } = database.target;
  const file = databaseUrl === null ? sqliteFile(dataDir) : '';
  const settings = { file, databaseUrl, restauranteId: LARGE };
  const bare = await startPeer(new URL('../peers/bare.ts', import.meta.url), settings);
  const client = startClient();
  const idleMib = server.memoryMib();
  let peakMib = idleMib;
  const sampling = setInterval(() => {
    peakMib = Math.max(peakMib, server.memoryMib());
  }, SAMPLE_MS);
  try {
    progress('all orders');
    const ours = await client.api.read(await toExport(setup, LARGE, 'ndjson'));
    progress('the bare loop');
    const theirs = await client.api.read({ path: bare.url });
    if (ours.bytes !== theirs.bytes) throw new Error(`${ours.bytes} beside ${theirs.bytes} bytes`);
    const speed = `NDJSON of ${countText(largeOrders(database.size))} orders, beside a bare loop`;
    const [fast, bareFast] = [ours, theirs].map(({ bytes, seconds }) => bytes / seconds);
    const memory = 'memory above idle during it, beside 100 MB';
    return [
      ratioFigure(speed, fast ?? 0, bareFast ?? 0, perSecond, { atLeast: 0.5 }),
      ratioFigure(memory, peakMib - idleMib, MEMORY_MIB_MAX, mebibytes, { atMost: 1 }),
    ];
  } finally {
    clearInterval(sampling);
    await client.stop();
    await bare.stop();
  }
};
