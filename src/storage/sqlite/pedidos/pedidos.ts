import type { Body } from '../../port/body.ts';
import type { PedidoFilter, PedidoPage, PedidoQuery, PedidoStore } from '../../port/pedidos.ts';
import { branchesOf } from '../../shared/branches.ts';
import {
  type ConteoRange,
  conteoParts,
  type Edge,
  EXACT_MAX,
  TOLERANCE,
} from '../../shared/conteos.ts';
import {
  boundProbes,
  hasDates,
  ID_HIGHEST,
  ID_LOWEST,
  isTimeScanCheaper,
  MS_HIGHEST,
  MS_LOWEST,
} from '../../shared/dates.ts';
import { orderVersion, SEPARATOR, toPage } from '../../shared/page.ts';
import type { Connection } from '../driver/connection.ts';
import { readRegistro } from '../log/registro.ts';
import { readSummary } from './resumen.ts';

const GET = `
  SELECT entradas, huella, CAST(cuerpo AS BLOB) FROM pedidos WHERE restaurante_id = ? AND id = ?`;
const HISTORY = `
  SELECT cuerpo FROM historial WHERE restaurante_id = ? AND pedido_id = ? ORDER BY n`;

type OrderRow = [entradas: number, huella: number, cuerpo: Body];
type PageTuple = [
  ids: string | null,
  pedidos: number,
  entradas: number | null,
  huellas: number | null,
  body: Body | null,
];

export const makePedidoStore = (connection: Connection): PedidoStore => ({
  list: async (query) => listPedidos(connection, query),
  count: async (filter) => countPedidos(connection, filter),
  async get(restauranteId, id) {
    const row = connection.tuple<OrderRow>(GET, restauranteId, id);
    if (row === undefined) return null;
    const [entradas, huella, body] = row;
    return { body, version: orderVersion(entradas, huella) };
  },
  async history(restauranteId, id) {
    const rows = connection.all<{ cuerpo: Body }>(HISTORY, restauranteId, id);
    if (rows.length === 0 && connection.get(GET, restauranteId, id) === undefined) return null;
    return rows.map((row) => row.cuerpo);
  },
  summary: async (restauranteId, from, to) => readSummary(connection, restauranteId, from, to),
});

const listPedidos = (connection: Connection, query: PedidoQuery): PedidoPage => {
  const { sql, values } = listStatement(connection, query);
  const row = connection.tuple<PageTuple>(sql, ...values);
  if (row === undefined) return toPage(row, query);
  const [ids, pedidos, entradas, huellas, body] = row;
  return toPage({ ids, pedidos, entradas, huellas, body }, query);
};

/** The statement of a page. */
export const listStatement = (connection: Connection, query: PedidoQuery) => {
  const { restauranteId, cursor, limit } = query;
  const { low, high, byTime } = idBounds(connection, query);
  const after = cursor?.direction === 'after' && cursor.id < high ? cursor.id : high;
  const before = cursor?.direction === 'before' && cursor.id > low ? cursor.id : low;
  const range = [before, after, query.desdeMs ?? MS_LOWEST, query.hastaMs ?? MS_HIGHEST];
  const order: Order = cursor?.direction === 'before' ? 'ASC' : 'DESC';
  const branches = branchesOf(query);
  if (byTime) {
    const sql = chosenSql(`${TIME_RUN} ${matchSql(query)}`, order);
    const values = [restauranteId, ...range, ...matchValues(query), limit + 1, restauranteId];
    return { sql, values };
  }
  if (branches === null) {
    return { sql: PLAIN_PAGE[order], values: [restauranteId, ...range, limit + 1] };
  }
  const runs = branches.map(() => BRANCH_RUN).join(' UNION ALL ');
  const values = branches.flatMap(({ estado, tipo }) => [restauranteId, estado, tipo, ...range]);
  return { sql: chosenSql(runs, order), values: [...values, limit + 1, restauranteId] };
};

type Order = 'ASC' | 'DESC';

const RANGE = 'id > ? AND id < ? AND creado_ms >= ? AND creado_ms < ?';
const runOf = (index: string, columns: string) => `
  SELECT id FROM pedidos INDEXED BY ${index} WHERE restaurante_id = ? ${columns} AND ${RANGE}`;
const BRANCH_RUN = runOf('pedidos_estado', 'AND estado = ? AND tipo = ?');
const TIME_RUN = runOf('pedidos_creado', '');

/** `0 + ?`: for a plain parameter there, SQLite makes a new plan at every call. */
const LIMITED = 'LIMIT 0 + ?';

/** Without states or a type the table itself is the list: its orders lie side by side. */
const idRun = (order: Order) => `
  SELECT id, entradas, huella, cuerpo FROM pedidos NOT INDEXED WHERE restaurante_id = ? AND ${RANGE}
  ORDER BY id ${order} ${LIMITED}`;

/**
 * SQLite merges the sorted runs of a compound SELECT lazily, so LIMIT stops all of them. The bodies
 * are fetched only for the orders that made it.
 */
const chosenSql = (runs: string, order: Order): string =>
  pageSql(
    `SELECT k.id, p.entradas, p.huella, p.cuerpo FROM (${runs} ORDER BY id ${order} ${LIMITED}) k
     CROSS JOIN pedidos p NOT INDEXED ON p.restaurante_id = ? AND p.id = k.id`,
    order,
  );

/** Rows come in the order of their run; going back, the page has to be turned round. */
const pageSql = (rows: string, order: Order): string => {
  const turned = order === 'ASC' ? 'ORDER BY id DESC' : '';
  return `
    SELECT group_concat(id, '${SEPARATOR}' ${turned}), count(*), sum(entradas), sum(huella),
           CAST(group_concat(cuerpo, '${SEPARATOR}' ${turned}) AS BLOB)
    FROM (${rows})`;
};

/** Without filters, as most are asked for: ready, because putting the text together takes a while. */
const PLAIN_PAGE: Record<Order, string> = {
  ASC: pageSql(idRun('ASC'), 'ASC'),
  DESC: pageSql(idRun('DESC'), 'DESC'),
};

const LAST_BELOW = `
  SELECT id FROM pedidos WHERE restaurante_id = ? AND creado_ms < ?
  ORDER BY creado_ms DESC, id DESC LIMIT 1`;
const FIRST_ABOVE = `
  SELECT id FROM pedidos WHERE restaurante_id = ? AND creado_ms >= ?
  ORDER BY creado_ms, id LIMIT 1`;

/**
 * The ids between which all orders of a time range lie (domain/orden.ts); where ids do not tell,
 * whether to go by time instead.
 */
const idBounds = (connection: Connection, query: PedidoQuery) => {
  const bounds = { low: ID_LOWEST, high: ID_HIGHEST, byTime: false };
  if (!hasDates(query)) return bounds;
  const { restauranteId, limit } = query;
  const probes = boundProbes(readRegistro(connection, restauranteId)?.orden ?? null, query);
  if (probes === null) {
    const anyState = { ...query, estados: [], tipo: null };
    const total = countPedidos(connection, { ...anyState, desdeMs: null, hastaMs: null });
    bounds.byTime = isTimeScanCheaper(countPedidos(connection, anyState), total, limit);
    return bounds;
  }
  const find = (sql: string, ms: number | null) =>
    ms === null ? undefined : connection.get<{ id: string }>(sql, restauranteId, ms)?.id;
  bounds.low = find(LAST_BELOW, probes.belowMs) ?? bounds.low;
  bounds.high = find(FIRST_ABOVE, probes.aboveMs) ?? bounds.high;
  return bounds;
};

/**
 * Whole days come from the counters. What sticks out at the ends of the range is counted, unless their whole days
 * are little beside the rest.
 */
const countPedidos = (connection: Connection, filter: PedidoFilter): number => {
  const { ranges, edges } = conteoParts(filter);
  const whole = countDays(connection, filter, ranges);
  if (whole > EXACT_MAX) {
    const days = edges.map(({ dia }) =>
      countDays(connection, filter, [{ dias: 1, from: dia, to: dia + 1 }]),
    );
    if (days.reduce((sum, day) => sum + day, 0) <= whole * TOLERANCE) {
      return Math.round(days.reduce((sum, day, i) => sum + day * (edges[i]?.share ?? 0), whole));
    }
  }
  return edges.reduce((sum, edge) => sum + countEdge(connection, filter, edge), whole);
};

const countDays = (
  { get }: Connection,
  filter: PedidoFilter,
  ranges: readonly ConteoRange[],
): number => {
  const counted = `(
    SELECT coalesce(sum(pedidos), 0) FROM conteos
    WHERE restaurante_id = ? AND dias = ? AND inicio >= ? AND inicio < ? ${matchSql(filter)})`;
  const total = get<{ n: number }>(
    `SELECT ${ranges.map(() => counted).join(' + ')} AS n`,
    ...ranges.flatMap(({ dias, from, to }) => [
      ...[filter.restauranteId, dias, from, to],
      ...matchValues(filter),
    ]),
  );
  return total?.n ?? 0;
};

const countEdge = (
  { get }: Connection,
  filter: PedidoFilter,
  { desdeMs, hastaMs }: Edge,
): number => {
  const edge = get<{ n: number }>(
    `SELECT count(*) AS n FROM pedidos INDEXED BY pedidos_creado
     WHERE restaurante_id = ? AND creado_ms >= ? AND creado_ms < ? ${matchSql(filter)}`,
    ...[filter.restauranteId, desdeMs, hastaMs, ...matchValues(filter)],
  );
  return edge?.n ?? 0;
};

const matchSql = ({ estados, tipo }: PedidoFilter): string => {
  const states = estados.length === 0 ? '' : `AND estado IN (${estados.map(() => '?').join(', ')})`;
  return `${states} ${tipo === null ? '' : 'AND tipo = ?'}`;
};

const matchValues = ({ estados, tipo }: PedidoFilter): string[] =>
  tipo === null ? [...estados] : [...estados, tipo];
