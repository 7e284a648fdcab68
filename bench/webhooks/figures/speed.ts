import type { WebhooksScale } from '../../scale.ts';
import { SERVER_CORE } from '../../support/cores.ts';
import { freshDatabase, openBenchStore } from '../../support/database.ts';
import { type Figure, median, perSecond } from '../../support/figure.ts';
import { removeFolder, tempFolder } from '../../support/folders.ts';
import { peersProblem } from '../../support/packages.ts';
import { startScript } from '../../support/processes.ts';
import { progress } from '../../support/progress.ts';
import { type Receiver, startReceiver } from '../receivers.ts';
import { startRedis } from '../redis.ts';
import { addRestaurant, storeOrders } from '../store.ts';

/** Endpoints that take at once, each as many as one of ours may: so many are under way. */
const ENDPOINTS = 4;
const CONCURRENCY = ENDPOINTS * 16;

/** Delivers so many and gives the rate of those that count. */
type Send = (file: string, settings: object) => Promise<number>;

interface Sender {
  name: string;
  /** Null: ours. */
  target: number | null;
  run(): Promise<number>;
}

/**
 * A backlog sent to a local receiver, from the moment at which everybody has run for a while to the last
 * arrival. Ours and the queues find it on disk and write down how each went; the bare loop has one body in
 * memory and writes nothing.
 */
export const benchSpeed = async (
  /** Of the PostgreSQL that ours and a queue are on; null: ours is on SQLite, and that queue is left out. */
  serverUrl: string | null,
  { deliveries, uncounted, rounds }: WebhooksScale,
): Promise<Figure[]> => {
  const receiver = await startReceiver();
  const count = uncounted + deliveries;
  const send: Send = async (file, settings) => {
    await receiver.reset(uncounted);
    const shared = { url: receiver.url('fast'), concurrency: CONCURRENCY, count };
    const script = startScript(
      new URL(file, import.meta.url),
      { ...shared, ...settings },
      SERVER_CORE,
    );
    const seconds = await receiver.secondsFor(count);
    await script.stop();
    return deliveries / seconds;
  };
  const ours: Sender = {
    name: 'ours',
    target: null,
    run: async () => {
      const databaseUrl = serverUrl === null ? null : await freshDatabase(serverUrl);
      return sendOurs(receiver, databaseUrl, count, send);
    },
  };
  const senders = [ours, ...peers(serverUrl, count, await sampleBody(), send)];
  const rates = new Map<Sender, number[]>(senders.map((sender) => [sender, []]));
  const missing = new Map<Sender, string>();
  try {
    // In turn, so that what else the machine does meets all of them.
    for (let round = 1; round <= rounds; round += 1) {
      for (const sender of senders) {
        if (missing.has(sender)) continue;
        progress(`${sender.name}, ${count} deliveries, round ${round} of ${rounds}`);
        try {
          rates.get(sender)?.push(await sender.run());
        } catch (error) {
          // Ours has to work; a peer that is not there leaves its row empty.
          if (sender === ours) throw error;
          missing.set(sender, error instanceof Error ? error.message : String(error));
        }
      }
    }
  } finally {
    await receiver.stop();
  }
  const rateOf = (sender: Sender): number => median(rates.get(sender) ?? []);
  return senders.slice(1).map(
    (peer): Figure => ({
      name: `deliveries, ${CONCURRENCY} at once, beside ${peer.name}`,
      ours: perSecond(rateOf(ours), 1),
      peer: missing.get(peer) ?? perSecond(rateOf(peer), 1),
      ratio: missing.has(peer) ? null : rateOf(ours) / rateOf(peer),
      target: peer.target,
    }),
  );
};

const sendOurs = async (
  receiver: Receiver,
  databaseUrl: string | null,
  count: number,
  send: Send,
): Promise<number> => {
  const target = { dataDir: tempFolder(), databaseUrl };
  const store = await openBenchStore(target);
  for (let n = 0; n < ENDPOINTS; n += 1) await addRestaurant(store, n, receiver.url('fast'));
  await storeOrders(store, count, ENDPOINTS);
  await store.close();
  const rate = await send('../sender.ts', target);
  removeFolder(target.dataDir);
  return rate;
};

const peers = (serverUrl: string | null, count: number, body: string, send: Send): Sender[] => {
  const bare: Sender = {
    name: 'bare undici loop',
    target: 0.4,
    run: async () => {
      await importQueues();
      return send('../peers/bare.ts', { body });
    },
  };
  const bullmq: Sender = {
    name: 'BullMQ on Redis',
    target: 2,
    run: async () => {
      const { fillBullmq } = await importQueues();
      const redis = await startRedis();
      try {
        await fillBullmq(redis.port, count, body);
        return await send('../peers/bullmq.ts', { redisPort: redis.port });
      } finally {
        await redis.stop();
      }
    },
  };
  if (serverUrl === null) return [bare, bullmq];
  const graphile: Sender = {
    name: 'graphile-worker',
    target: 2,
    run: async () => {
      const { fillGraphile } = await importQueues();
      const databaseUrl = await freshDatabase(serverUrl);
      await fillGraphile(databaseUrl, count, body);
      return send('../peers/graphile.ts', { databaseUrl });
    },
  };
  return [bare, bullmq, graphile];
};

/** Imported when they are there. */
const importQueues = async () => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  return import('../peers/queues.ts');
};

/** The bytes of an event, as the peers send them. */
const sampleBody = async (): Promise<string> => {
  const dataDir = tempFolder();
  const store = await openBenchStore({ databaseUrl: null, dataDir });
  await addRestaurant(store, 0, null);
  await storeOrders(store, 1, 1);
  const [event] = await store.log.events('rest_bench_0', 0, 1);
  await store.close();
  removeFolder(dataDir);
  return Buffer.from(event?.body ?? []).toString('utf8');
};
