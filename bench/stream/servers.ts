import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { openTestStore } from '../../test/support/service.ts';
import { ndjson, restaurantId, restaurantIds, saveRestaurant } from '../support/commands.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { createKeys } from '../support/database.ts';
import { type Peer, startPeer } from '../support/processes.ts';
import { progress } from '../support/progress.ts';
import { sendCommands, startServer } from '../support/server.ts';
import { type Listeners, startListeners } from './clients/client-process.ts';
import { getRequest, RESTAURANT_MARK, type StreamServer } from './clients/protocol.ts';
import { startNchan } from './nchan.ts';
import { commandTemplate, eventTemplate } from './template.ts';

/** The most streams that a key may open. */
const STREAMS_PER_KEY = 20;

interface OurOptions {
  restaurants: number;
  /** Listeners for each restaurant. */
  each: number;
  /** Keys for each restaurant's other requests. */
  readers?: number;
  /** The core that it is pinned to; null: none. */
  core?: number | null;
}

interface OurServer extends StreamServer {
  publicUrl: string;
  /** Tokens for other requests. */
  readers: string[];
}

/** The servers of a figure. */
interface Servers {
  ours: OurServer;
  /** Ours first, then the peers. */
  all: StreamServer[];
  /** Starts a process full of listeners, which stops with the servers. */
  startListeners(server: StreamServer): Listeners;
}

/** Starts the servers for the duration of `run`. */
export const withServers = async <T>(
  databaseUrl: string | null,
  options: OurOptions,
  peers: readonly PeerName[],
  run: (servers: Servers) => Promise<T>,
): Promise<T> => {
  await using started = new AsyncDisposableStack();
  const keep = <S extends { stop(): Promise<void> }>(each: S): S =>
    started.adopt(each, () => each.stop());
  const ours = keep(await startOurs(databaseUrl, options));
  const all: StreamServer[] = [ours];
  for (const name of peers) all.push(keep(await startPeerStream(name)));
  return await run({ ours, all, startListeners: (server) => keep(startListeners(server)) });
};

/** nchan behind a process that appends each event to a file and flushes it. */
const startDurableNchan = async () => {
  const nchan = await startNchan();
  const folder = makeFolder();
  const settings = { port: nchan.port, file: join(folder, 'log') };
  const append = await startPeer(new URL('./peers/append.ts', import.meta.url), settings);
  return {
    ...nchan,
    publishPort: append.port,
    async stop() {
      await append.stop();
      await nchan.stop();
      removeFolder(folder);
    },
  };
};

interface StartedPeer extends Omit<Peer, 'url'> {
  /** The port that takes events, if it differs from the listeners'. */
  publishPort?: number;
}

const PEERS = {
  nchan: startNchan,
  'durable nchan': startDurableNchan,
  'better-sse': () => startPeer(new URL('./peers/better-sse.ts', import.meta.url)),
} satisfies Record<string, () => Promise<StartedPeer>>;
type PeerName = keyof typeof PEERS;

/** Peers get finished events. */
const startPeerStream = async (name: PeerName): Promise<StreamServer> => {
  const peer: StartedPeer = await PEERS[name]();
  const { pid, port, publishPort = port, stop } = peer;
  return {
    ...{ name, pid, port, stop },
    listenRequest: (restaurant) => getRequest(`/sub/${restaurantId(restaurant)}`),
    publishing: {
      port: publishPort,
      kind: 'posts',
      path: `/pub/${RESTAURANT_MARK}`,
      headers: { 'Content-Type': 'text/plain' },
      template: eventTemplate(),
    },
  };
};

/** Starts our service like an operator, with restaurants and keys. */
const startOurs = async (
  databaseUrl: string | null,
  { restaurants, each, readers = 0, core = SERVER_CORE }: OurOptions,
): Promise<OurServer> => {
  const target = { dataDir: makeFolder(), databaseUrl };
  const server = await startServer(target, { core });
  const { pid, publicUrl } = server;
  const ids = restaurantIds(restaurants);
  progress(`${restaurants} restaurants and their keys`);
  await sendCommands(server, ndjson(ids.map(saveRestaurant)));
  const streamKeys = Math.ceil(each / STREAMS_PER_KEY);
  const store = await openTestStore(target);
  const counts = new Map(ids.map((id) => [id, streamKeys + readers]));
  const keys = await createKeys(store, counts, ['stream.escuchar', 'pedidos.leer']);
  await store.close();
  const keysOf = (restaurant: number): string[] => keys.get(restaurantId(restaurant)) ?? [];
  return {
    ...{ name: 'Comanda', pid, publicUrl },
    port: Number(new URL(publicUrl).port),
    readers: [...keys.values()].flatMap((tokens) => tokens.slice(streamKeys)),
    listenRequest: (restaurant, n) =>
      getRequest(`/api/stream?llave=${keysOf(restaurant)[Math.floor(n / STREAMS_PER_KEY)]}`),
    publishing: {
      port: Number(new URL(server.privateUrl).port),
      kind: 'lines',
      path: '/commands',
      headers: { Authorization: server.headers.authorization },
      template: commandTemplate(),
    },
    async stop() {
      await server.stop();
      removeFolder(target.dataDir);
    },
  };
};
