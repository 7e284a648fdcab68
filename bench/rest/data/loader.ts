// Fills a database for the figures, in a process of its own. Orders go straight into the store as batches of
// commands, like those from the private door, but without HTTP.

import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { UNFILTERED } from '../../../src/domain/pedido/filtros.ts';
import { parseBodies } from '../../../src/storage/port/body.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { createKeys, openStoreWithoutSync, storeOrders } from '../../support/database.ts';
import { readSettings, replyWith, tellStep } from '../../support/script.ts';
import { copyLarge, copyOfId } from './copies.ts';
import type { LoaderSettings, Note } from './database.ts';
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

/** Allowed error of the totals of long lists, which are estimates (`total_aprox`). */
const TOTAL_TOLERANCE = 0.05;
/** Keys of each restaurant that is measured by itself. */
const SPECIAL_KEYS = 120;
/** Number of newest orders to note for each of them. */
const SPECIAL_NEWEST = 100;

const settings = readSettings<LoaderSettings>();
const { target, size } = settings;

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
  const ids = await storeOrders(store, everyOrder(size, Date.now()), (stored) =>
    tellStep(`${stored} orders`),
  );
  await store.close();
  const hasLarge = size.largeCopies > 0;
  if (hasLarge) await addLarge(ids);
  const reopened = await openStoreWithoutSync(target);
  if (hasLarge) await checkLarge(reopened, ids.get(LARGE) ?? []);
  tellStep('keys');
  const ordinary = new Set(ordinaryIds(size));
  const ordinaryKeys = Math.ceil(settings.keys / size.restaurants);
  const counts = [...ids.keys()].map(
    (id) => [id, ordinary.has(id) ? ordinaryKeys : SPECIAL_KEYS] as const,
  );
  const tokens = await createKeys(reopened, new Map(counts), ['pedidos.leer']);
  if (hasLarge) await fillNormalised(reopened, target, ordinaryIds(size));
  await reopened.close();
  if (target.databaseUrl !== null) await vacuum(target.databaseUrl);
  const newest = [...ids].map(([id, own]) => [
    id,
    own.slice(ordinary.has(id) ? 0 : -SPECIAL_NEWEST).reverse(),
  ]);
  return { tokens: Object.fromEntries(tokens), newest: Object.fromEntries(newest) };
});
