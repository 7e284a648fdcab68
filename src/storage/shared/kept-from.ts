import { OWED_EXTRA_MS } from '../port/log.ts';
import { ANNOUNCED } from './announced.ts';

/**
 * The first sequence of the restaurant $1 that pruning keeps whatever its age; $2 is the moment before which it deletes.
 * It keeps the newest event, so that the position of a quiet restaurant keeps its id, and events that are still owed to a
 * webhook.
 */
export const KEPT_FROM = `
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
