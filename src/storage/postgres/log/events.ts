import { IMPORTADO } from '../../../contract/recursos/evento.ts';
import { type EventFilter, OWED_EXTRA_MS, type StoredEvent } from '../../port/log.ts';
import { ANNOUNCED } from '../../shared/announced.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';

const READ = `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo FROM eventos
  WHERE restaurante_id = $1 AND secuencia > $2 ORDER BY secuencia LIMIT $3`;

/** Sequences have no gap: the range bounds how many rows are scanned, however rare the types are. */
const READ_SOME = `
  SELECT secuencia, id, tipo, creado_ms AS "creadoMs", cuerpo FROM eventos
  WHERE restaurante_id = $1 AND secuencia > $2 AND secuencia <= $4 AND tipo = ANY ($5::text[])
  ORDER BY secuencia LIMIT $3`;

/** The same without imports, however many lie in between: by an index of its own. */
const READ_ANNOUNCED = READ_SOME.replace('AND tipo =', `AND ${ANNOUNCED} AND tipo =`);

type EventRow = Omit<StoredEvent, 'body'> & { cuerpo: string };

export const readEvents = async (
  session: Session,
  restauranteId: string,
  after: number,
  limit: number,
  only?: EventFilter,
): Promise<StoredEvent[]> => {
  const rows =
    only === undefined
      ? await session.rows<EventRow>(READ, [restauranteId, after, limit])
      : await session.rows<EventRow>(only.tipos.includes(IMPORTADO) ? READ_SOME : READ_ANNOUNCED, [
          ...[restauranteId, after, limit, only.upTo],
          textArray(only.tipos),
        ]);
  return rows.map(({ cuerpo, ...event }) => ({ ...event, body: Buffer.from(cuerpo) }));
};

/**
 * The first sequence that has to stay, whatever its age. The newest event stays, so that the position
 * of a quiet restaurant keeps its id; so do events that are still owed to a webhook.
 */
const KEPT_FROM = `
  SELECT min(secuencia) FROM (
    SELECT secuencia FROM registros WHERE restaurante_id = $1
    UNION ALL
    SELECT (
      SELECT v.secuencia FROM eventos v
      WHERE v.restaurante_id = $1 AND v.secuencia > w.cursor AND v.${ANNOUNCED}
        AND v.creado_ms >= $2 - ${OWED_EXTRA_MS}
      ORDER BY v.secuencia LIMIT 1)
    FROM webhooks w WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL
    UNION ALL
    SELECT (
      SELECT e.secuencia FROM entregas e
      WHERE e.restaurante_id = $1 AND e.webhook_id = w.id AND e.estado = 'pendiente'
        AND e.creado_ms >= $2 - ${OWED_EXTRA_MS}
      ORDER BY e.secuencia LIMIT 1)
    FROM webhooks w WHERE w.restaurante_id = $1 AND w.eliminado_ms IS NULL
  ) AS conservados`;

/** "Evts" in ASCII: of all locks of the database, ours. Held for one small step. */
const PRUNE_LOCK = 0x45767473;
const LOCK = `SELECT pg_try_advisory_xact_lock(${PRUNE_LOCK}) AS mine`;
/** Nothing is locked and nothing written where there is nothing to do, as mostly. */
const LOOK = `
  SELECT 1 AS found FROM (
    SELECT secuencia, creado_ms FROM eventos WHERE restaurante_id = $1 ORDER BY secuencia LIMIT 1
  ) AS primero
  WHERE creado_ms < $2 AND secuencia < (${KEPT_FROM})`;
/** From the front only, up to the first that is young enough: what is kept has no gap. */
const DELETE = `
  WITH primeros AS MATERIALIZED (
    SELECT secuencia, creado_ms FROM eventos
    WHERE restaurante_id = $1 AND secuencia < (${KEPT_FROM}) ORDER BY secuencia LIMIT $3
  )
  DELETE FROM eventos WHERE restaurante_id = $1 AND secuencia <= coalesce(
    (SELECT min(secuencia) - 1 FROM primeros WHERE creado_ms >= $2),
    (SELECT max(secuencia) FROM primeros))`;

export const pruneEvents = async (
  reader: Session,
  transact: Transact,
  restauranteId: string,
  beforeMs: number,
  limit: number,
): Promise<number | null> => {
  const found = await reader.rows(LOOK, [restauranteId, beforeMs]);
  if (found.length === 0) return 0;
  return transact(async (transaction) => {
    const [lock] = await transaction.rows<{ mine: boolean }>(LOCK, []);
    if (lock?.mine === true) return transaction.run(DELETE, [restauranteId, beforeMs, limit]);
    transaction.undo();
    return null;
  });
};
