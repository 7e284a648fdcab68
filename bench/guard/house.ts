import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { type KeyBook, makeKeyBook } from '../rest/keys.ts';
import { orderLives, restaurantId, restaurantIds } from '../support/commands.ts';
import { createKeys, openStoreWithoutSync, storeOrders } from '../support/database.ts';
import { progress } from '../support/progress.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { addRestaurant } from '../webhooks/store.ts';

const RESTAURANTS = 8;
const ORDERS_EACH = 200;
const KEYS_EACH = 30;
/** Restaurants that take commands; the others stay as they are. */
const WRITTEN = 4;
const STREAM_KEYS = 3;
const PAGE_ORDERS = 25;

/** A place in a restaurant's history. */
interface Place {
  restaurant: string;
  cursor: string;
  id: string;
  evento: string;
}

/** The service with restaurants, orders and keys. */
export interface House {
  server: BenchServer;
  keys: KeyBook;
  restaurants: readonly string[];
  written: readonly string[];
  listened: string;
  streamKeys: readonly string[];
  places: readonly Place[];
  etags: ReadonlyMap<string, string>;
  /** A page, which the bare loop repeats. */
  page: string;
}

export const withHouse = async <T>(run: (house: House) => Promise<T>): Promise<T> => {
  await using running = new AsyncDisposableStack();
  const target = { dataDir: running.adopt(makeFolder(), removeFolder), databaseUrl: null };
  const all = restaurantIds(RESTAURANTS + WRITTEN + 1);
  const restaurants = all.slice(0, RESTAURANTS);
  const listened = restaurantId(RESTAURANTS + WRITTEN);
  progress('orders and keys');
  const store = await openStoreWithoutSync(target);
  for (let n = 0; n < all.length; n += 1) await addRestaurant(store, n);
  await storeOrders(store, orderLives(RESTAURANTS * ORDERS_EACH, restaurants));
  const counts = new Map(restaurants.map((id) => [id, KEYS_EACH]));
  const tokens = await createKeys(store, counts, ['pedidos.leer']);
  const streaming = new Map([[listened, STREAM_KEYS]]);
  const streamKeys = (await createKeys(store, streaming, ['stream.escuchar'])).get(listened) ?? [];
  await store.close();
  const server = await startServer(target);
  running.defer(() => server.stop('SIGKILL'));
  const keys = makeKeyBook(Object.fromEntries(tokens));
  const ask = async (restaurant: string, path: string) => {
    const response = await fetch(`${server.publicUrl}/api${path}`, {
      headers: await keys(restaurant),
    });
    return { etag: response.headers.get('etag') ?? '', text: await response.text() };
  };
  const [places, etags]: [Place[], Map<string, string>] = [[], new Map()];
  for (const restaurant of restaurants) {
    etags.set(restaurant, (await ask(restaurant, '/pedidos')).etag);
    const events = JSON.parse((await ask(restaurant, '/eventos?limite=100')).text);
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/pedidos?limite=${PAGE_ORDERS}${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { datos, paginacion } = JSON.parse((await ask(restaurant, path)).text);
      cursor = paginacion.siguiente as string | null;
      const evento = events.datos[places.length % events.datos.length].id;
      if (cursor !== null) places.push({ restaurant, cursor, id: datos[0].id, evento });
    }
  }
  const { text: page } = await ask(restaurants[0] ?? '', `/pedidos?limite=${PAGE_ORDERS}`);
  const written = all.slice(RESTAURANTS, RESTAURANTS + WRITTEN);
  return await run({
    ...{ server, keys, restaurants, written, listened, streamKeys, places, etags, page },
  });
};
