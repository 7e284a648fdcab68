import { type DatedId, type IdSkew, isOrdered, widenSkew } from '../../../domain/log/id-skew.ts';
import type { Connection } from '../driver/connection.ts';

const BEFORE = `
  SELECT creado_ms FROM pedidos WHERE restaurante_id = ? AND id < ? ORDER BY id DESC LIMIT 1`;
const BEHIND = `
  SELECT creado_ms FROM pedidos WHERE restaurante_id = ? AND id > ? ORDER BY id LIMIT 1`;
const NEWEST_BEFORE = `
  SELECT max(creado_ms) AS ms FROM pedidos
  WHERE restaurante_id = ? AND creado_ms > ? AND creado_ms <= ? AND id < ?`;
const OLDEST_BEHIND = `
  SELECT min(creado_ms) AS ms FROM pedidos
  WHERE restaurante_id = ? AND creado_ms < ? AND creado_ms >= ? AND id > ?`;

/**
 * The skew of an order whose id falls among the stored ones. Mostly its two neighbours decide it: only if it is out of
 * order with one is there a search, which reaches at most `skewMs` past that neighbour.
 */
const skewAmong = (
  connection: Connection,
  restauranteId: string,
  { id, creadoMs }: DatedId,
  skewMs: number,
): number => {
  const before = connection.get<{ creado_ms: number }>(BEFORE, restauranteId, id)?.creado_ms;
  const behind = connection.get<{ creado_ms: number }>(BEHIND, restauranteId, id)?.creado_ms;
  let skew = 0;
  if (before !== undefined && before > creadoMs) {
    const limit = before + skewMs;
    const row = connection.get<{ ms: number }>(NEWEST_BEFORE, restauranteId, creadoMs, limit, id);
    skew = Math.max(skew, (row?.ms ?? creadoMs) - creadoMs);
  }
  if (behind !== undefined && behind < creadoMs) {
    const limit = behind - skewMs;
    const row = connection.get<{ ms: number }>(OLDEST_BEHIND, restauranteId, creadoMs, limit, id);
    skew = Math.max(skew, creadoMs - (row?.ms ?? creadoMs));
  }
  return skew;
};

/** Widens the skew by new orders; to be called before they are stored. */
export const measureSkew = (
  connection: Connection,
  restauranteId: string,
  idSkew: IdSkew | null,
  added: readonly DatedId[],
): IdSkew | null =>
  widenSkew(idSkew, added, (order) =>
    isOrdered(idSkew) ? skewAmong(connection, restauranteId, order, idSkew.skewMs) : 0,
  );
