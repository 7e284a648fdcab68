import type { ClientKeys } from '../../domain/cliente/client-keys.ts';
import { type Narrowed, narrow, UNFILTERED } from '../../domain/pedido/filtros.ts';
import { type Database, type StoredBody, toBytes } from '../database.ts';
import type { PedidoQuery, PedidoStore } from '../port/pedidos.ts';
import { listByKeys, type Prepared } from './by-keys.ts';
import { countPedidos } from './count.ts';
import {
  hasDates,
  type IdBounds,
  type IndexRuns,
  indexRuns,
  isTimeScanCheaper,
  listValues,
  matchValues,
  orderVersion,
  type PageRow,
  READ_ID_BOUNDS,
  toPage,
} from './list.ts';
import { BY_CREATION, dateTests, isByCreation, type WalkRow, walkStatement } from './slice.ts';
import { readSummary } from './summary.ts';

export type Order = 'ASC' | 'DESC';

/** The statements that each engine has in SQL of its own. The first three read the orders of a page as rows, in order of ids. */
export interface PedidoSql {
  /** Of the whole range of ids. `listValues` are the parameters $1 to $6 of all three. */
  byId(order: Order): string;
  /** A merge of runs. From $7 on: the values of their columns, run by run. */
  byRuns(runs: IndexRuns, order: Order): string;
  /** Scans the range of time, for ids that tell nothing about it. $7: the states, $8: the types, $9: the method of payment, or null. */
  byTime(order: Order): string;
  /** The page of such rows as one row, newest first. */
  page(rows: string, order: Order): string;
  /** Such rows as one `SliceRow`. */
  slice(rows: string, withChange: boolean): string;
  get: string;
}

type Reader = Pick<Database, 'all'>;

/** Gives one row without a body if the order has no entry, and no row if there is no order. */
const HISTORY = `
  SELECT h.cuerpo FROM pedidos p
  LEFT JOIN historial h ON h.restaurante_id = $1 AND h.pedido_id = p.id
  WHERE p.restaurante_id = $1 AND p.id = $2
  ORDER BY h.n`;

type SliceRow = { last: string | null; lines: StoredBody | null };
type OrderRow = { entradas: number; fingerprint: number; cuerpo: StoredBody };

/** `lookups` is for frequent and short reads, `bulk` for reads that follow each other for minutes. */
export const makePedidoStore = (
  sql: PedidoSql,
  reader: Reader,
  clientKeys: ClientKeys,
  { lookups = reader, bulk = reader }: { lookups?: Reader; bulk?: Reader } = {},
): PedidoStore => ({
  async list(query) {
    const asked = hasDates(narrow(query)) ? reader : lookups;
    const rows = await listStatement(sql, asked, query, clientKeys);
    const [row] = await asked.all<PageRow>(sql.page(rows.sql, orderOf(query)), ...rows.values);
    return toPage(row, query);
  },
  async slice(filter, after, limit, by = BY_CREATION) {
    // A list reads one order more than asked for.
    const query = {
      ...filter,
      cursor: { direction: 'before', id: after },
      limit: limit - 1,
    } as const;
    if (isByCreation(by) || narrow(filter).keys.length > 0) {
      const rows = isByCreation(by)
        ? await listStatement(sql, bulk, query, clientKeys)
        : listByKeys(
            query,
            narrow({ ...query, desde: null, hasta: null }),
            clientKeys,
            'ASC',
            dateTests(filter, by),
          );
      const [slice] = await bulk.all<SliceRow>(sql.slice(rows.sql, by.withChange), ...rows.values);
      return { last: slice?.last ?? null, lines: toBytes(slice?.lines ?? '') };
    }
    const walk = walkStatement(sql.slice, filter, by, { after, limit });
    const [slice] = await bulk.all<SliceRow & WalkRow>(walk.sql, ...walk.values);
    return { last: slice?.reached ?? null, lines: toBytes(slice?.lines ?? '') };
  },
  count: (filter) => countPedidos(reader, filter, clientKeys),
  async get(restauranteId, id) {
    const [row] = await lookups.all<OrderRow>(sql.get, restauranteId, id);
    return row === undefined ? null : { body: toBytes(row.cuerpo), version: orderVersion(row) };
  },
  async history(restauranteId, id) {
    const rows = await reader.all<{ cuerpo: StoredBody | null }>(HISTORY, restauranteId, id);
    if (rows.length === 0) return null;
    return rows.flatMap(({ cuerpo }) => (cuerpo === null ? [] : [toBytes(cuerpo)]));
  },
  summary: (restauranteId, from, to) => readSummary(reader, restauranteId, from, to),
});

const orderOf = ({ cursor }: PedidoQuery): Order =>
  cursor?.direction === 'before' ? 'ASC' : 'DESC';

/** The statement that reads the orders of a page as rows, in the direction of the query. */
export const listStatement = async (
  sql: PedidoSql,
  reader: Reader,
  query: PedidoQuery,
  clientKeys: ClientKeys,
): Promise<Prepared> => {
  const order = orderOf(query);
  const narrowed = narrow(query);
  if (narrowed.keys.length > 0) return listByKeys(query, narrowed, clientKeys, order);
  const dated = hasDates(narrowed);
  const bounds = dated ? await readIdBounds(reader, query.restauranteId, narrowed) : undefined;
  const values = listValues(query, narrowed, bounds);
  if (dated && bounds === undefined && (await isByTime(reader, query, clientKeys))) {
    return {
      sql: sql.byTime(order),
      values: [...values, ...matchValues(narrowed), narrowed.metodo],
    };
  }
  const runs = indexRuns(narrowed);
  if (runs === null) return { sql: sql.byId(order), values };
  return { sql: sql.byRuns(runs, order), values: [...values, ...runs.runs.flat()] };
};

const readIdBounds = async (
  { all }: Reader,
  restauranteId: string,
  { desdeMs, hastaMs }: Narrowed,
): Promise<IdBounds | undefined> =>
  (await all<IdBounds>(READ_ID_BOUNDS, restauranteId, desdeMs, hastaMs))[0];

const isByTime = async (
  reader: Reader,
  { restauranteId, desde, hasta, limit }: PedidoQuery,
  clientKeys: ClientKeys,
): Promise<boolean> => {
  const all = { restauranteId, ...UNFILTERED };
  const [inRange, total] = await Promise.all([
    countPedidos(reader, { ...all, desde, hasta }, clientKeys),
    countPedidos(reader, all, clientKeys),
  ]);
  return isTimeScanCheaper(inRange, total, limit);
};
