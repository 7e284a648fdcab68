import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { Begun } from '../../port/webhooks.ts';
import { type EventRow, RESEND_WINDOW } from '../../shared/webhook-rows.ts';
import type { Connection } from '../driver/connection.ts';
import { beginDue } from './begin.ts';
import { insertOpen, type LaneKey, release } from './lane-rows.ts';

/** One after the other: the first that is not yet wholly on its way. */
const CURRENT = `
  SELECT id, posicion, hasta FROM reenvios
  WHERE restaurante_id = ? AND webhook_id = ? AND posicion < hasta ORDER BY id LIMIT 1`;
const OPEN = `
  SELECT count(*) AS n FROM (
    SELECT 1 FROM entregas INDEXED BY entregas_pedido
    WHERE restaurante_id = ? AND webhook_id = ? AND viva = 0 AND estado = 'pendiente'
    LIMIT ${RESEND_WINDOW})`;
const EVENTS = `
  SELECT secuencia, id, tipo, pedido_id, creado_ms FROM eventos
  WHERE restaurante_id = ? AND secuencia > ? AND secuencia <= ? ORDER BY secuencia LIMIT 0 + ?`;
const REOPEN = `
  UPDATE entregas SET estado = 'pendiente', viva = 0, reenvio_id = ?, fallos = 0, proximo_ms = NULL
  WHERE restaurante_id = ? AND webhook_id = ? AND secuencia = ? AND estado <> 'pendiente'`;
/** What waits for its next attempt anyway need not wait any longer. */
const HURRY = `
  UPDATE entregas SET proximo_ms = ?4
  WHERE restaurante_id = ?1 AND webhook_id = ?2 AND secuencia = ?3 AND estado = 'pendiente'
    AND proximo_ms > ?4`;
const MOVE = `
  UPDATE reenvios SET posicion = ?, encoladas = encoladas + ?
  WHERE restaurante_id = ? AND webhook_id = ? AND id = ?`;

/** Opens some more deliveries of what is to be sent again, and begins what is due of them. */
export const beginResends = (
  connection: Connection,
  key: LaneKey,
  { limit, tipos, nowMs }: { limit: number; tipos: readonly TipoEvento[]; nowMs: number },
): Begun[] => {
  if (limit <= 0) return [];
  openMore(connection, key, tipos, nowMs);
  return beginDue(connection, key, 'resend', nowMs, limit);
};

const openMore = (
  connection: Connection,
  key: LaneKey,
  tipos: readonly TipoEvento[],
  nowMs: number,
): void => {
  const { run, get, all } = connection;
  const { restauranteId, webhookId } = key;
  type Current = { id: string; posicion: number; hasta: number };
  const current = get<Current>(CURRENT, restauranteId, webhookId);
  if (current === undefined) return;
  const free = RESEND_WINDOW - (get<{ n: number }>(OPEN, restauranteId, webhookId)?.n ?? 0);
  if (free <= 0) return;
  const { id, posicion, hasta } = current;
  const events = all<EventRow>(EVENTS, restauranteId, posicion, hasta, free);
  const opened = events
    .filter(({ tipo }) => tipos.includes(tipo))
    .filter((event) => {
      if (insertOpen(connection, key, event, { intentos: 0, reenvioId: id })) return true;
      if (run(REOPEN, id, restauranteId, webhookId, event.secuencia) > 0) return true;
      run(HURRY, restauranteId, webhookId, event.secuencia, nowMs);
      return false;
    });
  const reached = events.length < free ? hasta : (events.at(-1)?.secuencia ?? hasta);
  run(MOVE, reached, opened.length, restauranteId, webhookId, id);
  release(connection, key, new Set(opened.map((event) => event.pedido_id)), 0, nowMs);
};

const NEXT = `
  SELECT proximo_ms FROM entregas
  WHERE restaurante_id = ? AND webhook_id = ? AND viva = 0 AND estado = 'pendiente'
    AND proximo_ms IS NOT NULL AND turno <> ? ORDER BY proximo_ms LIMIT 1`;

/** When there is something to send again: 0 for now, null for nothing. */
export const nextResend = (
  { get }: Connection,
  { restauranteId, webhookId, turno }: LaneKey,
): number | null => {
  const next = get<{ proximo_ms: number }>(NEXT, restauranteId, webhookId, turno);
  if (next !== undefined) return next.proximo_ms;
  return get(CURRENT, restauranteId, webhookId) === undefined ? null : 0;
};
