import type { Value } from '../../database.ts';
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
import type { Session } from '../driver/connection.ts';
import { countPedidos } from './count.ts';

type SliceRow = { last: string | null; lines: string | null };

/** `session` reads lists by time, `lookups` lists by id alone, `bulk` slices, one after the other for minutes. */
interface ListSessions {
  session: Session;
  lookups: Session;
  bulk: Session;
}

export const makeLists = ({
  session,
  lookups,
  bulk,
}: ListSessions): Pick<PedidoStore, 'list' | 'slice'> => ({
  async list(query) {
    const asked = hasDates(query) ? session : lookups;
    const { sql, values } = await listStatement(asked, query);
    const [row] = await asked.rows<PageRow<string>>(pageOf(sql, query), values);
    return toPage(row && { ...row, body: row.body === null ? null : Buffer.from(row.body) }, query);
  },
  async slice(filter, after, limit) {
    const cursor = { direction: 'before', id: after } as const;
    // A list reads one order more than asked for.
    const { sql, values } = await listStatement(bulk, { ...filter, cursor, limit: limit - 1 });
    const [slice] = await bulk.rows<SliceRow>(sliceOf(sql), values);
    return { last: slice?.last ?? null, lines: Buffer.from(slice?.lines ?? '') };
  },
});

/** The statement that reads the orders of a page as rows, in the direction of the query. */
export const listStatement = async (
  session: Session,
  query: PedidoQuery,
): Promise<{ sql: string; values: Value[] }> => {
  const order = query.cursor?.direction === 'before' ? 'ASC' : 'DESC';
  const bounds = hasDates(query) ? await readIdBounds(session, query) : undefined;
  const values = listValues(query, bounds);
  if (hasDates(query) && bounds === undefined && (await isByTime(session, query))) {
    return { sql: timePage(order), values: [...values, ...matchValues(query)] };
  }
  const runs = indexRuns(query);
  if (runs === null) return { sql: runOf('id', '', order), values };
  return {
    sql: mergedPage(runs, order),
    values: [...values, ...runs.flatMap(({ estado, tipo }) => [estado, tipo])],
  };
};

type Order = 'ASC' | 'DESC';

/** Gives one row: a hundred would keep this process busy, while its other clients wait. The rows inside come in order. */
const sliceOf = (rows: string): string => `
  SELECT max(id COLLATE "C") AS last, string_agg(cuerpo || chr(10), '') AS lines FROM (${rows}) AS pedidos`;

/** Rows keep the order of the statement; a page that was read backwards is reversed. */
const pageOf = (rows: string, { cursor }: PedidoQuery): string => {
  const reversed = cursor?.direction === 'before' ? 'ORDER BY id COLLATE "C" DESC' : '';
  return `
    SELECT string_agg(id, '${SEPARATOR}' ${reversed}) AS ids, count(*) AS pedidos,
           sum(entradas) AS entradas, sum(huella)::bigint AS huellas,
           string_agg(cuerpo, '${SEPARATOR}' ${reversed}) AS body
    FROM (${rows}) AS pedidos`;
};

/** One sorted run. The collation of `id` decides which index has that order (see the migration). */
const runOf = (id: string, columns: string, order: Order): string => `
  SELECT ${id} AS id, entradas, huella, cuerpo FROM pedidos
  WHERE restaurante_id = $1 ${columns} AND ${id} > $2 AND ${id} < $3
    AND creado_ms >= $4 AND creado_ms < $5
  ORDER BY 1 ${order} LIMIT $6`;

/**
 * A merge (Merge Append) of index scans that LIMIT stops: it touches the rows of the page and one for
 * each run. Each run has an ORDER BY of its own because the planner does not see, from outside, that
 * an index which begins with a fixed state is in id order. Bodies come along: a row that is not shown
 * costs only a pointer to its page, whereas fetching bodies afterwards would read each row twice.
 */
const mergedPage = (runs: readonly IndexRun[], order: Order): string => {
  const merged = runs.map((_, i) => {
    const columns = `AND estado = $${7 + 2 * i} AND tipo = $${8 + 2 * i}`;
    return `(${runOf('id COLLATE "POSIX"', columns, order)})`;
  });
  return `
    SELECT id, entradas, huella, cuerpo FROM (${merged.join(' UNION ALL ')}) runs
    ORDER BY id ${order} LIMIT $6`;
};

/**
 * Scans the time range and then sorts by id: for ids that tell nothing about time. The inner query asks for nothing
 * but the range, so that only the index by time can answer it.
 */
const timePage = (order: Order): string => `
  WITH en_rango AS MATERIALIZED (
    SELECT id, estado, tipo FROM pedidos
    WHERE restaurante_id = $1 AND creado_ms >= $4 AND creado_ms < $5
  ), pagina AS (
    SELECT id FROM en_rango
    WHERE id > $2 AND id < $3 AND estado = ANY ($7::text[]) AND tipo = ANY ($8::text[])
    ORDER BY id ${order} LIMIT $6
  )
  SELECT p.id, p.entradas, p.huella, p.cuerpo FROM pagina k JOIN pedidos p ON p.restaurante_id = $1 AND p.id = k.id
  ORDER BY k.id ${order}`;

const readIdBounds = async (
  session: Session,
  { restauranteId, desdeMs, hastaMs }: PedidoQuery,
): Promise<IdBounds | undefined> => {
  const values = [restauranteId, desdeMs, hastaMs];
  return (await session.rows<IdBounds>(READ_ID_BOUNDS, values))[0];
};

const isByTime = async (session: Session, query: PedidoQuery): Promise<boolean> => {
  const [some, all] = await Promise.all([
    countPedidos(session, { ...query, estados: [], tipo: null }),
    countPedidos(session, { ...query, ...UNFILTERED }),
  ]);
  return isTimeScanCheaper(some, all, query.limit);
};
