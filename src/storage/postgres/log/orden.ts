import { isOrdered, type Orden, type Placed, widen } from '../../../domain/log/orden.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session, Statement } from '../driver/connection.ts';

/**
 * By how much orders whose ids fall among the stored ones stray from them. The neighbours mostly
 * answer it: the range that a search has to cover ends `desorden_ms` ($4) past them.
 */
const STRAYS: Statement = {
  name: 'orden_strays',
  text: `
    SELECT u.id, greatest(0,
      (SELECT max(p.creado_ms) FROM pedidos p
       WHERE p.restaurante_id = $1 AND p.creado_ms > u.creado_ms
         AND p.creado_ms <= before.creado_ms + $4 AND p.id < u.id) - u.creado_ms,
      u.creado_ms - (SELECT min(p.creado_ms) FROM pedidos p
       WHERE p.restaurante_id = $1 AND p.creado_ms < u.creado_ms
         AND p.creado_ms >= behind.creado_ms - $4 AND p.id > u.id)) AS stray
    FROM unnest($2::text[], $3::bigint[]) AS u (id, creado_ms)
    LEFT JOIN LATERAL (
      SELECT p.creado_ms FROM pedidos p WHERE p.restaurante_id = $1 AND p.id < u.id
      ORDER BY p.id DESC LIMIT 1) before ON true
    LEFT JOIN LATERAL (
      SELECT p.creado_ms FROM pedidos p WHERE p.restaurante_id = $1 AND p.id > u.id
      ORDER BY p.id LIMIT 1) behind ON true`,
};

/** Takes new orders into account before they are stored: each is judged by those that were there. */
export const widenOrden = async (
  session: Session,
  restauranteId: string,
  orden: Orden | null,
  added: readonly Placed[],
): Promise<Orden | null> => {
  if (!isOrdered(orden)) return widen(orden, added, () => 0);
  const inside = added.filter(({ id }) => id >= orden.idMin && id <= orden.idMax);
  const strays = new Map<string, number>();
  if (inside.length > 0) {
    const rows = await session.rows<{ id: string; stray: number }>(STRAYS, [
      restauranteId,
      textArray(inside.map(({ id }) => id)),
      int8Array(inside.map(({ creadoMs }) => creadoMs)),
      orden.desordenMs,
    ]);
    for (const { id, stray } of rows) strays.set(id, stray);
  }
  return widen(orden, added, ({ id }) => strays.get(id) ?? 0);
};
