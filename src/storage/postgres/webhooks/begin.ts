import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { Begun } from '../../port/webhooks.ts';
import {
  type DueRow,
  type EventRow,
  freshFrom,
  OPEN_MAX,
  toBegun,
} from '../../shared/webhook-rows.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';
import { type LaneKey, openRange, release } from './lane-rows.ts';

const DUE: Statement = {
  name: 'begin_due',
  text: `
    SELECT e.secuencia, e.evento_id, e.tipo, e.pedido_id, e.intentos, e.fallos, e.creado_ms,
           e.proximo_ms, v.cuerpo
    FROM (
      SELECT * FROM entregas
      WHERE restaurante_id = $1 AND webhook_id = $2 AND viva = $3 AND estado = 'pendiente'
        AND proximo_ms IS NOT NULL AND proximo_ms <= $4 AND turno <> $5
      ORDER BY viva, proximo_ms, secuencia LIMIT $6
    ) AS e
    JOIN eventos v ON v.restaurante_id = e.restaurante_id AND v.secuencia = e.secuencia
    ORDER BY e.proximo_ms, e.secuencia`,
};
const MARK: Statement = {
  name: 'begin_mark',
  text: `
    UPDATE entregas SET intentos = intentos + 1, turno = $3
    WHERE restaurante_id = $1 AND webhook_id = $2 AND secuencia = ANY ($4::bigint[])`,
};

/** Deliveries that are due and in nobody's memory; the number of the attempt is written first. */
export const beginDue = async (
  transaction: Transaction,
  { restauranteId, webhookId, turno }: LaneKey,
  kind: 'retry' | 'resend',
  dueMs: number,
  limit: number,
): Promise<Begun[]> => {
  if (limit <= 0) return [];
  const viva = kind === 'retry' ? 1 : 0;
  const values = [restauranteId, webhookId, viva, dueMs, turno, limit];
  const rows = await transaction.rows<DueRow>(DUE, values);
  if (rows.length > 0) {
    const secuencias = int8Array(rows.map(({ secuencia }) => secuencia));
    transaction.send(MARK, [restauranteId, webhookId, turno, secuencias]);
  }
  return rows.map((row) => toBegun(row, kind));
};

const EVENTS: Statement = {
  name: 'begin_events',
  text: `
    SELECT v.secuencia, v.id, v.tipo, v.pedido_id, v.creado_ms,
           CASE WHEN v.tipo = ANY ($5::text[]) THEN v.cuerpo END AS cuerpo,
           EXISTS (
             SELECT 1 FROM entregas e
             WHERE e.restaurante_id = $1 AND e.webhook_id = $2 AND e.viva = 1
               AND e.pedido_id = v.pedido_id AND e.estado = 'pendiente') AS retenido
    FROM eventos v WHERE v.restaurante_id = $1 AND v.secuencia > $3 ORDER BY v.secuencia LIMIT $4`,
};
const IS_FULL: Statement = {
  name: 'begin_is_full',
  text: `
    SELECT 1 AS found FROM entregas
    WHERE restaurante_id = $1 AND webhook_id = $2 AND viva = 1 AND estado = 'pendiente'
    ORDER BY pedido_id, secuencia LIMIT 1 OFFSET ${OPEN_MAX - 1}`,
};

/** The next events of the log. One whose order is stuck becomes a row that waits behind it. */
export const beginFresh = async (
  transaction: Transaction,
  key: LaneKey,
  from: number,
  room: { limit: number; tipos: readonly TipoEvento[]; nowMs: number; mayBeFull: boolean },
): Promise<{ fresh: Begun[]; hasta: number }> => {
  const { limit, tipos, nowMs, mayBeFull } = room;
  if (limit <= 0) return { fresh: [], hasta: from };
  const { restauranteId, webhookId } = key;
  type Row = EventRow & { retenido: boolean };
  const [full, rows] = await Promise.all([
    mayBeFull ? transaction.rows(IS_FULL, [restauranteId, webhookId]) : [],
    transaction.rows<Row>(EVENTS, [restauranteId, webhookId, from, limit, textArray(tipos)]),
  ]);
  if (full.length > 0) return { fresh: [], hasta: from };
  const hasta = rows.at(-1)?.secuencia ?? from;
  const fresh = rows.flatMap(({ cuerpo, retenido, ...row }) =>
    cuerpo === null || retenido ? [] : [freshFrom({ ...row, cuerpo })],
  );
  const stuck = rows.filter(({ cuerpo, retenido }) => cuerpo !== null && retenido);
  if (stuck.length > 0) {
    const pedidos = [...new Set(stuck.map(({ pedido_id }) => pedido_id))];
    const range = { after: from, upTo: hasta, tipos, intentos: 0, reenvioId: null, pedidos };
    release(transaction, key, await openRange(transaction, key, range), 1, nowMs);
  }
  return { fresh, hasta };
};
