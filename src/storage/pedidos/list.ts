import { ESTADOS, TIPOS } from '../../contract/recursos/pedido.ts';
import type { Narrowed } from '../../domain/pedido/filtros.ts';
import { jsonStartOf } from '../../domain/pedido/pedido-json.ts';
import { type StoredBody, toBytes } from '../database.ts';
import type { Body } from '../port/body.ts';
import type { PedidoPage, PedidoQuery } from '../port/pedidos.ts';

// Shared by both engines: turns the filters of a list into ranges of its indexes, and the row that was read into a page.

/**
 * Runs of entries of an index, each with one value of each column and sorted by id. Their merge, by id, is the list that a
 * filter asks for: it touches a page's worth of entries plus one for each run, however rare or common the values are.
 */
export interface IndexRuns {
  index: 'pedidos_estado' | 'pedidos_metodo';
  columns: readonly string[];
  runs: readonly (readonly string[])[];
}

/** Null when the filter names no column: then the id index itself is the list. */
export const indexRuns = (narrowed: Narrowed): IndexRuns | null => {
  const { metodo } = narrowed;
  const [estados, tipos] = matchValues(narrowed);
  const states = [...new Set(estados)];
  if (states.length === ESTADOS.length && narrowed.tipo === null && metodo === null) return null;
  const runs = states.flatMap((estado) => tipos.map((tipo) => [estado, tipo]));
  if (metodo === null) return { index: 'pedidos_estado', columns: ['estado', 'tipo'], runs };
  return {
    index: 'pedidos_metodo',
    columns: ['metodo', 'estado', 'tipo'],
    runs: runs.map((run) => [metodo, ...run]),
  };
};

/** The states and the types that a filter lets through. */
export const matchValues = ({ estado, tipo }: Narrowed) =>
  [estado ?? ESTADOS, tipo === null ? TIPOS : [tipo]] as const;

/** Bounds beyond every id and every time: a statement always has both bounds, so it has one text. */
export const ID_LOWEST = '';
const ID_HIGHEST = '\u{10FFFF}';
export const MS_LOWEST = Number.MIN_SAFE_INTEGER;
export const MS_HIGHEST = Number.MAX_SAFE_INTEGER;

export const hasDates = ({ desdeMs, hastaMs }: Narrowed): boolean =>
  desdeMs !== null || hastaMs !== null;

/**
 * Finds the ids around a time range ($2 to $3), widened by the id skew (domain/log/id-skew.ts): `low` of the last order
 * created before it, `high` of the first one created after it. It gives no row if ids tell nothing about time.
 */
export const READ_ID_BOUNDS = `
  SELECT
    (SELECT id FROM pedidos WHERE restaurante_id = $1 AND creado_ms < CAST($2 AS bigint) - g.id_skew_ms
     ORDER BY creado_ms DESC, id DESC LIMIT 1) AS low,
    (SELECT id FROM pedidos WHERE restaurante_id = $1 AND creado_ms >= CAST($3 AS bigint) + g.id_skew_ms
     ORDER BY creado_ms, id LIMIT 1) AS high
  FROM log_heads g WHERE g.restaurante_id = $1 AND g.id_skew_ms >= 0`;

export type IdBounds = {
  low: string | null;
  high: string | null;
};

/** The bounds of ids that a page lies between; one order more than asked for tells whether there are more. */
export const listBounds = ({ restauranteId, cursor, limit }: PedidoQuery, bounds?: IdBounds) => {
  const low = bounds?.low ?? ID_LOWEST;
  const high = bounds?.high ?? ID_HIGHEST;
  return {
    restauranteId,
    low: cursor?.direction === 'before' && cursor.id > low ? cursor.id : low,
    high: cursor?.direction === 'after' && cursor.id < high ? cursor.id : high,
    limit: limit + 1,
  };
};

/** The parameters that the statements of a list by columns share, $1 to $6. */
export const listValues = (
  query: PedidoQuery,
  { desdeMs, hastaMs }: Narrowed,
  bounds: IdBounds | undefined,
) => {
  const { restauranteId, low, high, limit } = listBounds(query, bounds);
  return [restauranteId, low, high, desdeMs ?? MS_LOWEST, hastaMs ?? MS_HIGHEST, limit];
};

/**
 * If ids tell nothing about time there are two ways to a page: walk the ids and skip the orders
 * outside the range (about `limit` × `total` / `inRange` entries), or sort the range. The better one
 * never touches more than the square root of `limit` × `total`.
 */
export const isTimeScanCheaper = (inRange: number, total: number, limit: number): boolean =>
  inRange * inRange <= limit * total;

/** The columns of an order, after its id, of which pages and slices are made. */
export const ROW = 'entradas, fingerprint, secuencia, cambiado_ms, cuerpo';

/** Separates the orders of a page, and their ids. */
export const SEPARATOR = ',';

/**
 * A page as the database assembles it, newest first; all null when it is empty. It is one row: to read each order
 * as a row takes more than twice as long.
 */
export interface PageRow {
  ids: string | null;
  pedidos: number;
  /** Sums over the orders of the page. */
  entradas: number;
  fingerprints: number;
  body: StoredBody | null;
}

const EMPTY_PAGE: PedidoPage = { ends: null, body: new Uint8Array(), version: '0', more: false };

export const toPage = (row: PageRow | undefined, query: PedidoQuery): PedidoPage => {
  if (!row?.ids || !row.body) return EMPTY_PAGE;
  const ids = row.ids.split(SEPARATOR);
  let body = toBytes(row.body);
  const more = row.pedidos > query.limit;
  // The statement reads one order more than asked for: the last one, or on the way back the first.
  if (more && query.cursor?.direction === 'before') {
    ids.shift();
    body = body.subarray(startOf(body, ids[0]));
  } else if (more) {
    body = body.subarray(0, startOf(body, ids.pop()) - SEPARATOR.length);
  }
  const [first = '', last = first] = [ids[0], ids.at(-1)];
  const ends = { first, last };
  return { ends, body, more, version: pageVersion(ends, row) };
};

/** Where an order begins that is not the first of the page. */
const startOf = (body: Body, id = ''): number => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const at = bytes.lastIndexOf(`${SEPARATOR}${jsonStartOf(id)}`);
  if (at < 0) throw new Error(`the order ${id} is not stored as it should be`);
  return at + SEPARATOR.length;
};

/**
 * A changed order has more entries or another checksum, and a change in which orders lie between two
 * ids changes their number or the sums.
 */
const pageVersion = (
  { first, last }: { first: string; last: string },
  sums: { pedidos: number; entradas: number; fingerprints: number },
): string => `${first}.${last}.${sums.pedidos}.${sums.entradas}.${sums.fingerprints}`;

export const orderVersion = ({
  entradas,
  fingerprint,
}: {
  entradas: number;
  fingerprint: number;
}): string => `${entradas}.${fingerprint}`;
