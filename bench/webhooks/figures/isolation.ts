import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { openTestStore } from '../../../test/support/service.ts';
import { type Figure, milliseconds, percentile, ratioFigure } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { startReceiver } from '../receivers.ts';
import { makeChanges, startService } from '../service.ts';
import { addRestaurant, addWebhook } from '../store.ts';

const RESTAURANTS = 200;
const PER_SECOND = 100;
/** Warm-up at twice the pace. */
const WARM_UP = [200, 8] as const;
/** During this time the first deliveries reveal which endpoints do not answer. */
const ARRIVAL = [PER_SECOND, 2.5] as const;
const SETTLE_MS = 1_000;

/**
 * The time from commit to receipt at 100 endpoints, without and then with 100 others that never answer. One process
 * on one database measures both, because a restarted one may behave differently.
 */
export const benchIsolation = async (
  databaseUrl: string | null,
  seconds: number,
): Promise<Figure[]> => {
  const receiver = await startReceiver();
  const dataDir = makeFolder();
  const store = await openTestStore({ databaseUrl, dataDir });
  for (let n = 0; n < RESTAURANTS; n += 1) {
    await addRestaurant(store, n);
    if (n % 2 === 0) await addWebhook(store, n, receiver.url('healthy'));
  }
  const server = await startService(dataDir, databaseUrl);
  try {
    const change = await makeChanges(server, RESTAURANTS);
    const p99 = async (): Promise<number> => {
      await sleep(SETTLE_MS);
      await receiver.reset();
      await change(PER_SECOND, seconds);
      await sleep(SETTLE_MS);
      return percentile((await receiver.tally()).latencies['healthy'] ?? [], 0.99);
    };
    progress('without black holes');
    await change(...WARM_UP);
    const without = await p99();
    progress('with black holes');
    for (let n = 1; n < RESTAURANTS; n += 2) await addWebhook(store, n, receiver.url('hole'));
    await change(...ARRIVAL);
    const beside = await p99();
    const name = 'commit to receipt, p99, 100 black holes among 200, beside without them';
    return [ratioFigure(name, beside, without, milliseconds, { atMost: 1.2 })];
  } finally {
    await store.close();
    // A graceful stop would wait for a hundred answers that never come.
    await server.stop('SIGKILL');
    await receiver.stop();
    removeFolder(dataDir);
  }
};
