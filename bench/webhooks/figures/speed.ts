import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { openTestStore } from '../../../test/support/service.ts';
import type { WebhooksScale } from '../../scale.ts';
import { restaurantId } from '../../support/commands.ts';
import { SERVER_CORE } from '../../support/cores.ts';
import { freshDatabase, openStoreWithoutSync } from '../../support/database.ts';
import { type Figure, median, perSecond, ratioFigure } from '../../support/figure.ts';
import { peersProblem } from '../../support/packages.ts';
import { startScript } from '../../support/processes.ts';
import { progress } from '../../support/progress.ts';
import { startReceiver } from '../receivers.ts';
import { startRedis } from '../redis.ts';
import { addRestaurant, addWebhook, storeOrders } from '../store.ts';

/** Endpoints that receive concurrently, each with as many deliveries in flight as ours allows. */
const ENDPOINTS = 4;
const CONCURRENCY = ENDPOINTS * 16;

/** A script that delivers once there is something to deliver. */
interface Sender {
  name: string;
  /** The target: how many times its speed ours should have. */
  target: number;
  script: string;
  prepare(): Promise<{ settings: object; end?(): Promise<void> | void }>;
}

/** The deliveries to make, and their receiver. */
interface Job {
  count: number;
  url: string;
  body: string;
  /** The PostgreSQL server of our sender and one queue; null: ours is on SQLite, and that queue is left out. */
  serverUrl: string | null;
}

/**
 * Sends a backlog to a local receiver and measures from the end of the warm-up to the last arrival. Our sender and
 * the queues read it from disk and record every outcome; the bare loop has one body in memory and records nothing.
 */
export const benchSpeed = async (
  serverUrl: string | null,
  { deliveries, uncounted, rounds }: WebhooksScale,
): Promise<Figure[]> => {
  const receiver = await startReceiver();
  const count = uncounted + deliveries;
  const job: Job = { count, serverUrl, url: receiver.url('fast'), body: await sampleBody() };
  const send = async ({ script, prepare }: Sender): Promise<number> => {
    const { settings, end } = await prepare();
    await receiver.reset(uncounted);
    const all = { url: job.url, concurrency: CONCURRENCY, count, ...settings };
    const sending = startScript(new URL(script, import.meta.url), all, SERVER_CORE);
    const seconds = await receiver.secondsFor(count);
    await sending.stop();
    await end?.();
    return deliveries / seconds;
  };
  const [ours, peers] = [ourSender(job), peerSenders(job)];
  const rates = new Map<Sender, number[]>([ours, ...peers].map((sender) => [sender, []]));
  const missing = new Map<Sender, string>();
  try {
    // In turn, so that other load on the machine affects all of them alike.
    for (let round = 1; round <= rounds; round += 1) {
      for (const [sender, own] of rates) {
        if (missing.has(sender)) continue;
        progress(`${sender.name}, ${count} deliveries, round ${round} of ${rounds}`);
        try {
          own.push(await send(sender));
        } catch (error) {
          // A failure of our sender is an error; a missing peer leaves its row empty.
          if (sender === ours) throw error;
          missing.set(sender, error instanceof Error ? error.message : String(error));
        }
      }
    }
  } finally {
    await receiver.stop();
  }
  const rateOf = (sender: Sender): number => median(rates.get(sender) ?? []);
  return peers.map((peer): Figure => {
    const name = `deliveries, ${CONCURRENCY} at once, beside ${peer.name}`;
    const theirs = missing.get(peer) ?? rateOf(peer);
    return ratioFigure(name, rateOf(ours), theirs, perSecond, { atLeast: peer.target });
  });
};

const ourSender = ({ serverUrl, url, count }: Job): Sender => ({
  name: 'ours',
  target: 1,
  script: '../sender.ts',
  async prepare() {
    const databaseUrl = serverUrl === null ? null : await freshDatabase(serverUrl);
    const target = { dataDir: makeFolder(), databaseUrl };
    const store = await openStoreWithoutSync(target);
    for (let n = 0; n < ENDPOINTS; n += 1) {
      await addRestaurant(store, n);
      await addWebhook(store, n, url);
    }
    await storeOrders(store, count, ENDPOINTS);
    await store.close();
    return { settings: target, end: () => removeFolder(target.dataDir) };
  },
});

const peerSenders = ({ serverUrl, count, body }: Job): Sender[] => {
  const bare: Sender = {
    name: 'bare undici loop',
    target: 0.4,
    script: '../peers/bare.ts',
    async prepare() {
      await importQueues();
      return { settings: { body } };
    },
  };
  const bullmq: Sender = {
    name: 'BullMQ on Redis',
    target: 2,
    script: '../peers/bullmq.ts',
    async prepare() {
      const { fillBullmq } = await importQueues();
      const redis = await startRedis();
      await fillBullmq(redis.port, count, body);
      return { settings: { redisPort: redis.port }, end: redis.stop };
    },
  };
  if (serverUrl === null) return [bare, bullmq];
  const graphile: Sender = {
    name: 'graphile-worker',
    target: 2,
    script: '../peers/graphile.ts',
    async prepare() {
      const { fillGraphile } = await importQueues();
      const databaseUrl = await freshDatabase(serverUrl);
      await fillGraphile(databaseUrl, count, body);
      return { settings: { databaseUrl } };
    },
  };
  return [bare, bullmq, graphile];
};

/** Imported dynamically, because the packages may be missing. */
const importQueues = async () => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  return import('../peers/queues.ts');
};

/** The bytes of an event, as peers send them. */
const sampleBody = async (): Promise<string> => {
  const dataDir = makeFolder();
  const store = await openTestStore({ databaseUrl: null, dataDir });
  await addRestaurant(store, 0);
  await storeOrders(store, 1, 1);
  const [event] = await store.log.events(restaurantId(0), 0, 1);
  await store.close();
  removeFolder(dataDir);
  return Buffer.from(event?.body ?? []).toString('utf8');
};
