import { BREAKER_FAILURES } from '../domain/lane-health.ts';

/**
 * When a lane has something to do, as both engines ask it; `now` is the placeholder of the moment. Left
 * behind by a sender that died: at once. Otherwise not while the endpoint wants to be left alone, and
 * while its breaker is open not before the next probe.
 */
export const hasWork = (now: string): string => `
  w.activo AND w.eliminado_ms IS NULL AND (
    w.hasta > w.cursor
    OR w.pausa_hasta_ms <= ${now} AND (w.fallos_seguidos < ${BREAKER_FAILURES} OR w.sonda_ms <= ${now}) AND (
      g.secuencia > w.hasta
      OR EXISTS (${dueRows(now)} AND e.viva = 1)
      OR w.fallos_seguidos < ${BREAKER_FAILURES} AND (
        EXISTS (${dueRows(now)} AND e.viva = 0)
        OR EXISTS (
          SELECT 1 FROM reenvios v
          WHERE v.restaurante_id = w.restaurante_id AND v.webhook_id = w.id AND v.posicion < v.hasta))))`;

const dueRows = (now: string): string => `
  SELECT 1 FROM entregas e
  WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.estado = 'pendiente'
    AND e.proximo_ms IS NOT NULL AND e.proximo_ms <= ${now}`;
