import { ANNOUNCED, IMPORTED } from '../../shared/announced.ts';

/** Counts the pending rows of the delivery log, and the events after each webhook's cursor, without imports. */
export const OWED = `
  SELECT coalesce(sum(n), 0) AS n, min(oldest) AS oldest FROM (
    SELECT count(*) AS n, min(e.creado_ms) AS oldest FROM entregas e
    JOIN webhooks w ON w.restaurante_id = e.restaurante_id AND w.id = e.webhook_id
    WHERE e.estado = 'pendiente' AND w.activo AND w.eliminado_ms IS NULL
    UNION ALL
    SELECT sum(g.secuencia - w.cursor - (
        SELECT count(*) FROM eventos v INDEXED BY eventos_importados
        WHERE v.restaurante_id = w.restaurante_id AND v.secuencia > w.cursor AND v.${IMPORTED})), min(
      (SELECT creado_ms FROM eventos v INDEXED BY eventos_anunciados
       WHERE v.restaurante_id = w.restaurante_id AND v.secuencia > w.cursor AND v.${ANNOUNCED}
       ORDER BY v.secuencia LIMIT 1))
    FROM webhooks w JOIN registros g ON g.restaurante_id = w.restaurante_id
    WHERE w.activo AND w.eliminado_ms IS NULL AND g.secuencia > w.cursor)`;
