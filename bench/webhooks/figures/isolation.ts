import { setTimeout as sleep } from 'node:timers/promises';
import { progress } from '../../support/progress.ts';
import type { Figure } from '../../support/report.ts';
import { removeFolder, tempFolder } from '../../support/server.ts';
import { freshDatabase } from '../database.ts';
import { liveOrders, percentile, startService } from '../live.ts';
import { startReceiver } from '../processes.ts';
import { addRestaurant, openScene } from '../scene.ts';

const RESTAURANTS = 200;
const PER_SECOND = 100;
const SETTLE_MS = 2_000;

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** From commit to receipt at 100 endpoints, without and with 100 others that never answer. */
export const benchIsolation = async (serverUrl: string, seconds: number): Promise<Figure[]> => {
  const receiver = await startReceiver();
  try {
    const figures: Figure[] = [];
    for (const engine of ['SQLite', 'PostgreSQL']) {
      const p99 = async (holes: boolean): Promise<number> => {
        const databaseUrl = engine === 'SQLite' ? null : await freshDatabase(serverUrl);
        progress(`isolation on ${engine}, ${holes ? 'with' : 'without'} black holes`);
        return measure(receiver, { databaseUrl, holes, seconds });
      };
      const without = await p99(false);
      const beside = await p99(true);
      figures.push({
        name: `commit to receipt, p99, ${engine}, 100 black holes among 200`,
        ours: `${beside.toFixed(0)} ms`,
        peer: `${without.toFixed(0)} ms (without them)`,
        ratio: beside / without,
        target: 1.2,
        atMost: true,
      });
    }
    return figures;
  } finally {
    await receiver.stop();
  }
};

const measure = async (
  receiver: Receiver,
  { databaseUrl, holes, seconds }: { databaseUrl: string | null; holes: boolean; seconds: number },
): Promise<number> => {
  const dataDir = tempFolder();
  const store = await openScene({ databaseUrl, dataDir });
  for (let n = 0; n < RESTAURANTS; n += 1) {
    const hole = holes ? receiver.url('hole') : null;
    await addRestaurant(store, n, n % 2 === 0 ? receiver.url('healthy') : hole);
  }
  await store.close();
  const server = await startService(dataDir, databaseUrl);
  try {
    // The first deliveries prove the endpoints, and show who does not answer.
    await liveOrders(server, RESTAURANTS, { perSecond: PER_SECOND, seconds: seconds / 4 });
    await sleep(SETTLE_MS);
    await receiver.reset();
    await liveOrders(server, RESTAURANTS, { perSecond: PER_SECOND, seconds });
    await sleep(SETTLE_MS);
    const { latencies } = await receiver.tally();
    return percentile(latencies['healthy'] ?? [], 0.99);
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
};
