import type { Alcance } from '../../src/contract/alcances.ts';
import type { ComandoPedido } from '../../src/contract/comandos.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { openDatabase } from '../../src/storage/engines/sqlite/driver/open.ts';
import { makeSqliteStore } from '../../src/storage/engines/sqlite/store.ts';
import type { StoreTarget } from '../../src/storage/open.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { startPostgres } from '../../test/support/postgres/postgres.ts';
import { query } from '../../test/support/postgres/query.ts';
import { makeKeyOperator, openTestStore } from '../../test/support/service.ts';

const KEYS_AT_ONCE = 100;
/** Orders that are stored concurrently, a batch for each restaurant. */
const WAVE_ORDERS = 500;

/** Starts a PostgreSQL whose commits wait for the disk, as in production. */
export const withPostgres = async <T>(run: (url: string) => Promise<T>): Promise<T> => {
  const postgres = await startPostgres({ durable: true });
  try {
    return await run(postgres.url);
  } finally {
    await postgres.stop();
  }
};

/** A store whose commits do not wait for the disk, for filling it before a measurement. */
export const openStoreWithoutSync = async ({
  dataDir,
  databaseUrl,
}: StoreTarget): Promise<Store> => {
  if (databaseUrl === null) {
    const connection = openDatabase(dataDir);
    connection.exec('PRAGMA synchronous = OFF');
    return makeSqliteStore(connection, { clock: systemClock, randomBytes: makeRandomBytes() });
  }
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return openTestStore({ dataDir, databaseUrl: url.href });
};

let created = 0;

/** Creates an empty database on a server of this run, which goes away with the server. */
export const freshDatabase = async (serverUrl: string): Promise<string> => {
  created += 1;
  await query(serverUrl, `CREATE DATABASE bench_${created}`);
  const url = new URL(serverUrl);
  url.pathname = `/bench_${created}`;
  return url.href;
};

/** Creates keys for each restaurant. */
export const createKeys = async (
  store: Store,
  counts: ReadonlyMap<string, number>,
  alcances: readonly Alcance[],
): Promise<Map<string, string[]>> => {
  const { makeLlave } = makeKeyOperator(store);
  const tokens = new Map([...counts.keys()].map((id): [string, string[]] => [id, []]));
  const create = async (restauranteId: string): Promise<void> => {
    const { token } = await makeLlave({ restauranteId, alcances });
    tokens.get(restauranteId)?.push(token);
  };
  const wanted = [...counts].flatMap(([id, count]) => Array<string>(count).fill(id));
  while (wanted.length > 0) await Promise.all(wanted.splice(0, KEYS_AT_ONCE).map(create));
  return tokens;
};

/** Stores new orders without HTTP and delivers nothing; gives their ids by restaurant, in the order of the commands. */
export const storeOrders = async (
  store: Store,
  comandos: Iterable<ComandoPedido>,
  onWave: (stored: number) => void = () => {},
): Promise<Map<string, string[]>> => {
  const ids = new Map<string, string[]>();
  let [wave, stored]: [ComandoPedido[], number] = [[], 0];
  const commit = async (restauranteId: string, some: ComandoPedido[]): Promise<void> => {
    const own = ids.getOrInsertComputed(restauranteId, () => []);
    for (const answer of await store.log.commit(restauranteId, some)) {
      if (!answer.ok) throw new Error(`an order was refused: ${JSON.stringify(answer)}`);
      own.push(answer.pedidoId);
    }
  };
  const commitWave = async (): Promise<void> => {
    const byRestaurant = Map.groupBy(wave, (each) => each.restaurante_id);
    await Promise.all([...byRestaurant].map(([id, some]) => commit(id, some)));
    stored += wave.length;
    wave = [];
    onWave(stored);
  };
  for (const each of comandos) if (wave.push(each) === WAVE_ORDERS) await commitWave();
  await commitWave();
  return ids;
};
