import { type IndexRuns, ROW, SEPARATOR } from '../../../pedidos/list.ts';
import type { Order, PedidoSql } from '../../../pedidos/pedidos.ts';

/** Gives one row: a hundred would keep this process busy, while its other clients wait. The rows inside come in order. */
const slice = (rows: string, withChange: boolean): string => `
  SELECT max(id COLLATE "C") AS last, string_agg(${withChange ? CHANGED_LINE : 'cuerpo'} || chr(10), '') AS lines
  FROM (${rows}) AS pedidos`;

const CHANGED_LINE = `
  '{"cambiado_en":"' ||
  to_char(to_timestamp(cambiado_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ||
  '","secuencia":' || secuencia || ',' || substr(cuerpo, 2)`;

/** Rows keep the order of the statement; a page that was read backwards is reversed. */
const page = (rows: string, order: Order): string => {
  const reversed = order === 'ASC' ? 'ORDER BY id COLLATE "C" DESC' : '';
  return `
    SELECT string_agg(id, '${SEPARATOR}' ${reversed}) AS ids, count(*) AS pedidos,
           sum(entradas) AS entradas, sum(fingerprint)::bigint AS fingerprints,
           string_agg(cuerpo, '${SEPARATOR}' ${reversed}) AS body
    FROM (${rows}) AS pedidos`;
};

/** One sorted run. The collation of `id` decides which index has that order (see the migration). */
const runOf = (id: string, columns: string, order: Order): string => `
  SELECT ${id} AS id, ${ROW} FROM pedidos
  WHERE restaurante_id = $1 ${columns} AND ${id} > $2 AND ${id} < $3
    AND creado_ms >= $4 AND creado_ms < $5
  ORDER BY 1 ${order} LIMIT $6`;

/** The collation of states and types decides as well: the index by method of payment has them in POSIX order. */
const COLUMNS = {
  pedidos_estado: (column: string) => column,
  pedidos_metodo: (column: string) => (column === 'metodo' ? column : `${column} COLLATE "POSIX"`),
} as const satisfies Record<IndexRuns['index'], (column: string) => string>;

/**
 * A merge (Merge Append) of index scans that LIMIT stops: it touches the rows of the page and one for
 * each run. Each run has an ORDER BY of its own because the planner does not see, from outside, that
 * an index which begins with a fixed state is in id order. Bodies come along: a row that is not shown
 * costs only a pointer to its page, whereas fetching bodies afterwards would read each row twice.
 */
const byRuns = ({ index, columns, runs }: IndexRuns, order: Order): string => {
  const merged = runs.map((_, run) => {
    const values = columns.map((column, i) => {
      return `AND ${COLUMNS[index](column)} = $${7 + run * columns.length + i}`;
    });
    return `(${runOf('id COLLATE "POSIX"', values.join(' '), order)})`;
  });
  return `
    SELECT id, ${ROW} FROM (${merged.join(' UNION ALL ')}) runs
    ORDER BY id ${order} LIMIT $6`;
};

/**
 * Scans the time range and then sorts by id: for ids that tell nothing about time. The inner query asks for nothing
 * but the range, so that only the index by time can answer it.
 */
const byTime = (order: Order): string => `
  WITH en_rango AS MATERIALIZED (
    SELECT id, estado, tipo, metodo FROM pedidos
    WHERE restaurante_id = $1 AND creado_ms >= $4 AND creado_ms < $5
  ), pagina AS (
    SELECT id FROM en_rango
    WHERE id > $2 AND id < $3 AND estado = ANY ($7::text[]) AND tipo = ANY ($8::text[])
      AND ($9::text IS NULL OR metodo = $9)
    ORDER BY id ${order} LIMIT $6
  )
  SELECT p.id, ${ROW} FROM pagina k JOIN pedidos p ON p.restaurante_id = $1 AND p.id = k.id
  ORDER BY k.id ${order}`;

export const PEDIDO_SQL: PedidoSql = {
  byId: (order) => runOf('id', '', order),
  byRuns,
  byTime,
  page,
  slice,
  get: 'SELECT entradas, fingerprint, cuerpo FROM pedidos WHERE restaurante_id = $1 AND id = $2',
};
