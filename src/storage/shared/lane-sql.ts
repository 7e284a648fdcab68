import { BREAKER_FAILURES } from '../../domain/webhooks/lane-health.ts';

/**
 * When a lane has something to do, as both engines ask it; `now` is the placeholder of the moment. Left
 * behind by a sender that died: at once. Otherwise not while the endpoint wants to be left alone, and
 * while its breaker is open not before the next probe.
 *
 * The earliest of a lane is asked for, not whether there is one that is due: PostgreSQL turns an EXISTS
 * into a hash of everything that is due to anybody, on every look.
 */
export const hasWork = (now: string): string => `
  w.activo AND w.eliminado_ms IS NULL AND (
    w.hasta > w.cursor
    OR w.pausa_hasta_ms <= ${now} AND (w.fallos_seguidos < ${BREAKER_FAILURES} OR w.sonda_ms <= ${now}) AND (
      g.secuencia > w.hasta
      OR ${earliest(1)} <= ${now}
      OR w.fallos_seguidos < ${BREAKER_FAILURES} AND (
        ${earliest(0)} <= ${now}
        OR (SELECT min(v.posicion - v.hasta) FROM reenvios v
            WHERE v.restaurante_id = w.restaurante_id AND v.webhook_id = w.id) < 0)))`;

const earliest = (viva: 0 | 1): string => `
  (SELECT min(e.proximo_ms) FROM entregas e
   WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.viva = ${viva}
     AND e.estado = 'pendiente' AND e.proximo_ms IS NOT NULL)`;
