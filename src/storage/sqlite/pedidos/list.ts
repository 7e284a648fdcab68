import type { SQLInputValue } from 'node:sqlite';
import type { Body } from '../../port/body.ts';
import { type PedidoQuery, type PedidoStore, UNFILTERED } from '../../port/pedidos.ts';
import { matchValues } from '../../shared/count.ts';
import {
  hasDates,
  type IdBounds,
  type IndexRun,
  indexRuns,
  isTimeScanCheaper,
  listValues,
  type PageRow,
  READ_ID_BOUNDS,
  SEPARATOR,
  toPage,
} from '../../shared/list.ts';
import type { Connection } from '../driver/connection.ts';
import { bindable } from '../driver/database.ts';
import { countPedidos } from './count.ts';

type SliceRow = { last: string | null; lines: Body | null };

export const makeLists = (connection: Connection): Pick<PedidoStore, 'list' | 'slice'> => ({
  async list(query) {
    const { sql, values } = listStatement(connection, query);
    return toPage(connection.get<PageRow>(pageOf(sql, query), ...values), query);
  },
  async slice(filter, after, limit) {
    const cursor = { direction: 'before', id: after } as const;
    // A list reads one order more than asked for.
    const { sql, values } = listStatement(connection, { ...filter, cursor, limit: limit - 1 });
    const slice = connection.get<SliceRow>(sliceOf(sql), ...values);
    return { last: slice?.last ?? null, lines: slice?.lines ?? new Uint8Array() };
  },
});

/** The statement that reads the orders of a page as rows, in the direction of the query. */
export const listStatement = (
  connection: Connection,
  query: PedidoQuery,
): { sql: string; values: SQLInputValue[] } => {
  const order = query.cursor?.direction === 'before' ? 'ASC' : 'DESC';
  const bounds = hasDates(query) ? readIdBounds(connection, query) : undefined;
  const values = listValues(query, bounds);
  if (hasDates(query) && bounds === undefined && isByTime(connection, query)) {
    return {
      sql: mergedPage(TIME_RUN, order),
      values: [...values, ...matchValues(query).map(bindable)],
    };
  }
  const runs = indexRuns(query);
  if (runs === null) return { sql: idRun(order), values };
  return {
    sql: mergedPage(runs.map(estadoRun).join(' UNION ALL '), order),
    values: [...values, ...runs.flatMap(({ estado, tipo }) => [estado, tipo])],
  };
};

type Order = 'ASC' | 'DESC';

const sliceOf = (rows: string): string => `
  SELECT max(id) AS last, CAST(group_concat(cuerpo || char(10), '') AS BLOB) AS lines FROM (${rows})`;

/** Rows keep the order of the statement; a page that was read backwards is reversed. */
const pageOf = (rows: string, { cursor }: PedidoQuery): string => {
  const reversed = cursor?.direction === 'before' ? 'ORDER BY id DESC' : '';
  return `
    SELECT group_concat(id, '${SEPARATOR}' ${reversed}) AS ids, count(*) AS pedidos,
           sum(entradas) AS entradas, sum(huella) AS huellas,
           CAST(group_concat(cuerpo, '${SEPARATOR}' ${reversed}) AS BLOB) AS body
    FROM (${rows})`;
};

const RANGE = 'restaurante_id = $1 AND id > $2 AND id < $3 AND creado_ms >= $4 AND creado_ms < $5';
/** `0 +`: with a plain parameter there, SQLite would plan the statement anew at every call. */
const LIMIT = 'LIMIT 0 + $6';

/** Without states or a type the table itself is the list: its orders lie side by side, in id order. */
const idRun = (order: Order): string => `
  SELECT id, entradas, huella, cuerpo FROM pedidos NOT INDEXED WHERE ${RANGE} ORDER BY id ${order} ${LIMIT}`;

const estadoRun = (_: IndexRun, i: number): string => `
  SELECT id FROM pedidos INDEXED BY pedidos_estado
  WHERE ${RANGE} AND estado = $${7 + 2 * i} AND tipo = $${8 + 2 * i}`;

const TIME_RUN = `
  SELECT id FROM pedidos INDEXED BY pedidos_creado
  WHERE ${RANGE} AND estado IN (SELECT value FROM json_each($7)) AND tipo IN (SELECT value FROM json_each($8))`;

/**
 * SQLite merges the sorted runs of a compound SELECT lazily, so LIMIT stops all of them. The bodies
 * are fetched only for the orders on the page.
 */
const mergedPage = (runs: string, order: Order): string => `
  SELECT k.id, p.entradas, p.huella, p.cuerpo FROM (${runs} ORDER BY id ${order} ${LIMIT}) k
  CROSS JOIN pedidos p NOT INDEXED ON p.restaurante_id = $1 AND p.id = k.id`;

const readIdBounds = (connection: Connection, { restauranteId, desdeMs, hastaMs }: PedidoQuery) =>
  connection.get<IdBounds>(READ_ID_BOUNDS, restauranteId, desdeMs, hastaMs);

const isByTime = (connection: Connection, query: PedidoQuery): boolean => {
  const inRange = countPedidos(connection, { ...query, estados: [], tipo: null });
  const total = countPedidos(connection, { ...query, ...UNFILTERED });
  return isTimeScanCheaper(inRange, total, query.limit);
};
