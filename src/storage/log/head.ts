import type { IdSkew } from '../../domain/log/id-skew.ts';
import { rows, type Step, send, together, type Work } from '../database.ts';
import type { LogPosition } from '../port/log.ts';

/** The head of a restaurant's log. The columns of the skew are null before the first order. */
export type HeadRow = LogPosition & { zona: string | null; cerradoHastaMs: number } & (
    | IdSkew
    | { idMin: null }
  );

/** No month was closed yet. */
export const NEVER_MS = Number.MIN_SAFE_INTEGER;

export const POSITION_COLUMNS = 'log_tag AS "logTag", secuencia, version';
const HEAD_COLUMNS = `${POSITION_COLUMNS}, id_min AS "idMin", id_max AS "idMax",
  creado_min_ms AS "creadoMinMs", creado_max_ms AS "creadoMaxMs", id_skew_ms AS "skewMs", zona_horaria AS zona,
  cerrado_hasta_ms AS "cerradoHastaMs"`;

export const READ_POSITION = `SELECT ${POSITION_COLUMNS} FROM log_heads WHERE restaurante_id = $1`;
/** Locks a restaurant: of two processes that add something to it at once, the second counts what the first added. */
export const LOCK_RESTAURANT =
  'SELECT secuencia FROM log_heads WHERE restaurante_id = $1 FOR UPDATE';
/** Locks a restaurant for a batch: until the commit, no other transaction changes its orders. */
export const LOCK_HEAD = `SELECT ${HEAD_COLUMNS} FROM log_heads WHERE restaurante_id = $1 FOR UPDATE`;
/**
 * Locks the account as well: on Citus the head is on another server than accounts and keys, and its lock is free again an
 * instant before these are committed.
 */
const FIND_RESTAURANT = 'SELECT 1 AS found FROM restaurantes WHERE id = $1 FOR UPDATE';

/** Locks a restaurant. Returns the head of its log; null if there is no such restaurant: the log of a deleted one is still there. */
export function* lockRestaurant(restauranteId: string): Work<{ secuencia: number } | null> {
  const [[head], found] = yield* together(
    rows<{ secuencia: number }>(LOCK_RESTAURANT, restauranteId),
    rows(FIND_RESTAURANT, restauranteId),
  );
  return head === undefined || found.length === 0 ? null : head;
}

export const WRITE_HEAD = `
  UPDATE log_heads SET secuencia = $2, version = version + 1, id_min = $3, id_max = $4,
         creado_min_ms = $5, creado_max_ms = $6, id_skew_ms = $7
  WHERE restaurante_id = $1`;

/** The types of its values from $2 on. */
export const WRITE_HEAD_TYPES = ['bigint', 'text', 'text', 'bigint', 'bigint', 'bigint'];

export const writeHead = (
  restauranteId: string,
  secuencia: number,
  idSkew: IdSkew | null,
): Step<void> =>
  send(
    WRITE_HEAD,
    restauranteId,
    secuencia,
    idSkew?.idMin ?? null,
    idSkew?.idMax ?? null,
    idSkew?.creadoMinMs ?? null,
    idSkew?.creadoMaxMs ?? null,
    idSkew?.skewMs ?? 0,
  );
