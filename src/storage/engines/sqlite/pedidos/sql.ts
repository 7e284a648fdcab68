import { type IndexRuns, ROW, SEPARATOR } from '../../../pedidos/list.ts';
import type { Order, PedidoSql } from '../../../pedidos/pedidos.ts';

const CHANGED_LINE = `
  '{"cambiado_en":"' || strftime('%Y-%m-%dT%H:%M:%fZ', cambiado_ms / 1000.0, 'unixepoch') ||
  '","secuencia":' || secuencia || ',' || substr(cuerpo, 2)`;

const slice = (rows: string, withChange: boolean): string => `
  SELECT max(id) AS last, CAST(group_concat(${withChange ? CHANGED_LINE : 'cuerpo'} || char(10), '') AS BLOB) AS lines
  FROM (${rows})`;

/** Rows keep the order of the statement; a page that was read backwards is reversed. */
const page = (rows: string, order: Order): string => {
  const reversed = order === 'ASC' ? 'ORDER BY id DESC' : '';
  return `
    SELECT group_concat(id, '${SEPARATOR}' ${reversed}) AS ids, count(*) AS pedidos,
           sum(entradas) AS entradas, sum(fingerprint) AS fingerprints,
           CAST(group_concat(cuerpo, '${SEPARATOR}' ${reversed}) AS BLOB) AS body
    FROM (${rows})`;
};

const RANGE = 'restaurante_id = $1 AND id > $2 AND id < $3 AND creado_ms >= $4 AND creado_ms < $5';
/** `0 +`: with a plain parameter there, SQLite would plan the statement anew at every call. */
const LIMIT = 'LIMIT 0 + $6';

/** Without values of columns the table itself is the list: its orders lie side by side, in id order. */
const byId = (order: Order): string => `
  SELECT id, ${ROW} FROM pedidos NOT INDEXED WHERE ${RANGE} ORDER BY id ${order} ${LIMIT}`;

const runsOf = ({ index, columns, runs }: IndexRuns): string[] =>
  runs.map((_, run) => {
    const values = columns.map((column, i) => `${column} = $${7 + run * columns.length + i}`);
    return `SELECT id FROM pedidos INDEXED BY ${index} WHERE ${RANGE} AND ${values.join(' AND ')}`;
  });

const TIME_RUN = `
  SELECT id FROM pedidos INDEXED BY pedidos_creado
  WHERE ${RANGE} AND estado = ANY ($7::text[]) AND tipo = ANY ($8::text[]) AND ($9 IS NULL OR metodo = $9)`;

/**
 * SQLite merges the sorted runs of a compound SELECT lazily, so LIMIT stops all of them. The bodies
 * are fetched only for the orders on the page.
 */
const mergedPage = (runs: string, order: Order): string => `
  SELECT k.id, ${ROW} FROM (${runs} ORDER BY id ${order} ${LIMIT}) k
  CROSS JOIN pedidos p NOT INDEXED ON p.restaurante_id = $1 AND p.id = k.id`;

export const PEDIDO_SQL: PedidoSql = {
  byId,
  byRuns: (runs, order) => mergedPage(runsOf(runs).join(' UNION ALL '), order),
  byTime: (order) => mergedPage(TIME_RUN, order),
  page,
  slice,
  get: `
    SELECT entradas, fingerprint, CAST(cuerpo AS BLOB) AS cuerpo FROM pedidos
    WHERE restaurante_id = $1 AND id = $2`,
};
