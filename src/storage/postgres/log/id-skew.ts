import { type DatedId, type IdSkew, isOrdered, widenSkew } from '../../../domain/log/id-skew.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';

/**
 * The skew of orders whose ids fall among the stored ones. Mostly their two neighbours decide it: a search
 * reaches at most `desorden_ms` ($4) past them.
 */
const SKEWS = `
  SELECT u.id, greatest(0,
    (SELECT max(p.creado_ms) FROM pedidos p
     WHERE p.restaurante_id = $1 AND p.creado_ms > u.creado_ms
       AND p.creado_ms <= before.creado_ms + $4 AND p.id < u.id) - u.creado_ms,
    u.creado_ms - (SELECT min(p.creado_ms) FROM pedidos p
     WHERE p.restaurante_id = $1 AND p.creado_ms < u.creado_ms
       AND p.creado_ms >= behind.creado_ms - $4 AND p.id > u.id)) AS skew
  FROM unnest($2::text[], $3::bigint[]) AS u (id, creado_ms)
  LEFT JOIN LATERAL (
    SELECT p.creado_ms FROM pedidos p WHERE p.restaurante_id = $1 AND p.id < u.id
    ORDER BY p.id DESC LIMIT 1) before ON true
  LEFT JOIN LATERAL (
    SELECT p.creado_ms FROM pedidos p WHERE p.restaurante_id = $1 AND p.id > u.id
    ORDER BY p.id LIMIT 1) behind ON true`;

/** Widens the skew by new orders; to be called before they are stored. */
export const measureSkew = async (
  session: Session,
  restauranteId: string,
  idSkew: IdSkew | null,
  added: readonly DatedId[],
): Promise<IdSkew | null> => {
  if (!isOrdered(idSkew)) return widenSkew(idSkew, added, () => 0);
  const inside = added.filter(({ id }) => id >= idSkew.idMin && id <= idSkew.idMax);
  const skews = new Map<string, number>();
  if (inside.length > 0) {
    const rows = await session.rows<{ id: string; skew: number }>(SKEWS, [
      restauranteId,
      textArray(inside.map(({ id }) => id)),
      int8Array(inside.map(({ creadoMs }) => creadoMs)),
      idSkew.skewMs,
    ]);
    for (const { id, skew } of rows) skews.set(id, skew);
  }
  return widenSkew(idSkew, added, ({ id }) => skews.get(id) ?? 0);
};
