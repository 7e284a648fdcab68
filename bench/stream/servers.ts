import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { openTestStore } from '../../test/support/service.ts';
import type { StreamScale } from '../scale.ts';
import { ndjson, restaurantId, restaurantIds, saveRestaurant } from '../support/commands.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { createKeys } from '../support/database.ts';
import { mediansOf } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { peersProblem } from '../support/packages.ts';
import { type Peer, startPeer } from '../support/peer.ts';
import { progress } from '../support/progress.ts';
import { sendCommands } from '../support/send.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { type Listeners, startListeners } from './clients/client-process.ts';
import { getRequest, RESTAURANT_MARK, type StreamServer } from './clients/protocol.ts';
import { startNchan } from './nchan.ts';
import { commandTemplate, eventTemplate } from './template.ts';

/** The most streams that a key may open. */
const STREAMS_PER_KEY = 20;

export interface StreamSetup {
  scale: StreamScale;
  databaseUrl: string | null;
}

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
  server: BenchServer;
  /** Tokens for other requests. */
  readers: string[];
}

/** `durable nchan`: each event is appended to a file and flushed before it goes to nchan. */
type PeerName = 'nchan' | 'durable nchan' | 'better-sse';

/** The servers of a figure. */
interface Servers {
  ours: OurServer;
  /** Ours first, then the available peers. */
  all: StreamServer[];
  /** The reasons why the other peers are missing. */
  missing: ReadonlyMap<string, string>;
  /** Starts a process full of listeners, which stops with the servers. */
  startListeners(server: StreamServer): Listeners;
}

/** Starts the servers for the duration of `run`. A peer that cannot be started is only listed as missing. */
export const withServers = async <T>(
  databaseUrl: string | null,
  options: OurOptions,
  peers: readonly PeerName[],
  run: (servers: Servers) => Promise<T>,
): Promise<T> => {
  const ours = await startOurs(databaseUrl, options);
  const started: StreamServer[] = [];
  const missing = new Map<string, string>();
  const processes: Listeners[] = [];
  try {
    for (const name of peers) {
      try {
        started.push(await startPeerStream(name));
      } catch (error) {
        missing.set(name, error instanceof Error ? error.message : String(error));
      }
    }
    return await run({
      ours,
      missing,
      all: [ours, ...started],
      startListeners(server) {
        const listeners = startListeners(server);
        processes.push(listeners);
        return listeners;
      },
    });
  } finally {
    for (const each of [...processes, ...started, ours]) await each.stop();
  }
};

interface StartedPeer extends Omit<Peer, 'url'> {
  /** The port that takes events, if it differs from the listeners'. */
  publishPort?: number;
}

/** nchan behind a process that appends and flushes each event. */
const startDurableNchan = async (): Promise<StartedPeer> => {
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

const startBetterSse = async (): Promise<StartedPeer> => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  return startPeer(new URL('./peers/better-sse.ts', import.meta.url));
};

const PEERS: Readonly<Record<PeerName, () => Promise<StartedPeer>>> = {
  nchan: startNchan,
  'durable nchan': startDurableNchan,
  'better-sse': startBetterSse,
};

/** Peers get finished events. */
const startPeerStream = async (name: PeerName): Promise<StreamServer> => {
  const { pid, port, publishPort = port, stop } = await PEERS[name]();
  return {
    name,
    pid,
    port,
    stop,
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
    name: 'Comanda',
    server,
    pid: server.pid,
    port: Number(new URL(server.publicUrl).port),
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

/** Gives every server its listeners, then measures them in turn. Gives medians by server. */
export const inRounds = async <T extends Readonly<Record<keyof T, number>>>(
  { all, startListeners: start }: Servers,
  rounds: number,
  open: (listeners: Listeners) => Promise<unknown>,
  measure: (listeners: Listeners, server: StreamServer) => Promise<T>,
): Promise<Map<string, T>> => {
  const running = all.map((server) => ({ server, listeners: start(server) }));
  for (const { server, listeners } of running) {
    progress(`${server.name} gets its listeners`);
    await open(listeners);
  }
  const results = await interleave(running, rounds, ({ server, listeners }, round) => {
    progress(`${server.name}, ${round} of ${rounds}`);
    return measure(listeners, server);
  });
  return new Map(results.map((own, i) => [all[i]?.name ?? '', mediansOf(own)]));
};
