import { subscribedTypes } from '../../../domain/webhooks/suscripciones.ts';
import type { EventRow, LaneRow } from '../../shared/webhook-rows.ts';
import type { Connection } from '../driver/connection.ts';

/** A lane, and the claim under which it is held. */
export interface LaneKey {
  restauranteId: string;
  webhookId: string;
  turno: number;
}

const INSERT_OPEN = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, estado, viva,
                        reenvio_id, turno, intentos, fallos, creado_ms)
  VALUES (?, ?, ?, ?, ?, ?, 'pendiente', ?, ?, 0, ?, 0, ?)
  ON CONFLICT DO NOTHING`;

/** An event that is owed and waits to be let go; false when there is a row for it already. */
export const insertOpen = (
  { run }: Connection,
  { restauranteId, webhookId }: LaneKey,
  event: Pick<EventRow, 'secuencia' | 'id' | 'tipo' | 'pedido_id' | 'creado_ms'>,
  { intentos, reenvioId = null }: { intentos: number; reenvioId?: string | null },
): boolean => {
  const { secuencia, id, tipo, pedido_id, creado_ms } = event;
  const identity = [restauranteId, webhookId, secuencia, id, tipo, pedido_id] as const;
  const viva = reenvioId === null ? 1 : 0;
  return run(INSERT_OPEN, ...identity, viva, reenvioId, intentos, creado_ms) > 0;
};

const RELEASE = `
  UPDATE entregas SET proximo_ms = ?5
  WHERE restaurante_id = ?1 AND webhook_id = ?2 AND viva = ?3 AND pedido_id = ?4
    AND estado = 'pendiente' AND proximo_ms IS NULL AND secuencia = (
      SELECT min(secuencia) FROM entregas
      WHERE restaurante_id = ?1 AND webhook_id = ?2 AND viva = ?3 AND pedido_id = ?4
        AND estado = 'pendiente')`;

/** Lets go the first delivery of each order, if it was waiting. */
export const release = (
  { run }: Connection,
  { restauranteId, webhookId }: LaneKey,
  pedidos: Iterable<string>,
  viva: 0 | 1,
  nowMs: number,
): void => {
  for (const pedidoId of pedidos) run(RELEASE, restauranteId, webhookId, viva, pedidoId, nowMs);
};

const GAP = `
  SELECT secuencia, id, tipo, pedido_id, creado_ms FROM eventos
  WHERE restaurante_id = ? AND secuencia > ? AND secuencia <= ? ORDER BY secuencia`;

/**
 * A sender died with events in its memory. Each may have been sent once, and nobody knows: it is owed,
 * and its next attempt is at least the second.
 */
export const materialise = (
  connection: Connection,
  key: LaneKey,
  { cursor, hasta, eventos }: LaneRow,
  nowMs: number,
): boolean => {
  if (hasta <= cursor) return false;
  const tipos = new Set<string>(subscribedTypes(eventos.split(',')));
  const rows = connection
    .all<EventRow>(GAP, key.restauranteId, cursor, hasta)
    .filter(({ tipo }) => tipos.has(tipo));
  for (const row of rows) insertOpen(connection, key, row, { intentos: 1 });
  release(connection, key, new Set(rows.map((row) => row.pedido_id)), 1, nowMs);
  return rows.length > 0;
};
