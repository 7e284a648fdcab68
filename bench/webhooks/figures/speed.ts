import type { WebhooksScale } from '../../scale.ts';
import { peersProblem } from '../../support/install.ts';
import { progress } from '../../support/progress.ts';
import { type Figure, median, perSecond } from '../../support/report.ts';
import { removeFolder, tempFolder } from '../../support/server.ts';
import { freshDatabase } from '../database.ts';
import { startRedis } from '../peers/redis.ts';
import { startReceiver, startSending } from '../processes.ts';
import { addRestaurant, fill, openScene } from '../scene.ts';

/** Endpoints that take at once, each as many as one of ours may: so many are under way. */
const ENDPOINTS = 4;
const CONCURRENCY = ENDPOINTS * 16;

/** Those that may be missing. */
const PEERS = ['bare', 'bullmq', 'graphile'];

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * A backlog sent to a local receiver, from the moment at which everybody has run for a while to the last
 * arrival. Ours and the queues find it on disk and write down how each went; the bare loop has one body in
 * memory and writes nothing.
 */
export const benchSpeed = async (
  engine: 'SQLite' | 'PostgreSQL',
  /** Of the PostgreSQL that ours and a queue are on; null: ours is on SQLite, and that queue is left out. */
  serverUrl: string | null,
  { deliveries, uncounted, rounds }: WebhooksScale,
): Promise<Figure[]> => {
  const receiver = await startReceiver();
  const count = uncounted + deliveries;
  try {
    const body = await sampleBody();
    const sendAll = async (file: string, settings: object): Promise<number> => {
      await receiver.reset(uncounted);
      const shared = { url: receiver.url('fast'), concurrency: CONCURRENCY, count };
      const sending = startSending(file, { ...shared, ...settings });
      const seconds = await receiver.secondsFor(count);
      await sending.stop();
      return deliveries / seconds;
    };
    const ways: Record<string, () => Promise<number>> = {
      bare: async () => {
        await queues();
        return sendAll('./peers/bare.ts', { body });
      },
      ours: async () => {
        const databaseUrl = serverUrl === null ? null : await freshDatabase(serverUrl);
        return ours(receiver, databaseUrl, count, sendAll);
      },
      bullmq: async () => {
        const { fillBullmq } = await queues();
        const redis = await startRedis();
        try {
          await fillBullmq(redis.port, count, body);
          return await sendAll('./peers/bullmq.ts', { redisPort: redis.port });
        } finally {
          await redis.stop();
        }
      },
      ...(serverUrl !== null && {
        graphile: async () => {
          const { fillGraphile } = await queues();
          const databaseUrl = await freshDatabase(serverUrl);
          await fillGraphile(databaseUrl, count, body);
          return sendAll('./peers/graphile.ts', { databaseUrl });
        },
      }),
    };
    const rates = new Map(Object.keys(ways).map((way): [string, number[]] => [way, []]));
    const missing = new Map<string, string>();
    // In turn, so that a change of the machine's mood meets all of them.
    for (let round = 1; round <= rounds; round += 1) {
      for (const [way, run] of Object.entries(ways)) {
        if (missing.has(way)) continue;
        progress(`${engine}: ${way}, ${count} deliveries, round ${round} of ${rounds}`);
        try {
          rates.get(way)?.push(await run());
        } catch (error) {
          // Ours has to work; a queue that is not there leaves its row empty.
          if (!PEERS.includes(way)) throw error;
          missing.set(way, error instanceof Error ? error.message : String(error));
        }
      }
    }
    const rateOf = (way: string): number => median(rates.get(way) ?? []);
    const figure = (peer: string, name: string, target: number): Figure => ({
      name: `deliveries, ${engine}, ${CONCURRENCY} at once, beside ${name}`,
      ours: perSecond(rateOf('ours'), 1),
      peer: missing.get(peer) ?? perSecond(rateOf(peer), 1),
      ratio: missing.has(peer) ? null : rateOf('ours') / rateOf(peer),
      target,
    });
    return [
      figure('bare', 'bare undici loop', 0.4),
      figure('bullmq', 'BullMQ on Redis', 2),
      ...(serverUrl === null ? [] : [figure('graphile', 'graphile-worker', 2)]),
    ];
  } finally {
    await receiver.stop();
  }
};

const ours = async (
  receiver: Receiver,
  databaseUrl: string | null,
  count: number,
  sendAll: (file: string, settings: object) => Promise<number>,
): Promise<number> => {
  const dataDir = tempFolder();
  const store = await openScene({ databaseUrl, dataDir });
  for (let n = 0; n < ENDPOINTS; n += 1) await addRestaurant(store, n, receiver.url('fast'));
  await fill(store, count, ENDPOINTS);
  await store.close();
  const rate = await sendAll('./sender.ts', { databaseUrl, dataDir });
  removeFolder(dataDir);
  return rate;
};

/** Imported when they are there. */
const queues = async () => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  return import('../peers/fill.ts');
};

/** The bytes of an event, as the peers send them. */
const sampleBody = async (): Promise<string> => {
  const dataDir = tempFolder();
  const store = await openScene({ databaseUrl: null, dataDir });
  await addRestaurant(store, 0, null);
  await fill(store, 1, 1);
  const [event] = await store.log.events('rest_bench_0', 0, 1);
  await store.close();
  removeFolder(dataDir);
  return Buffer.from(event?.body ?? []).toString('utf8');
};
