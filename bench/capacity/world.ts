import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { restaurantId, restaurantIds } from '../support/commands.ts';
import { createKeys, openStoreWithoutSync } from '../support/database.ts';
import { startRemote } from '../support/processes.ts';
import { progress } from '../support/progress.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { addRestaurant, addWebhook, SECRETS_KEY } from '../webhooks/store.ts';
import type { Doors, LoadApi, Rates, Sent, Share } from './load-process.ts';

interface Clients {
  webhooks: number;
}

export interface World {
  server: BenchServer;
  /** Starts another process on the same database. */
  startAnother(): Promise<BenchServer>;
  /** Some of the restaurants, with their keys. */
  share(from: number, to: number): Share;
  openStreams(share: Share): Promise<void>;
  run(rates: Rates, share: Share, seconds: number): Promise<Sent>;
}

/** The service with restaurants, keys and webhooks, and a process full of their clients. */
export const withWorld = async <T>(
  databaseUrl: string | null,
  restaurants: number,
  clientsOf: (n: number) => Clients,
  run: (world: World) => Promise<T>,
): Promise<T> => {
  await using running = new AsyncDisposableStack();
  const clients = startClients();
  running.defer(clients.stop);
  const hook = `http://127.0.0.1:${await clients.port}/`;
  const target = { dataDir: running.adopt(makeFolder(), removeFolder), databaseUrl };
  progress(`${restaurants} restaurants with their keys and webhooks`);
  const store = await openStoreWithoutSync(target);
  for (let n = 0; n < restaurants; n += 1) {
    await addRestaurant(store, n);
    for (let k = 0; k < clientsOf(n).webhooks; k += 1) {
      await addWebhook(store, n, hook, `wh_bench_${n}_${k}`);
    }
  }
  const counts = new Map(restaurantIds(restaurants).map((id) => [id, 1]));
  const tokens = await createKeys(store, counts, ['pedidos.leer', 'stream.escuchar']);
  await store.close();
  const env = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRETS_KEY };
  const start = async (dataDir: string): Promise<BenchServer> => {
    const server = await startServer({ dataDir, databaseUrl }, { env });
    running.defer(() => server.stop('SIGKILL'));
    return server;
  };
  const server = await start(target.dataDir);
  const { publicUrl, privateUrl, headers } = server;
  const doors: Doors = { publicUrl, privateUrl, headers };
  return await run({
    server,
    startAnother: () => start(running.adopt(makeFolder(), removeFolder)),
    share(from, to) {
      const ids = Array.from({ length: to - from }, (_, n) => restaurantId(from + n));
      return { restaurants: ids, tokens: ids.flatMap((id) => tokens.get(id) ?? []) };
    },
    openStreams: (share) => clients.api.openStreams(publicUrl, share.tokens),
    run: (rates, share, seconds) => clients.api.run(doors, rates, share, seconds),
  });
};

const startClients = () => {
  const { api, next, stop } = startRemote<LoadApi>(new URL('./load-process.ts', import.meta.url));
  return { api, stop, port: next<{ port: number }>().then(({ port }) => port) };
};
