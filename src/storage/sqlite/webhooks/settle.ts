import type { Settled } from '../../port/webhooks.ts';
import { attemptsOf, ordersToRelease } from '../../shared/webhook-rows.ts';
import type { Connection } from '../driver/connection.ts';
import { type LaneKey, release } from './lane-rows.ts';

const INSERT = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, viva, turno,
                        creado_ms, estado, intentos, fallos, proximo_ms, ultimo_ms, status, fallo,
                        duracion_ms, extracto)
  VALUES (?, ?, ?, ?, ?, ?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `
  UPDATE entregas SET turno = 0, estado = ?, intentos = ?, fallos = ?, proximo_ms = ?,
         ultimo_ms = ?, status = ?, fallo = ?, duracion_ms = ?, extracto = ?
  WHERE restaurante_id = ? AND webhook_id = ? AND secuencia = ?`;
/** It was in our memory and was not sent: whatever was known of its last attempt still holds. */
const PUT_BACK = `
  UPDATE entregas SET turno = 0, intentos = ?, proximo_ms = ?
  WHERE restaurante_id = ? AND webhook_id = ? AND secuencia = ?`;
const COUNT_RESENT = `
  UPDATE reenvios SET entregadas = entregadas + (?4 = 'entregada'), fallidas = fallidas + (?4 = 'fallida')
  WHERE restaurante_id = ?1 AND webhook_id = ?2 AND id = (
    SELECT reenvio_id FROM entregas WHERE restaurante_id = ?1 AND webhook_id = ?2 AND secuencia = ?3)`;

/** What became of deliveries; whatever waited behind one that is through is let go. */
export const writeSettled = (
  connection: Connection,
  key: LaneKey,
  settled: readonly Settled[],
  nowMs: number,
): void => {
  const { run } = connection;
  const { restauranteId, webhookId } = key;
  for (const each of settled) {
    const { begun, estado, fallos, proximoMs, ultimoMs, status, fallo, duracionMs, extracto } =
      each;
    const { secuencia, eventoId, tipo, pedidoId, creadoMs, kind } = begun;
    const place = [restauranteId, webhookId, secuencia] as const;
    const progress = [estado, attemptsOf(each), fallos, proximoMs] as const;
    const answer = [ultimoMs, status, fallo, duracionMs, extracto] as const;
    if (kind === 'fresh') {
      run(INSERT, ...place, eventoId, tipo, pedidoId, creadoMs, ...progress, ...answer);
    } else if (each.untried) {
      run(PUT_BACK, attemptsOf(each), proximoMs, ...place);
    } else {
      run(UPDATE, ...progress, ...answer, ...place);
      if (kind === 'resend' && estado !== 'pendiente') run(COUNT_RESENT, ...place, estado);
    }
  }
  release(connection, key, ordersToRelease(settled, 'live'), 1, nowMs);
  release(connection, key, ordersToRelease(settled, 'resend'), 0, nowMs);
};
