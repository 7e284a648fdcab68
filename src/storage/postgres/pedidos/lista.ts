import { ESTADOS, TIPOS } from '../../../contract/recursos/pedido.ts';
import type { PedidoQuery } from '../../port/pedidos.ts';
import { type Branch, branchesOf } from '../../shared/branches.ts';
import {
  hasDates,
  ID_HIGHEST,
  ID_LOWEST,
  isTimeScanCheaper,
  MS_HIGHEST,
  MS_LOWEST,
} from '../../shared/dates.ts';
import { SEPARATOR } from '../../shared/page.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session, Statement, Value } from '../driver/connection.ts';
import { countPedidos } from './conteo.ts';

type Order = 'ASC' | 'DESC';

/** The statement of a page, as one row: one order more than asked for tells whether there are more. */
export const listStatement = async (
  session: Session,
  query: PedidoQuery,
): Promise<Statement & { values: Value[] }> => {
  const { restauranteId, cursor, limit } = query;
  const { low, high, byTime } = await idBounds(session, query);
  const values: Value[] = [
    restauranteId,
    cursor?.direction === 'before' && cursor.id > low ? cursor.id : low,
    cursor?.direction === 'after' && cursor.id < high ? cursor.id : high,
    query.desdeMs ?? MS_LOWEST,
    query.hastaMs ?? MS_HIGHEST,
    limit + 1,
  ];
  const order = cursor?.direction === 'before' ? 'ASC' : 'DESC';
  if (byTime) {
    const estados = textArray(query.estados.length === 0 ? ESTADOS : query.estados);
    const tipos = textArray(query.tipo === null ? TIPOS : [query.tipo]);
    return { ...timeStatement(order), values: [...values, estados, tipos] };
  }
  const branches = branchesOf(query);
  const runs = branches?.flatMap(({ estado, tipo }) => [estado, tipo]) ?? [];
  return { ...runsStatement(branches, order), values: [...values, ...runs] };
};

/** Parameters that all runs share; the states and types of the branches follow them. */
const SHARED_PARAMETERS = 6;

/** One sorted run. `id` tells by its collation which index has that order (see the migration). */
const runOf = (id: string, columns: string, order: Order) => `
  SELECT ${id} AS id, entradas, huella, cuerpo FROM pedidos
  WHERE restaurante_id = $1 ${columns} AND ${id} > $2 AND ${id} < $3
    AND creado_ms >= $4 AND creado_ms < $5
  ORDER BY 1 ${order} LIMIT $6`;

/**
 * A merge (Merge Append) of index scans that LIMIT stops: it touches the rows of the page and one for
 * each run. Each run has an ORDER BY of its own because the planner does not see, from outside, that
 * an index which begins with a fixed state is in id order. Bodies come along: a row that is not shown
 * costs no more than a pointer to its page. To merge ids alone and fetch the bodies of the page
 * afterwards reads each row twice.
 */
const runsStatement = (branches: readonly Branch[] | null, order: Order): Statement => {
  if (branches === null) {
    return { name: `pedidos_list_${order}`, text: pageOf(runOf('id', '', order), order) };
  }
  const runs = branches.map((_, i) => {
    const at = SHARED_PARAMETERS + 1 + 2 * i;
    return `(${runOf('id COLLATE "POSIX"', `AND estado = $${at} AND tipo = $${at + 1}`, order)})`;
  });
  return {
    name: `pedidos_list_${runs.length}_${order}`,
    text: pageOf(
      `
      SELECT id, entradas, huella, cuerpo FROM (${runs.join(' UNION ALL ')}) runs ORDER BY id ${order} LIMIT $6`,
      order,
    ),
  };
};

/**
 * By time and then sorted: for ids that say nothing about time. The inner query asks for nothing but
 * the range, so that only the index by time can answer it.
 */
const timeStatement = (order: Order): Statement => ({
  name: `pedidos_list_time_${order}`,
  text: pageOf(
    `
    WITH en_rango AS MATERIALIZED (
      SELECT id, estado, tipo FROM pedidos
      WHERE restaurante_id = $1 AND creado_ms >= $4 AND creado_ms < $5
    ), pagina AS (
      SELECT id FROM en_rango
      WHERE id > $2 AND id < $3 AND estado = ANY ($7::text[]) AND tipo = ANY ($8::text[])
      ORDER BY id ${order} LIMIT $6
    )
    SELECT p.id, p.entradas, p.huella, p.cuerpo FROM pagina k JOIN pedidos p ON p.restaurante_id = $1 AND p.id = k.id
    ORDER BY k.id ${order}`,
    order,
  ),
});

/** Rows are put together in the order in which they come; going back, the page has to be turned round. */
const pageOf = (rows: string, order: Order): string => `
  SELECT string_agg(id, '${SEPARATOR}') AS ids, count(*)::int AS pedidos,
         sum(entradas)::bigint AS entradas, sum(huella)::bigint AS huellas, string_agg(cuerpo, '${SEPARATOR}') AS body
  FROM (${order === 'ASC' ? `SELECT * FROM (${rows}) turned ORDER BY id DESC` : rows}) page`;

/**
 * The last order created before the range lies below all of it and the first one after it above,
 * once the range is widened by how far ids stray (domain/orden.ts). No row: ids tell nothing here.
 */
const BOUNDS: Statement = {
  name: 'pedidos_bounds',
  text: `
    SELECT
      (SELECT id FROM pedidos WHERE restaurante_id = $1 AND creado_ms < $2::bigint - g.desorden_ms
       ORDER BY creado_ms DESC, id DESC LIMIT 1) AS low,
      (SELECT id FROM pedidos WHERE restaurante_id = $1 AND creado_ms >= $3::bigint + g.desorden_ms
       ORDER BY creado_ms, id LIMIT 1) AS high
    FROM registros g WHERE g.restaurante_id = $1 AND g.desorden_ms >= 0`,
};

/** The ids between which all orders of a time range lie, or whether to go by time instead. */
const idBounds = async (session: Session, query: PedidoQuery) => {
  const { restauranteId, desdeMs, hastaMs, limit } = query;
  const bounds = { low: ID_LOWEST, high: ID_HIGHEST, byTime: false };
  if (!hasDates(query)) return bounds;
  const [found] = await session.rows<{ low: string | null; high: string | null }>(BOUNDS, [
    restauranteId,
    desdeMs,
    hastaMs,
  ]);
  if (found !== undefined) {
    return { ...bounds, low: found.low ?? ID_LOWEST, high: found.high ?? ID_HIGHEST };
  }
  const inRange = { ...query, estados: [], tipo: null };
  const [some, all] = await Promise.all([
    countPedidos(session, inRange),
    countPedidos(session, { ...inRange, desdeMs: null, hastaMs: null }),
  ]);
  return { ...bounds, byTime: isTimeScanCheaper(some, all, limit) };
};
