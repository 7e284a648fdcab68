import { type Figure, median, perSecond, progress } from '../../support/report.ts';
import { removeFolder, tempFolder } from '../../support/server.ts';
import { freshDatabase } from '../database.ts';
import { fillBullmq, fillGraphile, startRedis } from '../peers/fill.ts';
import { startReceiver, startSending } from '../processes.ts';
import { addRestaurant, fill, openScene } from '../scene.ts';

/** Endpoints that take at once, each as many as one of ours may: so many are under way. */
const ENDPOINTS = 4;
const CONCURRENCY = ENDPOINTS * 16;
const ROUNDS = 3;

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * A backlog sent to a local receiver, from the first arrival to the last. Ours and the queues find it on
 * disk and write down how each went; the bare loop has one body in memory and writes nothing.
 */
export const benchSpeed = async (serverUrl: string, count: number): Promise<Figure[]> => {
  const receiver = await startReceiver();
  try {
    const body = await sampleBody();
    const sendAll = async (file: string, settings: object): Promise<number> => {
      await receiver.reset();
      const shared = { url: receiver.url('fast'), concurrency: CONCURRENCY, count };
      const sending = startSending(file, { ...shared, ...settings });
      const seconds = await receiver.secondsFor(count);
      await sending.stop();
      return count / seconds;
    };
    const ways: Record<string, () => Promise<number>> = {
      bare: () => sendAll('./peers/bare.ts', { body }),
      sqlite: () => ours(receiver, null, count, sendAll),
      postgres: async () => ours(receiver, await freshDatabase(serverUrl), count, sendAll),
      bullmq: async () => {
        const redis = await startRedis();
        await fillBullmq(redis.port, count, body);
        const rate = await sendAll('./peers/bullmq.ts', { redisPort: redis.port });
        await redis.stop();
        return rate;
      },
      graphile: async () => {
        const databaseUrl = await freshDatabase(serverUrl);
        await fillGraphile(databaseUrl, count, body);
        return sendAll('./peers/graphile.ts', { databaseUrl });
      },
    };
    const rates = new Map(Object.keys(ways).map((way): [string, number[]] => [way, []]));
    // In turn, so that a change of the machine's mood meets all of them.
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const [way, run] of Object.entries(ways)) {
        progress(`webhooks: ${way}, ${count} deliveries, round ${round} of ${ROUNDS}`);
        rates.get(way)?.push(await run());
      }
    }
    const rateOf = (way: string): number => median(rates.get(way) ?? []);
    const figure = (engine: string, way: string, peer: string, name: string, target: number) => ({
      name: `deliveries, ${engine}, ${CONCURRENCY} at once`,
      ours: perSecond(rateOf(way), 1),
      peer: `${perSecond(rateOf(peer), 1)} (${name})`,
      ratio: rateOf(way) / rateOf(peer),
      target,
    });
    return [
      figure('SQLite', 'sqlite', 'bare', 'bare undici loop', 0.4),
      figure('PostgreSQL', 'postgres', 'bare', 'bare undici loop', 0.4),
      figure('SQLite', 'sqlite', 'bullmq', 'BullMQ on Redis', 2),
      figure('PostgreSQL', 'postgres', 'bullmq', 'BullMQ on Redis', 2),
      figure('PostgreSQL', 'postgres', 'graphile', 'graphile-worker', 2),
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
