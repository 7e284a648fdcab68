import { ANNOUNCED, IMPORTED } from '../../shared/announced.ts';

/** Counts webhook by webhook, so that each count reads one end of an index. */
export const OWED = `
  SELECT coalesce(sum(abiertas.n + g.secuencia - w.cursor - importados.n), 0)::bigint AS n,
         min(least(abiertas.oldest, primero.creado_ms)) AS oldest
  FROM webhooks w
  JOIN registros g ON g.restaurante_id = w.restaurante_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS n, min(e.creado_ms) AS oldest FROM entregas e
    WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.estado = 'pendiente'
  ) AS abiertas
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM eventos v
    WHERE v.restaurante_id = w.restaurante_id AND v.secuencia > w.cursor AND v.${IMPORTED}
  ) AS importados
  LEFT JOIN LATERAL (
    SELECT v.creado_ms FROM eventos v
    WHERE v.restaurante_id = w.restaurante_id AND v.secuencia > w.cursor AND v.${ANNOUNCED}
    ORDER BY v.secuencia LIMIT 1
  ) AS primero ON true
  WHERE w.activo AND w.eliminado_ms IS NULL`;
