// Fills a database for the figures, in a process of its own. Orders go straight into the store as batches of
// commands, like those from the private door, but without HTTP.

import type { ComandoPedido } from '../../../src/contract/comandos.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { parseBodies } from '../../../src/storage/port/body.ts';
import { UNFILTERED } from '../../../src/storage/port/pedidos.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { createKeys, openStoreWithoutSync } from '../../support/database.ts';
import { readSettings, replyWith, tellStep } from '../../support/script.ts';
import { copyLarge, copyOfId } from './copies.ts';
import type { LoaderSettings, Note } from './databases.ts';
import { fillNormalised } from './normalised.ts';
import {
  everyOrder,
  everyRestaurant,
  historyId,
  LARGE,
  longestHistory,
  ordinaryIds,
} from './orders.ts';
import { openPostgres, openSqlite, sqliteFile } from './sql.ts';

/** Orders that are stored concurrently, a batch for each restaurant. */
const WAVE_ORDERS = 500;
/** Allowed error of the totals of long lists, which are estimates (`total_aprox`). */
const TOTAL_TOLERANCE = 0.05;
/** Keys of each restaurant that is measured by itself. */
const SPECIAL_KEYS = 120;
/** Number of newest orders to note for each restaurant. */
const NEWEST = 100;

const settings = readSettings<LoaderSettings>();
const { target, size, pageStep } = settings;

/** The ids of all orders by restaurant, oldest first. */
const loadOrders = async (store: Store): Promise<Map<string, string[]>> => {
  const ids = new Map<string, string[]>();
  let loaded = 0;
  const commit = async (restauranteId: string, comandos: ComandoPedido[]): Promise<void> => {
    const own = ids.getOrInsertComputed(restauranteId, () => []);
    for (const answer of await store.log.commit(restauranteId, comandos)) {
      if (!answer.ok) throw new Error(`an order was refused: ${JSON.stringify(answer)}`);
      own.push(answer.pedidoId);
    }
    loaded += comandos.length;
    tellStep(`${loaded} orders`);
  };
  const waves = inWaves(everyOrder(size, Date.now()), WAVE_ORDERS);
  for (const wave of waves) {
    const byRestaurant = Map.groupBy(wave, (each) => each.restaurante_id);
    await Promise.all([...byRestaurant].map(([id, comandos]) => commit(id, comandos)));
  }
  return ids;
};

function* inWaves<T>(all: Iterable<T>, length: number): Generator<T[]> {
  let wave: T[] = [];
  for (const each of all) {
    wave.push(each);
    if (wave.length < length) continue;
    yield wave;
    wave = [];
  }
  yield wave;
}

const addLarge = async (ids: Map<string, string[]>): Promise<void> => {
  tellStep('the large restaurant');
  const { dataDir, databaseUrl } = target;
  const sql =
    databaseUrl === null ? openSqlite(sqliteFile(dataDir)) : await openPostgres(databaseUrl);
  await copyLarge(sql, size);
  await sql.end();
  const model = ids.get(historyId(longestHistory(size))) ?? [];
  const copies = Array.from({ length: size.largeCopies }, (_, n) => n);
  ids.set(
    LARGE,
    model.flatMap((id) => copies.map((n) => copyOfId(id, n))),
  );
};

/** Checks with the service's own reader that the copies are what the service would have stored. */
const checkLarge = async (store: Store, expected: readonly string[]): Promise<void> => {
  const filter = { restauranteId: LARGE, ...UNFILTERED };
  const total = await store.pedidos.count(filter);
  const page = await store.pedidos.list({ ...filter, limit: 25, cursor: null });
  const bodies = parseBodies<Pedido>(page.body);
  const isRight =
    Math.abs(total / expected.length - 1) < TOTAL_TOLERANCE &&
    bodies.every(
      ({ id, restaurante }, i) => id === expected.at(-1 - i) && restaurante.id === LARGE,
    );
  if (!isRight) throw new Error('the large restaurant was not copied right');
};

/** Runs maintenance that the database would otherwise begin by itself in the middle of a figure. */
const vacuum = async (url: string): Promise<void> => {
  tellStep('vacuum');
  await query(url, 'VACUUM (ANALYZE)');
  await query(url, 'CHECKPOINT');
};

await replyWith(async (): Promise<Note> => {
  const store = await openStoreWithoutSync(target);
  for (const { restaurante } of everyRestaurant(size)) {
    await store.cuentas.save({ ...restaurante, id: restaurante.id ?? '' }, { ingesta: true });
  }
  const ids = await loadOrders(store);
  await store.close();
  if (size.largeCopies > 0) await addLarge(ids);
  const reopened = await openStoreWithoutSync(target);
  if (size.largeCopies > 0) await checkLarge(reopened, ids.get(LARGE) ?? []);
  tellStep('keys');
  const ordinary = new Set(ordinaryIds(size));
  const ordinaryKeys = Math.ceil(settings.keys / size.restaurants);
  const counts = [...ids.keys()].map(
    (id) => [id, ordinary.has(id) ? ordinaryKeys : SPECIAL_KEYS] as const,
  );
  const tokens = await createKeys(reopened, new Map(counts), ['pedidos.leer']);
  if (settings.normalised) await fillNormalised(reopened, target, ordinaryIds(size));
  await reopened.close();
  if (target.databaseUrl !== null) await vacuum(target.databaseUrl);
  const newestFirst = (id: string): string[] => ids.get(id)?.toReversed() ?? [];
  const each = <T>(keys: Iterable<string>, value: (id: string) => T) =>
    Object.fromEntries([...keys].map((id) => [id, value(id)]));
  return {
    tokens: Object.fromEntries(tokens),
    pageStarts: each(ordinary, (id) =>
      newestFirst(id).filter((_, i) => i % pageStep === pageStep - 1),
    ),
    newest: each(ids.keys(), (id) => newestFirst(id).slice(0, NEWEST)),
  };
});
