import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { comando } from '../../test/support/samples.ts';
import { openTestStore } from '../../test/support/service.ts';
import { ndjson, restaurantId } from '../support/commands.ts';
import { type Figure, milliseconds, percentile } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { type BenchServer, sendCommands, startServer } from '../support/server.ts';
import { startReceiver } from './receiver.ts';
import { addRestaurant, addWebhook, newOrder, SECRETS_KEY } from './store.ts';

const RESTAURANTS = 200;
const PER_SECOND = 100;
const SECONDS = 3;
const ROUNDS = 3;
/** Warm-up at twice the pace. */
const WARM_UP = [200, 8] as const;
/** During this time the first deliveries reveal which endpoints do not answer. */
const ARRIVAL = [PER_SECOND, 2.5] as const;
const SETTLE_MS = 1_000;
const TICK_MS = 50;

/**
 * The time from commit to receipt at 100 endpoints, without and then with 100 others that never answer. One process
 * on one database measures both, because a restarted one may behave differently.
 */
export const isolation = async (databaseUrl: string | null): Promise<Figure[]> => {
  await using running = new AsyncDisposableStack();
  const receiver = running.adopt(await startReceiver(), ({ stop }) => stop());
  const dataDir = running.adopt(makeFolder(), removeFolder);
  const store = running.adopt(await openTestStore({ databaseUrl, dataDir }), (it) => it.close());
  for (let n = 0; n < RESTAURANTS; n += 1) {
    await addRestaurant(store, n);
    if (n % 2 === 0) await addWebhook(store, n, receiver.url('healthy'));
  }
  const env = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRETS_KEY };
  const server = await startServer({ dataDir, databaseUrl }, { env });
  // A graceful stop would wait for a hundred answers that never come.
  running.defer(() => server.stop('SIGKILL'));
  const change = await makeChanges(server);
  const p99s = async (): Promise<number[]> => {
    const runs: number[] = [];
    while (runs.length < ROUNDS) {
      await wait(SETTLE_MS);
      await receiver.reset();
      await change(PER_SECOND, SECONDS);
      await wait(SETTLE_MS);
      runs.push(percentile((await receiver.tally()).latencies, 0.99));
    }
    return runs;
  };
  progress('without black holes');
  await change(...WARM_UP);
  const without = await p99s();
  progress('with black holes');
  for (let n = 1; n < RESTAURANTS; n += 2) await addWebhook(store, n, receiver.url('hole'));
  await change(...ARRIVAL);
  const beside = await p99s();
  return [
    {
      name: 'p99 from commit to receipt, beside 100 black holes among 200 webhooks',
      engine: '',
      textOf: milliseconds,
      ours: beside,
      limit: { name: 'without them', runs: without },
      demands: [{ against: 'limit', atMost: 1.2 }],
      detail: `${PER_SECOND} changes a second, ${ROUNDS} rounds each`,
    },
  ];
};

/** Creates an order for each restaurant; the returned function changes them at a steady pace. */
const makeChanges = async (server: BenchServer) => {
  const idOf = (n: number): string => `ped_changing_${n}`;
  const orders = Array.from({ length: RESTAURANTS }, (_, n) => newOrder(idOf(n), n, n));
  await sendCommands(server, ndjson(orders));
  let changed = 0;
  const change = () => {
    changed += 1;
    const n = changed % RESTAURANTS;
    const extra = { restaurante_id: restaurantId(n) };
    return comando.anotar(idOf(n), { instrucciones: `Cambio ${changed}` }, extra);
  };
  return async (perSecond: number, seconds: number): Promise<void> => {
    const perTick = Math.round((perSecond * TICK_MS) / 1_000);
    const ticks = Math.round((seconds * 1_000) / TICK_MS);
    const startedMs = performance.now();
    for (let tick = 1; tick <= ticks; tick += 1) {
      await sendCommands(server, ndjson(Array.from({ length: perTick }, change)));
      await wait(Math.max(0, startedMs + tick * TICK_MS - performance.now()));
    }
  };
};
