import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { openTestStore } from '../../test/support/service.ts';
import type { Scale } from '../scale.ts';
import { restaurantId } from '../support/commands.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { freshDatabase, openStoreWithoutSync, storeOrders } from '../support/database.ts';
import { type Figure, perSecond } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { startScript } from '../support/processes.ts';
import { progress } from '../support/progress.ts';
import { startReceiver } from './receiver.ts';
import { startRedis } from './redis.ts';
import { addRestaurant, addWebhook, newOrders } from './store.ts';

/** Endpoints that receive concurrently, each with as many deliveries in flight as ours allows. */
const ENDPOINTS = 4;
const CONCURRENCY = ENDPOINTS * 16;

/** A script that delivers once there is something to deliver. */
interface Sender {
  name: string;
  script: string;
  /** Gives the settings of the script. */
  prepare(cleanup: AsyncDisposableStack): Promise<object>;
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
export const deliverySpeed = async (
  serverUrl: string | null,
  { webhooks: { deliveries, uncounted, rounds } }: Scale,
): Promise<Figure[]> => {
  await using running = new AsyncDisposableStack();
  const receiver = await startReceiver();
  running.defer(receiver.stop);
  const count = uncounted + deliveries;
  const job: Job = { count, serverUrl, url: receiver.url('fast'), body: await sampleBody() };
  const send = async ({ script, prepare }: Sender): Promise<number> => {
    await using cleanup = new AsyncDisposableStack();
    const settings = await prepare(cleanup);
    await receiver.reset(uncounted);
    const all = { url: job.url, concurrency: CONCURRENCY, count, ...settings };
    const sending = startScript(new URL(script, import.meta.url), all, SERVER_CORE);
    cleanup.defer(sending.stop);
    return deliveries / (await receiver.secondsFor(count));
  };
  const senders = [ourSender(job), ...peerSenders(job)];
  const results = await interleave(senders, rounds, (sender, round) => {
    progress(`${sender.name}, ${count} deliveries, round ${round} of ${rounds}`);
    return send(sender);
  });
  const [ours = [], bare = [], bullmq = [], graphile] = results;
  const atLeast = serverUrl === null ? 1.5 : 1.3;
  const figure: Figure = {
    name: `deliveries to webhooks, ${CONCURRENCY} at once`,
    engine: '',
    textOf: perSecond,
    ours,
    instead: { name: 'BullMQ on Redis', runs: bullmq },
    limit: { name: 'bare undici loop', runs: bare },
    demands: [{ against: 'instead', atLeast }],
  };
  if (graphile === undefined) return [figure];
  const second: Figure = {
    ...figure,
    name: `${figure.name}, beside the same database`,
    instead: { name: 'graphile-worker', runs: graphile },
    demands: [{ against: 'instead', atLeast: 1.8 }],
  };
  return [figure, second];
};

const ourSender = ({ serverUrl, url, count }: Job): Sender => ({
  name: 'ours',
  script: './sender.ts',
  async prepare(cleanup) {
    const databaseUrl = serverUrl === null ? null : await freshDatabase(serverUrl);
    const target = { dataDir: makeFolder(), databaseUrl };
    cleanup.defer(() => removeFolder(target.dataDir));
    const store = await openStoreWithoutSync(target);
    for (let n = 0; n < ENDPOINTS; n += 1) {
      await addRestaurant(store, n);
      await addWebhook(store, n, url);
    }
    await storeOrders(store, newOrders(count, ENDPOINTS));
    await store.close();
    return target;
  },
});

const peerSenders = ({ serverUrl, count, body }: Job): Sender[] => {
  const bare: Sender = {
    name: 'bare undici loop',
    script: './peers/bare.ts',
    prepare: async () => ({ body }),
  };
  const bullmq: Sender = {
    name: 'BullMQ on Redis',
    script: './peers/bullmq.ts',
    async prepare(cleanup) {
      const { fillBullmq } = await import('./peers/queues.ts');
      const { port, stop } = await startRedis();
      cleanup.defer(stop);
      await fillBullmq(port, count, body);
      return { redisPort: port };
    },
  };
  if (serverUrl === null) return [bare, bullmq];
  const graphile: Sender = {
    name: 'graphile-worker',
    script: './peers/graphile.ts',
    async prepare() {
      const { fillGraphile } = await import('./peers/queues.ts');
      const databaseUrl = await freshDatabase(serverUrl);
      await fillGraphile(databaseUrl, count, body);
      return { databaseUrl };
    },
  };
  return [bare, bullmq, graphile];
};

/** The bytes of an event, as peers send them. */
const sampleBody = async (): Promise<string> => {
  const dataDir = makeFolder();
  const store = await openTestStore({ databaseUrl: null, dataDir });
  await addRestaurant(store, 0);
  await storeOrders(store, newOrders(1, 1));
  const [event] = await store.log.events(restaurantId(0), 0, 1);
  await store.close();
  removeFolder(dataDir);
  return Buffer.from(event?.body ?? []).toString('utf8');
};
