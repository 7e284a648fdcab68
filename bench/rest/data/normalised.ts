import { join } from 'node:path';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import type { StoreTarget } from '../../../src/storage/open.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { tellStep } from '../../support/script.ts';
import { openPostgres, openSqlite, type Sql } from './sql.ts';
import { createStatements, indexStatements, rowsOf, TABLES } from './tables.ts';

/** The usual server has no more than these: fewer rows count in its favour. */
export const NORMALISED_RESTAURANTS = 50;
export const SCHEMA = 'normalised';
const BATCH_ORDERS = 1_000;

export const normalisedFile = (dataDir: string): string => join(dataDir, 'normalised.sqlite');

/** The orders of some restaurants in tables as one would usually draw them. */
export const fillNormalised = async (
  store: Store,
  { dataDir, databaseUrl }: StoreTarget,
  restaurants: readonly string[],
): Promise<void> => {
  const sql =
    databaseUrl === null
      ? openSqlite(normalisedFile(dataDir))
      : await openPostgres(databaseUrl, SCHEMA);
  for (const statement of createStatements()) await sql.run(statement);
  for (const restaurante of restaurants.slice(0, NORMALISED_RESTAURANTS)) {
    tellStep(`normalised tables of ${restaurante}`);
    await sql.insert('restaurantes', [{ id: restaurante, slug: restaurante, nombre: '' }]);
    for await (const pedidos of pagesOf(store, restaurante)) await insertOrders(sql, pedidos);
  }
  for (const statement of [...indexStatements(), 'ANALYZE']) await sql.run(statement);
  await sql.end();
};

async function* pagesOf(store: Store, restauranteId: string): AsyncGenerator<Pedido[]> {
  const filter = { restauranteId, estados: [], tipo: null, desdeMs: null, hastaMs: null };
  for (let last: string | null = null, more = true; more; ) {
    const cursor = last === null ? null : ({ direction: 'after', id: last } as const);
    const page = await store.pedidos.list({ ...filter, limit: BATCH_ORDERS, cursor });
    yield JSON.parse(`[${Buffer.from(page.body).toString()}]`) as Pedido[];
    more = page.more;
    last = page.ends?.last ?? null;
  }
}

const insertOrders = async (sql: Sql, pedidos: readonly Pedido[]): Promise<void> => {
  const all = pedidos.map(rowsOf);
  for (const table of Object.keys(TABLES)) {
    const rows = all.flatMap((each) => each[table] ?? []);
    await sql.insert(table, rows);
  }
};
