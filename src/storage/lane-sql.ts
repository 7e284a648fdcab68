import { BREAKER_FAILURES } from '../domain/lane-health.ts';

/**
 * When a lane has something to do, as both engines ask it; `now` is the placeholder of the moment. Left
 * behind by a sender that died: at once. Otherwise not while the endpoint wants to be left alone, and
 * while its breaker is open only what is due, or a probe for the sake of what waits.
 */
export const hasWork = (now: string): string => `
  w.activo AND w.eliminado_ms IS NULL AND (
    w.hasta > w.cursor
    OR w.pausa_hasta_ms <= ${now} AND (
      g.secuencia > w.hasta AND (w.fallos_seguidos < ${BREAKER_FAILURES} OR w.sonda_ms <= ${now})
      OR EXISTS (
        SELECT 1 FROM entregas e
        WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.viva = 1
          AND e.estado = 'pendiente' AND e.proximo_ms IS NOT NULL AND e.proximo_ms <= ${now})
      OR w.fallos_seguidos < ${BREAKER_FAILURES} AND (
        EXISTS (
          SELECT 1 FROM entregas e
          WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.viva = 0
            AND e.estado = 'pendiente' AND e.proximo_ms IS NOT NULL AND e.proximo_ms <= ${now})
        OR EXISTS (
          SELECT 1 FROM reenvios v
          WHERE v.restaurante_id = w.restaurante_id AND v.webhook_id = w.id AND v.posicion < v.hasta))))`;
