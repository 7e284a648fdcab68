import { type Database, type StoredBody, toBytes, type Value } from '../database.ts';
import {
  type PedidoFilter,
  type PedidoQuery,
  type PedidoStore,
  UNFILTERED,
} from '../port/pedidos.ts';
import { countPedidos, matchValues } from './count.ts';
import {
  hasDates,
  type IdBounds,
  type IndexRun,
  indexRuns,
  isTimeScanCheaper,
  listValues,
  orderVersion,
  type PageRow,
  READ_ID_BOUNDS,
  toPage,
} from './list.ts';
import { readSummary } from './summary.ts';

export type Order = 'ASC' | 'DESC';

/** The statements that each engine has in SQL of its own. The first three read the orders of a page as rows, in order of ids. */
export interface PedidoSql {
  /** Of the whole range of ids. `listValues` are the parameters $1 to $6 of all three. */
  byId(order: Order): string;
  /** A merge of runs. Each has two more parameters: its state and its type. */
  byRuns(runs: readonly IndexRun[], order: Order): string;
  /** Scans the range of time, for ids that tell nothing about it. $7: the states, $8: the types. */
  byTime(order: Order): string;
  /** The page of such rows as one row, newest first. */
  page(rows: string, order: Order): string;
  /** Such rows as one `SliceRow`. */
  slice(rows: string): string;
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
  { lookups = reader, bulk = reader }: { lookups?: Reader; bulk?: Reader } = {},
): PedidoStore => ({
  async list(query) {
    const asked = hasDates(query) ? reader : lookups;
    const rows = await listStatement(sql, asked, query);
    const [row] = await asked.all<PageRow>(sql.page(rows.sql, orderOf(query)), ...rows.values);
    return toPage(row, query);
  },
  async slice(filter, after, limit) {
    const cursor = { direction: 'before', id: after } as const;
    // A list reads one order more than asked for.
    const rows = await listStatement(sql, bulk, { ...filter, cursor, limit: limit - 1 });
    const [slice] = await bulk.all<SliceRow>(sql.slice(rows.sql), ...rows.values);
    return { last: slice?.last ?? null, lines: toBytes(slice?.lines ?? '') };
  },
  count: (filter) => countPedidos(reader, filter),
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
): Promise<{ sql: string; values: Value[] }> => {
  const order = orderOf(query);
  const bounds = hasDates(query) ? await readIdBounds(reader, query) : undefined;
  const values = listValues(query, bounds);
  if (hasDates(query) && bounds === undefined && (await isByTime(reader, query))) {
    return { sql: sql.byTime(order), values: [...values, ...matchValues(query)] };
  }
  const runs = indexRuns(query);
  if (runs === null) return { sql: sql.byId(order), values };
  return {
    sql: sql.byRuns(runs, order),
    values: [...values, ...runs.flatMap(({ estado, tipo }) => [estado, tipo])],
  };
};

const readIdBounds = async (
  { all }: Reader,
  { restauranteId, desdeMs, hastaMs }: PedidoFilter,
): Promise<IdBounds | undefined> =>
  (await all<IdBounds>(READ_ID_BOUNDS, restauranteId, desdeMs, hastaMs))[0];

const isByTime = async (reader: Reader, query: PedidoQuery): Promise<boolean> => {
  const [inRange, total] = await Promise.all([
    countPedidos(reader, { ...query, estados: [], tipo: null }),
    countPedidos(reader, { ...query, ...UNFILTERED }),
  ]);
  return isTimeScanCheaper(inRange, total, query.limit);
};
