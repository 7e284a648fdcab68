import { type Receiver, startReceiver } from '../../test/support/receiver/receiver.ts';
import type { Cleanup } from '../../test/support/service.ts';
import type { Chance } from '../chance.ts';
import { type Api, makeApi } from '../clients/api.ts';
import { type Hook, registerHook } from '../clients/hook.ts';
import { type Listener, startListener } from '../clients/listener.ts';
import { PACE, type Pace, runProducer } from '../load/producer.ts';
import { type Ledger, makeLedger } from '../model/ledger.ts';
import { type Database, type EngineName, furnish, makeDatabase } from './database.ts';
import { makePlaces, type Places } from './places.ts';

/** One service with everything around it: what a scenario plays with. */
export interface World {
  readonly engine: EngineName;
  readonly chance: Chance;
  readonly database: Database;
  readonly places: Places;
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  readonly restaurantes: readonly string[];
  readonly listeners: Listener[];
  readonly hooks: Hook[];
  api(restauranteId: string): Api;
  /** Keys that nobody else uses. */
  tokens(restauranteId: string): readonly string[];
  /** How many times of each kind something was done, for the report. */
  readonly tally: Map<string, number>;
  count(what: string, by?: number): void;
  /** Begins to send orders; what it gives back ends that, once all is answered or given up. */
  startLoad(options?: LoadOptions): () => Promise<void>;
}

export interface LoadOptions {
  producers?: number;
  pace?: Partial<Pace>;
}

export interface WorldOptions {
  engine: EngineName;
  chance: Chance;
  servers: number;
  /** Whether webhooks are registered. */
  hooks: boolean;
  /** What stands between clients and service, service and database, service and receiver. */
  lines?: Lines;
  env?: Record<string, string>;
  nodeArgs?: readonly string[];
  /** How often listeners stop reading. */
  dozes?: number;
  /** Keys of each restaurant for what a scenario asks by itself. */
  spareKeys?: number;
}

export interface Lines {
  /** Told where the processes are, and tells where the clients find them. */
  public?(direct: string): string;
  private?(direct: string): string;
  database?(url: string): string;
  receiver?(port: number): number;
  /** Where SQLite keeps its files. */
  dataDir?: string;
}

const RESTAURANTES = ['rest_uno', 'rest_dos'];
/** Each may ask 60 times a minute; one is asked for every order's history in the end. */
const KEYS = 40;
const LISTENERS = 3;
const FINAL = ['pedido.entregado', 'pedido.cancelado', 'pedido.rechazado'];

export const makeWorld = async (t: Cleanup, options: WorldOptions): Promise<World> => {
  const { engine, chance, servers, lines = {}, env = {}, nodeArgs = [], dozes = 0 } = options;
  const { spareKeys = 0 } = options;
  const database = await makeDatabase(t, engine, lines.dataDir);
  const tokens = await furnish(database, RESTAURANTES, LISTENERS + KEYS + spareKeys);
  const seen = { ...database };
  if (database.url !== null && lines.database) seen.url = lines.database(database.url);
  const places = makePlaces(t, { database: seen, count: servers, env, nodeArgs });
  await places.startAll();
  const ledger = makeLedger();
  const receiver = await startReceiver(t);
  const port = lines.receiver?.(receiver.ports.http) ?? receiver.ports.http;
  const [listeners, hooks]: [Listener[], Hook[]] = [[], []];
  const apis = new Map<string, Api>();
  const tally = new Map<string, number>();

  for (const restauranteId of RESTAURANTES) {
    const own = tokens.get(restauranteId) ?? [];
    const forApi = chance.fork(`api ${restauranteId}`);
    const api = makeApi(() => places.publicUrl(forApi), own.splice(LISTENERS, KEYS));
    t.after(async () => api[Symbol.dispose]());
    apis.set(restauranteId, api);
    for (const tipos of options.hooks ? [null, FINAL] : []) {
      const name = `webhook ${hooks.length + 1} (${restauranteId})`;
      const url = `http://127.0.0.1:${port}/status/200/${hooks.length + 1}`;
      hooks.push(await registerHook(api, { url, name, restauranteId, tipos }, receiver.received));
    }
    for (const [i, token] of own.splice(0, LISTENERS).entries()) {
      const forStream = chance.fork(`listener ${restauranteId} ${i}`);
      const direct = () => places.publicUrl(forStream);
      const listener = startListener({
        ...{ restauranteId, token, chance: forStream, dozes },
        name: `listener ${i + 1} (${restauranteId})`,
        tipos: i === 0 ? FINAL : null,
        url: () => lines.public?.(direct()) ?? direct(),
      });
      t.after(() => listener.stop());
      listeners.push(listener);
    }
  }

  const privateUrl = (own: Chance): string => {
    const direct = places.privateUrl(own);
    return lines.private?.(direct) ?? direct;
  };
  const startLoad = ({ producers = 2, pace = {} }: LoadOptions = {}) => {
    let isOver = false;
    const running = RESTAURANTES.flatMap((restauranteId, r) =>
      Array.from({ length: producers }, (_, i) => {
        const own = chance.fork(`producer ${restauranteId} ${i} ${ledger.entries.length}`);
        return runProducer({
          ...{ ledger, restauranteId, nowMs: Date.now, chance: own },
          name: `${'abcdef'[r]}${i}_${ledger.entries.length}_`,
          url: () => privateUrl(own),
          isOver: () => isOver,
          pace: { ...PACE, ...pace },
        });
      }),
    );
    return async () => {
      isOver = true;
      await Promise.all(running);
    };
  };

  return {
    ...{ engine, chance, database, places, ledger, receiver, listeners, hooks, tally, startLoad },
    restaurantes: RESTAURANTES,
    tokens: (restauranteId) => tokens.get(restauranteId) ?? [],
    api(restauranteId) {
      const api = apis.get(restauranteId);
      if (api === undefined) throw new Error(`no client of ${restauranteId}`);
      return api;
    },
    count(what, by = 1) {
      tally.set(what, (tally.get(what) ?? 0) + by);
    },
  };
};
