import { makeLlaves } from '../../src/admin/llaves.ts';
import { systemClock } from '../../src/clock.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { openStore } from '../../src/storage/open.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { ndjson, restaurantCommands, restaurantId } from '../support/lifecycles.ts';
import { progress } from '../support/progress.ts';
import { sendCommands } from '../support/send.ts';
import { type BenchServer, removeFolder, startServer, tempFolder } from '../support/server.ts';
import { type Contender, getRequest } from './contender.ts';
import { commandTemplate } from './template.ts';

/** A key opens at most this many streams. */
const STREAMS_PER_KEY = 20;
const AT_ONCE = 50;

export interface OursOptions {
  restaurants: number;
  /** Listeners of each restaurant. */
  each: number;
  /** Keys of each restaurant for other requests. */
  readers?: number;
  databaseUrl?: string;
  nodeArguments?: string[];
}

export interface Ours extends Contender {
  server: BenchServer;
  /** Tokens for other requests, by restaurant. */
  readers: string[][];
}

/** Our service as an operator starts it, with restaurants and keys. */
export const startOurs = async (options: OursOptions): Promise<Ours> => {
  const { restaurants, databaseUrl, nodeArguments = [] } = options;
  const target = { dataDir: tempFolder(), ...(databaseUrl !== undefined && { databaseUrl }) };
  const server = await startServer(target, { core: SERVER_CORE, nodeArguments });
  progress(`${restaurants} restaurants and their keys`);
  await sendCommands(server, [ndjson(restaurantCommands(restaurants))]);
  const streamKeys = Math.ceil(options.each / STREAMS_PER_KEY);
  const keys = await createKeys(target, restaurants, streamKeys + (options.readers ?? 0));
  return {
    name: 'Comanda',
    server,
    pid: server.pid,
    port: Number(new URL(server.publicUrl).port),
    readers: keys.map((tokens) => tokens.slice(streamKeys)),
    listen: (restaurant, n) =>
      getRequest(`/api/stream?llave=${keys[restaurant]?.[Math.floor(n / STREAMS_PER_KEY)]}`),
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

const createKeys = async (
  target: { dataDir: string; databaseUrl?: string },
  restaurants: number,
  each: number,
): Promise<string[][]> => {
  const randomBytes = makeRandomBytes();
  const deps = { clock: systemClock, randomBytes };
  const store = await openStore({ databaseUrl: null, ...target }, deps);
  const llaves = makeLlaves({ ...deps, store, mintId: makeMintId(randomBytes) });
  const keys: string[][] = Array.from({ length: restaurants }, () => []);
  const create = async (restaurant: number): Promise<void> => {
    const created = await llaves.create(
      {
        restauranteId: restaurantId(restaurant),
        nombre: 'bench',
        etiqueta: 'test',
        alcances: ['stream.escuchar', 'pedidos.leer'],
        expiraMs: null,
      },
      'bench',
    );
    if (created.outcome !== 'created') throw new Error(`no key: ${created.outcome}`);
    keys[restaurant]?.push(created.token);
  };
  const wanted = Array.from({ length: restaurants * each }, (_, i) => i % restaurants);
  try {
    while (wanted.length > 0) await Promise.all(wanted.splice(0, AT_ONCE).map(create));
    return keys;
  } finally {
    await store.close();
  }
};
