import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { openTestStore } from '../../../test/support/service.ts';
import type { WebhooksScale } from '../../scale.ts';
import { restaurantId } from '../../support/commands.ts';
import {
  countText,
  type Figure,
  mebibytes,
  median,
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
/** Looks at the others without a backlog: first so many to run warm, then as many that count. */
const BEFORE = 2;

/**
 * An endpoint comes back to a long backlog, while others go on. It is caught up with at a capped rate
 * (dispatcher/limits.ts), which takes minutes: they are watched for so many looks, or until nothing of it
 * is left.
 */
export const benchBacklog = async (
  { backlog, backlogSeconds: liveSeconds }: WebhooksScale,
  looks: number,
): Promise<Figure[]> => {
  const receiver = await startReceiver();
  const dataDir = makeFolder();
  const store = await openTestStore({ databaseUrl: null, dataDir });
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
    const memory: number[] = [];
    const during: number[] = [];
    const startedMs = performance.now();
    const isOwed = async () =>
      (await store.webhooks.entregas.owed()).entregas > OTHERS * PER_SECOND;
    while (memory.length < looks && (await isOwed())) {
      during.push(...(await live()));
      memory.push(server.memoryMib());
      progress(`${memory.length * liveSeconds} s into the backlog`);
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    const half = Math.ceil(memory.length / 2);
    const [early, late] = [median(memory.slice(0, half)), median(memory.slice(half))];
    const took = `${Math.round(seconds)} s`;
    const how = (await isOwed()) ? `${took} into it` : `drained in ${took}`;
    const name = `backlog of ${countText(backlog)}, ${how}`;
    const [p99, quiet] = [percentile(during, 0.99), percentile(before, 0.99)];
    const limit = { atMost: 1.2 };
    const time = ratioFigure(
      `${name}: others' p99, beside before`,
      p99,
      quiet,
      milliseconds,
      limit,
    );
    // Half a minute tells how a process that has just started grows, not whether it stays.
    if (looks !== Number.POSITIVE_INFINITY) return [time];
    return [
      time,
      ratioFigure(`${name}: memory, later half to first`, late, early, mebibytes, limit),
    ];
  } finally {
    await store.close();
    await server.stop();
    await receiver.stop();
    removeFolder(dataDir);
  }
};
