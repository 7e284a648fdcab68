import { setTimeout as wait } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../test/support/receiver/receiver.ts';
import type { Cleanup } from '../../test/support/service.ts';
import { type Api, makeApi } from '../clients/api.ts';
import { type Hook, registerHook } from '../clients/hook.ts';
import { type Listener, startListener } from '../clients/listener.ts';
import { PACE, type Pace, runProducer } from '../load/producer.ts';
import { makeSentCommands, type SentCommands } from '../model/sent-commands.ts';
import type { Random } from '../random.ts';
import { type Database, type EngineName, makeDatabase, seedRestaurants } from './database.ts';
import { makeProcesses, type Processes } from './processes.ts';

/** The service with its database, clients and receivers, for scenarios to break. */
export interface Rig {
  readonly engine: EngineName;
  readonly databaseCrashes: boolean;
  readonly random: Random;
  readonly database: Database;
  readonly processes: Processes;
  readonly sent: SentCommands;
  readonly receiver: Receiver;
  readonly restaurantes: readonly string[];
  readonly listeners: Listener[];
  readonly hooks: Hook[];
  api(restauranteId: string): Api;
  /** Keys for the scenario's own requests. */
  tokens(restauranteId: string): readonly string[];
  /** The number of actions and faults by kind, for the report. */
  readonly tally: Map<string, number>;
  count(what: string, by?: number): void;
  /** Starts sending commands; the returned function stops once all are answered or given up. */
  startLoad(options?: LoadOptions): () => Promise<void>;
}

export interface LoadOptions {
  /** Producers for each restaurant. */
  producers?: number;
  /** Clients for each restaurant that read pages and summaries. */
  readers?: number;
  pace?: Partial<Pace>;
}

export interface RigOptions {
  engine: EngineName;
  random: Random;
  servers: number;
  /** Whether webhooks are registered. */
  hooks: boolean;
  /** Whether the database server itself crashes, and may forget the outcomes of deliveries. */
  databaseCrashes?: boolean;
  /** Parts of a database that the scenario has prepared. */
  database?: Partial<Database>;
  proxies?: Proxies;
  env?: Record<string, string>;
  nodeArgs?: readonly string[];
  /** The probability that listeners stop reading for a while. */
  pauseProbability?: number;
  /** Number of keys of each restaurant for the scenario's own requests. */
  spareKeys?: number;
}

/** Proxies between the parts: each function takes a direct address and gives the one to use. */
interface Proxies {
  public?(direct: string): string;
  private?(direct: string): string;
  database?(direct: string): string;
  receiver?(direct: string): string;
}

export const RESTAURANTES = ['rest_uno', 'rest_dos'];
/** Keys of each API client. Each allows 60 requests a minute; the final check reads every order's history. */
const KEYS = 40;
const LISTENERS = 3;
const FINAL = ['pedido.entregado', 'pedido.cancelado', 'pedido.rechazado'];
/** Slow enough for two senders of one delivery to overlap. */
const HOOK_PATH = '/slow/3';
const READER_PAUSE_MS = 60;

export const startRig = async (t: Cleanup, options: RigOptions): Promise<Rig> => {
  const { engine, random, servers, proxies = {}, env = {}, nodeArgs = [] } = options;
  const { pauseProbability = 0, spareKeys = 0, databaseCrashes = false } = options;
  const database = await makeDatabase(t, engine, options.database ?? {});
  const reached = { ...database };
  if (database.url !== null && proxies.database) reached.url = proxies.database(database.url);
  const processes = makeProcesses(t, { database: reached, count: servers, env, nodeArgs });
  const keys = LISTENERS + KEYS + spareKeys;
  const seed = () => seedRestaurants(database, RESTAURANTES, keys);
  // Processes that find PostgreSQL empty migrate it together. On SQLite the server is to begin with a
  // short write-ahead log, which the disk scenarios keep from growing.
  const seeded = engine === 'sqlite' ? await seed() : null;
  await processes.startAll();
  const tokens = seeded ?? (await seed());
  const sent = makeSentCommands();
  const receiver = await startReceiver(t);
  const direct = `http://127.0.0.1:${receiver.ports.http}`;
  const receiverUrl = proxies.receiver?.(direct) ?? direct;
  const [listeners, hooks]: [Listener[], Hook[]] = [[], []];
  const apis = new Map<string, Api>();
  const tally = new Map<string, number>();
  const count = (what: string, by = 1) => void tally.set(what, (tally.get(what) ?? 0) + by);
  const api = (restauranteId: string): Api => {
    const found = apis.get(restauranteId);
    if (found === undefined) throw new Error(`no client of ${restauranteId}`);
    return found;
  };

  for (const restauranteId of RESTAURANTES) {
    const own = tokens.get(restauranteId) ?? [];
    const forApi = random.fork(`api ${restauranteId}`);
    const client = makeApi(() => processes.publicUrl(forApi), own.splice(LISTENERS, KEYS));
    t.after(async () => client[Symbol.dispose]());
    apis.set(restauranteId, client);
    for (const tipos of options.hooks ? [null, FINAL] : []) {
      const name = `webhook ${hooks.length + 1} (${restauranteId})`;
      const url = `${receiverUrl}${HOOK_PATH}/${hooks.length + 1}`;
      const hook = { url, name, restauranteId, tipos };
      hooks.push(await registerHook(client, hook, receiver.received));
    }
    for (const [i, token] of own.splice(0, LISTENERS).entries()) {
      const forStream = random.fork(`listener ${restauranteId} ${i}`);
      const publicUrl = () => processes.publicUrl(forStream);
      const listener = startListener({
        restauranteId,
        token,
        random: forStream,
        pauseProbability,
        name: `listener ${i + 1} (${restauranteId})`,
        tipos: i === 0 ? FINAL : null,
        url: () => proxies.public?.(publicUrl()) ?? publicUrl(),
      });
      t.after(() => listener.stop());
      listeners.push(listener);
    }
  }

  const privateUrl = (own: Random): string => {
    const url = processes.privateUrl(own);
    return proxies.private?.(url) ?? url;
  };
  const startLoad = ({ producers = 2, readers = 0, pace = {} }: LoadOptions = {}) => {
    let isOver = false;
    const produce = (restauranteId: string, r: number, i: number): Promise<void> => {
      const own = random.fork(`producer ${restauranteId} ${i} ${sent.all.length}`);
      return runProducer({
        sent,
        restauranteId,
        nowMs: Date.now,
        random: own,
        name: `${'abcdef'[r]}${i}_${sent.all.length}_`,
        url: () => privateUrl(own),
        isOver: () => isOver,
        pace: { ...PACE, ...pace },
      });
    };
    const read = async (restauranteId: string): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        await api(restauranteId).request(
          n % 3 === 0 ? '/resumen' : `/pedidos?limite=${1 + (n % 5)}`,
        );
        count('reads');
        await wait(READER_PAUSE_MS);
      }
    };
    const running = RESTAURANTES.flatMap((restauranteId, r) => [
      ...Array.from({ length: producers }, (_, i) => produce(restauranteId, r, i)),
      ...Array.from({ length: readers }, () => read(restauranteId)),
    ]);
    return async () => {
      isOver = true;
      await Promise.all(running);
    };
  };

  return {
    engine,
    random,
    database,
    processes,
    sent,
    receiver,
    listeners,
    hooks,
    tally,
    count,
    api,
    startLoad,
    databaseCrashes,
    restaurantes: RESTAURANTES,
    tokens: (restauranteId) => tokens.get(restauranteId) ?? [],
  };
};
