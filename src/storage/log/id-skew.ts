import { type DatedId, type IdSkew, isOrdered, widenSkew } from '../../domain/log/id-skew.ts';
import { lookup, none, type Step } from '../database.ts';

const BEFORE = `(
  SELECT p.creado_ms FROM pedidos p WHERE p.restaurante_id = $1 AND p.id < k.id ORDER BY p.id DESC LIMIT 1)`;
const BEHIND = `(
  SELECT p.creado_ms FROM pedidos p WHERE p.restaurante_id = $1 AND p.id > k.id ORDER BY p.id LIMIT 1)`;
/**
 * The skew of an order whose id falls among the stored ones. Mostly its two neighbours decide it: only if it is out of
 * order with one is there a search, which reaches at most `id_skew_ms` past that neighbour. It takes the first of the sorted
 * orders: for a minimum, PostgreSQL would read all orders behind the id when it expects few.
 */
export const SKEW = {
  key: { id: 'text', ms: 'bigint', skew: 'bigint' },
  sql: `SELECT k.id AS id,
    coalesce((SELECT p.creado_ms FROM pedidos p
              WHERE p.restaurante_id = $1 AND ${BEFORE} > k.ms AND p.creado_ms > k.ms
                AND p.creado_ms <= ${BEFORE} + k.skew AND p.id < k.id
              ORDER BY p.creado_ms DESC LIMIT 1) - k.ms, 0) AS "aheadMs",
    coalesce(k.ms - (SELECT p.creado_ms FROM pedidos p
              WHERE p.restaurante_id = $1 AND ${BEHIND} < k.ms AND p.creado_ms < k.ms
                AND p.creado_ms >= ${BEHIND} - k.skew AND p.id > k.id
              ORDER BY p.creado_ms LIMIT 1), 0) AS "behindMs"`,
} as const;

type SkewRow = { id: string; aheadMs: number; behindMs: number };

/** Reads how far new orders among the stored ones stray; to be called before they are stored. */
export const readSkews = (
  restauranteId: string,
  idSkew: IdSkew | null,
  added: readonly DatedId[],
): Step<SkewRow[]> => {
  if (!isOrdered(idSkew)) return none();
  const { idMin, idMax, skewMs } = idSkew;
  const inside = added.filter(({ id }) => id >= idMin && id <= idMax);
  const keys = inside.map(({ id, creadoMs }) => [id, creadoMs, skewMs]);
  return lookup(SKEW, restauranteId, keys);
};

export const widenBy = (
  idSkew: IdSkew | null,
  added: readonly DatedId[],
  found: readonly SkewRow[],
): IdSkew | null => {
  const skews = new Map(
    found.map(({ id, aheadMs, behindMs }) => [id, Math.max(aheadMs, behindMs)]),
  );
  return widenSkew(idSkew, added, ({ id }) => skews.get(id) ?? 0);
};
