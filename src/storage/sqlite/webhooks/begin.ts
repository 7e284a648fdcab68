import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { Begun, Room } from '../../port/webhooks.ts';
import {
  type DueRow,
  type EventRow,
  freshFrom,
  OPEN_MAX,
  toBegun,
} from '../../shared/webhook-rows.ts';
import type { Connection } from '../driver/connection.ts';
import { insertOpen, type LaneKey, release } from './lane-rows.ts';

const DUE = `
  SELECT e.secuencia, e.evento_id, e.tipo, e.pedido_id, e.intentos, e.fallos, e.creado_ms, e.proximo_ms,
         v.cuerpo
  FROM entregas e JOIN eventos v ON v.restaurante_id = e.restaurante_id AND v.secuencia = e.secuencia
  WHERE e.restaurante_id = ? AND e.webhook_id = ? AND e.viva = ? AND e.estado = 'pendiente'
    AND e.proximo_ms IS NOT NULL AND e.proximo_ms <= ? AND e.turno <> ?
  ORDER BY e.proximo_ms, e.secuencia LIMIT 0 + ?`;
const MARK = `
  UPDATE entregas SET intentos = intentos + 1, turno = ?
  WHERE restaurante_id = ? AND webhook_id = ? AND secuencia = ?`;

/** Deliveries that are due and in nobody's memory; the number of the attempt is written first. */
export const beginDue = (
  { run, all }: Connection,
  { restauranteId, webhookId, turno }: LaneKey,
  kind: 'retry' | 'resend',
  dueMs: number,
  limit: number,
): Begun[] => {
  if (limit <= 0) return [];
  const viva = kind === 'retry' ? 1 : 0;
  const rows = all<DueRow>(DUE, restauranteId, webhookId, viva, dueMs, turno, limit);
  for (const { secuencia } of rows) run(MARK, turno, restauranteId, webhookId, secuencia);
  return rows.map((row) => toBegun(row, kind));
};

export const beginRetries = (connection: Connection, key: LaneKey, room: Room): Begun[] =>
  beginDue(connection, key, 'retry', room.dueMs, Math.min(room.retries, room.total));

const EVENTS = `
  SELECT secuencia, id, tipo, pedido_id, creado_ms, cuerpo FROM eventos
  WHERE restaurante_id = ? AND secuencia > ? ORDER BY secuencia LIMIT 0 + ?`;
const IS_OPEN = `
  SELECT 1 FROM entregas
  WHERE restaurante_id = ? AND webhook_id = ? AND viva = 1 AND pedido_id = ? AND estado = 'pendiente'
  LIMIT 1`;
const IS_FULL = `
  SELECT 1 FROM entregas INDEXED BY entregas_pedido
  WHERE restaurante_id = ? AND webhook_id = ? AND viva = 1 AND estado = 'pendiente'
  LIMIT 1 OFFSET ${OPEN_MAX - 1}`;

/** The next events of the log. One whose order is stuck becomes a row that waits behind it. */
export const beginFresh = (
  connection: Connection,
  key: LaneKey,
  from: number,
  room: { limit: number; tipos: readonly TipoEvento[]; nowMs: number; mayBeHeld: boolean },
): { fresh: Begun[]; hasta: number } => {
  const { restauranteId, webhookId } = key;
  const { get, all } = connection;
  const { limit, tipos, nowMs, mayBeHeld } = room;
  if (limit <= 0) return { fresh: [], hasta: from };
  if (mayBeHeld && get(IS_FULL, restauranteId, webhookId) !== undefined) {
    return { fresh: [], hasta: from };
  }
  const rows = all<EventRow & { cuerpo: Uint8Array }>(EVENTS, restauranteId, from, limit);
  const subscribed = rows.filter(({ tipo }) => tipos.includes(tipo));
  const fresh: Begun[] = [];
  const waiting = new Set<string>();
  for (const row of subscribed) {
    if (!mayBeHeld || get(IS_OPEN, restauranteId, webhookId, row.pedido_id) === undefined) {
      fresh.push(freshFrom(row));
    } else {
      insertOpen(connection, key, row, { intentos: 0 });
      waiting.add(row.pedido_id);
    }
  }
  release(connection, key, waiting, 1, nowMs);
  return { fresh, hasta: rows.at(-1)?.secuencia ?? from };
};
