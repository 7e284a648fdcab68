import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { Begun } from '../../port/webhooks.ts';
import { RESEND_WINDOW } from '../../shared/webhook-rows.ts';
import { textArray } from '../driver/arrays.ts';
import type { Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';
import { beginDue } from './begin.ts';
import { type LaneKey, openRange, release } from './lane-rows.ts';

/** One after the other: the first that is not yet wholly on its way, and how far it may go now. */
const CURRENT: Statement = {
  name: 'resend_current',
  text: `
    SELECT r.id, r.posicion, coalesce(p.reached, r.hasta) AS reached
    FROM (
      SELECT id, posicion, hasta FROM reenvios
      WHERE restaurante_id = $1 AND webhook_id = $2 AND posicion < hasta ORDER BY id LIMIT 1
    ) AS r
    CROSS JOIN LATERAL (
      SELECT ${RESEND_WINDOW} - count(*) AS free FROM (
        SELECT 1 FROM entregas
        WHERE restaurante_id = $1 AND webhook_id = $2 AND viva = 0 AND estado = 'pendiente'
        ORDER BY pedido_id, secuencia LIMIT ${RESEND_WINDOW}
      ) AS abiertas
    ) AS f
    LEFT JOIN LATERAL (
      SELECT max(secuencia) AS reached FROM (
        SELECT secuencia FROM eventos
        WHERE restaurante_id = $1 AND secuencia > r.posicion AND secuencia <= r.hasta
        ORDER BY secuencia LIMIT f.free
      ) AS siguientes
    ) AS p ON true
    WHERE f.free > 0`,
};
const REOPEN: Statement = {
  name: 'resend_reopen',
  text: `
    UPDATE entregas
    SET estado = 'pendiente', viva = 0, reenvio_id = $3, fallos = 0, proximo_ms = NULL
    WHERE restaurante_id = $1 AND webhook_id = $2 AND secuencia > $4 AND secuencia <= $5
      AND estado <> 'pendiente' AND tipo = ANY ($6::text[])
    RETURNING pedido_id`,
};
/** What waits for its next attempt anyway need not wait any longer. */
const HURRY: Statement = {
  name: 'resend_hurry',
  text: `
    UPDATE entregas SET proximo_ms = $5
    WHERE restaurante_id = $1 AND webhook_id = $2 AND secuencia > $3 AND secuencia <= $4
      AND estado = 'pendiente' AND proximo_ms > $5`,
};
const MOVE: Statement = {
  name: 'resend_move',
  text: `
    UPDATE reenvios SET posicion = $4, encoladas = encoladas + $5
    WHERE restaurante_id = $1 AND webhook_id = $2 AND id = $3`,
};

/** Opens some more deliveries of what is to be sent again, and begins what is due of them. */
export const beginResends = async (
  transaction: Transaction,
  key: LaneKey,
  { limit, tipos, nowMs }: { limit: number; tipos: readonly TipoEvento[]; nowMs: number },
): Promise<Begun[]> => {
  if (limit <= 0) return [];
  await openMore(transaction, key, tipos, nowMs);
  return beginDue(transaction, key, 'resend', nowMs, limit);
};

const openMore = async (
  transaction: Transaction,
  key: LaneKey,
  tipos: readonly TipoEvento[],
  nowMs: number,
): Promise<void> => {
  const place = [key.restauranteId, key.webhookId];
  type Current = { id: string; posicion: number; reached: number };
  const [current] = await transaction.rows<Current>(CURRENT, place);
  if (current === undefined) return;
  const { id, posicion, reached } = current;
  transaction.send(HURRY, [...place, posicion, reached, nowMs]);
  type Reopened = { pedido_id: string };
  const reopen = [...place, id, posicion, reached, textArray(tipos)];
  const reopened = await transaction.rows<Reopened>(REOPEN, reopen);
  const range = {
    after: posicion,
    upTo: reached,
    tipos,
    intentos: 0,
    reenvioId: id,
    pedidos: null,
  };
  const opened = await openRange(transaction, key, range);
  const pedidos = [...opened, ...reopened.map(({ pedido_id }) => pedido_id)];
  transaction.send(MOVE, [...place, id, reached, pedidos.length]);
  release(transaction, key, [...new Set(pedidos)], 0, nowMs);
};
