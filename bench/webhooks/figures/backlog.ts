import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import type { WebhooksScale } from '../../scale.ts';
import { restaurantId } from '../../support/commands.ts';
import { openStoreWithoutSync } from '../../support/database.ts';
import {
  countText,
  type Figure,
  milliseconds,
  percentile,
  ratioFigure,
} from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { startReceiver } from '../receivers.ts';
import { makeChanges, startService } from '../service.ts';
import { addRestaurant, addWebhook, auditEntry, storeOrders, webhookId } from '../store.ts';

const OTHERS = 20;
const PER_SECOND = 40;
/** Measurements of the other endpoints without a backlog: so many for the warm-up, and as many that count. */
const BEFORE = 2;
/** Measurements during the backlog: catching up at the capped rate (dispatcher/limits.ts) takes minutes. */
const DURING = 6;

/** An endpoint comes back to a long backlog while others continue. */
export const benchBacklog = async ({
  backlog,
  backlogSeconds: liveSeconds,
}: WebhooksScale): Promise<Figure[]> => {
  const receiver = await startReceiver();
  const dataDir = makeFolder();
  const store = await openStoreWithoutSync({ databaseUrl: null, dataDir });
  await addRestaurant(store, 0);
  await addWebhook(store, 0, receiver.url('back'), false);
  progress(`a backlog of ${backlog}`);
  await storeOrders(store, backlog, 1);
  for (let n = 1; n <= OTHERS; n += 1) {
    await addRestaurant(store, n);
    await addWebhook(store, n, receiver.url('others'));
  }
  const server = await startService(dataDir, null);
  try {
    const change = await makeChanges(server, OTHERS + 1);
    const live = async (): Promise<number[]> => {
      await receiver.reset();
      await change(PER_SECOND, liveSeconds);
      await sleep(500);
      return (await receiver.tally()).latencies['others'] ?? [];
    };
    for (let look = 0; look < BEFORE; look += 1) await live();
    const before: number[] = [];
    for (let look = 0; look < BEFORE; look += 1) before.push(...(await live()));
    const entry = auditEntry(0, 'webhook.activado');
    await store.webhooks.activate(restaurantId(0), webhookId(0), entry);
    const during: number[] = [];
    for (let look = 1; look <= DURING; look += 1) {
      progress(`${look * liveSeconds} s into the backlog`);
      during.push(...(await live()));
    }
    const { entregas: owed } = await store.webhooks.entregas.owed();
    if (owed === 0) throw new Error('the backlog was over before the others were watched');
    const name = `others' p99, ${DURING * liveSeconds} s into a backlog of ${countText(backlog)}, beside before`;
    const [p99, quiet] = [percentile(during, 0.99), percentile(before, 0.99)];
    return [ratioFigure(name, p99, quiet, milliseconds, { atMost: 1.2 })];
  } finally {
    await store.close();
    await server.stop();
    await receiver.stop();
    removeFolder(dataDir);
  }
};
