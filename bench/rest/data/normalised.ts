import { join } from 'node:path';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { UNFILTERED } from '../../../src/domain/pedido/filtros.ts';
import type { StoreTarget } from '../../../src/storage/open.ts';
import { parseBodies } from '../../../src/storage/port/body.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { tellStep } from '../../support/script.ts';
import { openPostgres, openSqlite } from './sql.ts';

/** The usual server gets no more restaurants than these: fewer rows are to its advantage. */
export const NORMALISED_RESTAURANTS = 50;
export const SCHEMA = 'normalised';
const BATCH_ORDERS = 1_000;

export const normalisedFile = (dataDir: string): string => join(dataDir, 'normalised.sqlite');

type Row = Record<string, string | number | null>;

/** A table for each list within an order, and the column of its look-ups. */
const TABLES = {
  pedidos: 'restaurante_id',
  items: 'pedido_id',
  opciones: 'item_id',
  pagos: 'pedido_id',
  impuestos: 'pedido_id',
} as const;
type Tables = Record<keyof typeof TABLES, Row[]>;

/** Stores the orders of some restaurants in ordinary normalised tables. */
export const fillNormalised = async (
  store: Store,
  { dataDir, databaseUrl }: StoreTarget,
  restaurants: readonly string[],
): Promise<void> => {
  const sql =
    databaseUrl === null
      ? openSqlite(normalisedFile(dataDir))
      : await openPostgres(databaseUrl, SCHEMA);
  let isCreated = false;
  for (const restaurante of restaurants.slice(0, NORMALISED_RESTAURANTS)) {
    tellStep(`normalised tables of ${restaurante}`);
    for await (const pedidos of pagesOf(store, restaurante)) {
      const rows = rowsOf(pedidos);
      for (const [table, some] of Object.entries(rows)) {
        if (!isCreated) await sql.run(`CREATE TABLE ${table} (${columnsOf(some)})`);
        await sql.insert(table, some);
      }
      isCreated = true;
    }
  }
  for (const [table, column] of Object.entries(TABLES)) {
    await sql.run(`CREATE INDEX ${table}_by ON ${table} (${column}, id)`);
  }
  await sql.run('ANALYZE');
  await sql.end();
};

async function* pagesOf(store: Store, restauranteId: string): AsyncGenerator<Pedido[]> {
  const filter = { restauranteId, ...UNFILTERED };
  for (let last: string | null = null, more = true; more; ) {
    const cursor = last === null ? null : ({ direction: 'after', id: last } as const);
    const page = await store.pedidos.list({ ...filter, limit: BATCH_ORDERS, cursor });
    yield parseBodies<Pedido>(page.body);
    more = page.more;
    last = page.ends?.last ?? null;
  }
}

const rowsOf = (pedidos: readonly Pedido[]): Tables => {
  const tables: Tables = { pedidos: [], items: [], opciones: [], pagos: [], impuestos: [] };
  for (const pedido of pedidos) {
    const { id } = pedido;
    const listed = (posicion: number) => ({ id: `${id}-${posicion}`, pedido_id: id, posicion });
    tables.pedidos.push(flatten(pedido));
    for (const [posicion, { opciones, tamaño, ...item }] of pedido.items.entries()) {
      tables.items.push({ ...item, tamano: tamaño, pedido_id: id, posicion });
      const own = opciones.map((each, i) => ({ ...each, item_id: item.id, posicion: i }));
      tables.opciones.push(...own);
    }
    tables.pagos.push(...pedido.pago.pagos.map((each, i) => ({ ...listed(i), ...each })));
    const taxes = pedido.totales.iva_desglose.map((each, i) => ({ ...listed(i), ...each }));
    tables.impuestos.push(...taxes);
  }
  return tables;
};

/** Turns fields of nested objects into columns with a prefix; lists have tables of their own. */
const flatten = (value: object, prefix = ''): Row =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): [string, string | number | null][] => {
      if (Array.isArray(each)) return [];
      if (typeof each === 'object' && each !== null) {
        return Object.entries(flatten(each, `${prefix}${name}_`));
      }
      return [[prefix + name, typeof each === 'boolean' ? Number(each) : each]];
    }),
  );

/** A column for each name in the rows, numeric where the values are numbers. */
const columnsOf = (rows: readonly Row[]): string[] => {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].map((name) => {
    const isNumber = rows.some((row) => typeof row[name] === 'number');
    return `${name} ${isNumber ? 'double precision' : 'text'}${name === 'id' ? ' PRIMARY KEY' : ''}`;
  });
};
