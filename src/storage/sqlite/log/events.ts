import { IMPORTADO } from '../../../contract/recursos/evento.ts';
import { type EventFilter, OWED_EXTRA_MS, type StoredEvent } from '../../port/log.ts';
import { ANNOUNCED } from '../../shared/announced.ts';
import type { Connection } from '../driver/connection.ts';

const READ = `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo AS body FROM eventos
  WHERE restaurante_id = ? AND secuencia > ? ORDER BY secuencia LIMIT 0 + ?`;

/** Sequences have no gap: the range bounds how many rows are scanned, however rare the types are. */
const READ_SOME = `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo AS body FROM eventos
  WHERE restaurante_id = ? AND secuencia > ? AND secuencia <= ?
    AND tipo IN (SELECT value FROM json_each(?))
  ORDER BY secuencia LIMIT 0 + ?`;

/** The same without imports, however many lie in between. */
const READ_ANNOUNCED = READ_SOME.replace(
  'FROM eventos',
  'FROM eventos INDEXED BY eventos_anunciados',
).replace('AND tipo IN', `AND ${ANNOUNCED} AND tipo IN`);

export const readEvents = (
  connection: Connection,
  restauranteId: string,
  after: number,
  limit: number,
  only?: EventFilter,
): StoredEvent[] => {
  if (only === undefined) return connection.all(READ, restauranteId, after, limit);
  const { tipos, upTo } = only;
  const sql = tipos.includes(IMPORTADO) ? READ_SOME : READ_ANNOUNCED;
  return connection.all(sql, restauranteId, after, upTo, JSON.stringify(tipos), limit);
};

/**
 * The first sequence that has to stay, whatever its age. The newest event stays, so that the position
 * of a quiet restaurant keeps its id; so do events that are still owed to a webhook.
 */
const KEPT_FROM = `
  SELECT min(secuencia) FROM (
    SELECT secuencia FROM registros WHERE restaurante_id = ?1
    UNION ALL
    SELECT (
      SELECT v.secuencia FROM eventos v
      WHERE v.restaurante_id = ?1 AND v.secuencia > w.cursor AND v.${ANNOUNCED} AND v.creado_ms >= ?3
      ORDER BY v.secuencia LIMIT 1)
    FROM webhooks w WHERE w.restaurante_id = ?1 AND w.eliminado_ms IS NULL
    UNION ALL
    SELECT (
      SELECT e.secuencia FROM entregas e
      WHERE e.restaurante_id = ?1 AND e.webhook_id = w.id AND e.estado = 'pendiente'
        AND e.creado_ms >= ?3
      ORDER BY e.secuencia LIMIT 1)
    FROM webhooks w WHERE w.restaurante_id = ?1 AND w.eliminado_ms IS NULL
  )`;
const OLDEST = `
  SELECT secuencia, creado_ms AS creadoMs FROM eventos
  WHERE restaurante_id = ?1 AND secuencia < (${KEPT_FROM}) ORDER BY secuencia LIMIT 0 + ?2`;
const DELETE = 'DELETE FROM eventos WHERE restaurante_id = ? AND secuencia <= ?';

/** Deletes from the front only, and stops at the first that is young enough: what is kept has no gap. */
export const pruneEvents = (
  connection: Connection,
  restauranteId: string,
  beforeMs: number,
  limit: number,
): number => {
  type Oldest = { secuencia: number; creadoMs: number };
  const isYoung = ({ creadoMs }: Oldest): boolean => creadoMs >= beforeMs;
  const oldest = (count: number): Oldest[] =>
    connection.all(OLDEST, restauranteId, count, beforeMs - OWED_EXTRA_MS);
  // Looked at before the write lock is taken: mostly there is nothing to do.
  if (oldest(1).every(isYoung)) return 0;
  return connection.transaction(() => {
    const found = oldest(limit);
    const young = found.findIndex(isYoung);
    const last = found[(young < 0 ? found.length : young) - 1];
    return last === undefined ? 0 : connection.run(DELETE, restauranteId, last.secuencia);
  });
};
