import type { EstadoEntrega } from '../../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import { type DeliveryEvent, eventOf } from '../../../domain/webhooks/delivery.ts';
import {
  type LaneRows,
  NO_RESENDS,
  OPEN_MAX,
  type OpenRow,
  RESEND_WINDOW,
  type ResendRows,
} from '../../../domain/webhooks/lane/state.ts';
import type { LaneKey } from '../../port/webhooks.ts';
import { ANNOUNCED } from '../../shared/announced.ts';
import {
  EVENT_COLUMNS,
  type LaneLoading,
  type NextDue,
  NOTHING_DUE,
  OPEN_COLUMNS,
} from '../../shared/lane-rows.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Transaction } from '../driver/transaction.ts';

const ROW = 'e.restaurante_id = $1 AND e.webhook_id = $2';
const OPEN = `${ROW} AND e.estado = 'pendiente'`;

const ORPHANS = `
  SELECT ${EVENT_COLUMNS} FROM eventos v
  WHERE v.restaurante_id = $1 AND v.secuencia > $3 AND v.secuencia <= $4
    AND v.${ANNOUNCED} AND v.tipo = ANY ($5::text[]) AND NOT EXISTS (
      SELECT 1 FROM entregas e WHERE ${ROW} AND e.secuencia = v.secuencia)
  ORDER BY v.secuencia`;
const EVENTS = `
  SELECT ${EVENT_COLUMNS}, CASE WHEN v.tipo = ANY ($5::text[]) THEN v.cuerpo END AS cuerpo,
         EXISTS (
           SELECT 1 FROM entregas e
           WHERE ${OPEN} AND e.viva = 1 AND e.pedido_id = v.pedido_id
             AND e.secuencia <> ALL ($6::bigint[])) AS "isStuck"
  FROM eventos v WHERE v.restaurante_id = $1 AND v.secuencia > $3 AND v.${ANNOUNCED}
  ORDER BY v.secuencia LIMIT $4`;
const IS_FULL = `
  SELECT 1 AS found FROM entregas e WHERE ${OPEN} AND e.viva = 1
  ORDER BY e.pedido_id, e.secuencia LIMIT 1 OFFSET ${OPEN_MAX - 1}`;
const DUE = `
  SELECT ${OPEN_COLUMNS} FROM entregas e
  WHERE ${OPEN} AND e.viva = 1 AND e.proximo_ms IS NOT NULL AND e.proximo_ms <= $3 AND e.turno <> $4
  ORDER BY e.viva, e.proximo_ms, e.secuencia LIMIT $5`;
const FIRSTS = `
  SELECT f.* FROM unnest($3::text[]) AS p (pedido_id) CROSS JOIN LATERAL (
    SELECT ${OPEN_COLUMNS} FROM entregas e
    WHERE ${OPEN} AND e.viva = 1 AND e.pedido_id = p.pedido_id AND e.secuencia <> ALL ($4::bigint[])
    ORDER BY e.viva, e.pedido_id, e.secuencia LIMIT 1
  ) AS f`;
const RESENDS_OPEN = `
  SELECT ${OPEN_COLUMNS} FROM entregas e WHERE ${OPEN} AND e.viva = 0
  ORDER BY e.viva, e.pedido_id, e.secuencia`;
/** The current re-send, with each of its next events; one row without an event if the log has none left. */
const RESEND_EVENTS = `
  SELECT r.id AS "reenvioId", r.hasta, ${EVENT_COLUMNS}, e.estado, e.intentos,
         e.proximo_ms AS "proximoMs"
  FROM (
    SELECT id, posicion, hasta FROM reenvios
    WHERE restaurante_id = $1 AND webhook_id = $2 AND posicion < hasta ORDER BY id LIMIT 1
  ) AS r
  LEFT JOIN LATERAL (
    SELECT secuencia, id, tipo, pedido_id, creado_ms FROM eventos
    WHERE restaurante_id = $1 AND secuencia > r.posicion AND secuencia <= r.hasta AND ${ANNOUNCED}
    ORDER BY secuencia LIMIT ${RESEND_WINDOW}
  ) AS v ON true
  LEFT JOIN entregas e ON ${ROW} AND e.secuencia = v.secuencia
  ORDER BY v.secuencia`;
const BODIES = `
  SELECT secuencia, cuerpo FROM eventos
  WHERE restaurante_id = $1 AND secuencia = ANY ($2::bigint[])`;
const UPCOMING = `
  SELECT e.proximo_ms FROM entregas e
  WHERE ${OPEN} AND e.proximo_ms IS NOT NULL AND e.turno <> $3`;
const NEXT = `
  SELECT (${UPCOMING} AND e.viva = 1 ORDER BY e.viva, e.proximo_ms LIMIT 1) AS "proximoMs",
         coalesce((${UPCOMING} AND e.viva = 0 ORDER BY e.viva, e.proximo_ms LIMIT 1), (
           SELECT 0 FROM reenvios
           WHERE restaurante_id = $1 AND webhook_id = $2 AND posicion < hasta LIMIT 1)) AS "resendMs"`;

/** Events that a dead holder had begun and that have no row in the delivery log. */
export const loadOrphans = async (
  transaction: Transaction,
  { restauranteId, webhookId }: LaneKey,
  { cursor, hasta }: { cursor: number; hasta: number },
  tipos: readonly TipoEvento[],
): Promise<DeliveryEvent[]> => {
  if (hasta <= cursor) return [];
  const values = [restauranteId, webhookId, cursor, hasta, textArray(tipos)];
  return transaction.rows<DeliveryEvent>(ORPHANS, values);
};

/** Sends all queries together: the server answers them in one round trip. */
export const loadRows = async (
  transaction: Transaction,
  key: LaneKey,
  { lane, step, orphans, needs }: LaneLoading,
): Promise<LaneRows> => {
  const place = [key.restauranteId, key.webhookId];
  const settled = int8Array(step.settled.map(({ begun }) => begun.secuencia));
  type Event = DeliveryEvent & { cuerpo: string | null; isStuck: boolean };
  const eventValues = [...place, lane.hasta, needs.events, textArray(lane.tipos), settled];
  const [events, full, due, firsts, resends] = await Promise.all([
    needs.events > 0 ? transaction.rows<Event>(EVENTS, eventValues) : [],
    needs.open ? transaction.rows(IS_FULL, place) : [],
    needs.due > 0
      ? transaction.rows<OpenRow>(DUE, [...place, needs.dueMs, key.turno, needs.due])
      : [],
    needs.orders.length > 0
      ? transaction.rows<OpenRow>(FIRSTS, [...place, textArray(needs.orders), settled])
      : [],
    needs.resends ? loadResends(transaction, place) : NO_RESENDS,
  ]);
  return {
    orphans,
    events: events.map((event) => ({
      ...eventOf(event),
      body: event.cuerpo === null ? null : Buffer.from(event.cuerpo),
    })),
    stuck: new Set(events.filter(({ isStuck }) => isStuck).map(({ pedidoId }) => pedidoId)),
    isFull: full.length > 0,
    due,
    firsts,
    resends,
  };
};

interface ResendRow extends DeliveryEvent {
  reenvioId: string;
  hasta: number;
  estado: EstadoEntrega | null;
  intentos: number;
  proximoMs: number | null;
}

const loadResends = async (transaction: Transaction, place: string[]): Promise<ResendRows> => {
  const [open, rows] = await Promise.all([
    transaction.rows<OpenRow>(RESENDS_OPEN, place),
    transaction.rows<ResendRow | (ResendRow & { secuencia: null })>(RESEND_EVENTS, place),
  ]);
  const [first] = rows;
  const events = rows
    .filter(({ secuencia }) => secuencia !== null)
    .map(({ reenvioId: _, hasta: __, estado, intentos, proximoMs, ...event }) => ({
      ...event,
      row: estado === null ? null : { estado, intentos, proximoMs },
    }));
  const current = first === undefined ? null : { id: first.reenvioId, hasta: first.hasta };
  return { open, current, events };
};

export const loadBodies = async (
  transaction: Transaction,
  { restauranteId }: LaneKey,
  secuencias: readonly number[],
): Promise<Map<number, Uint8Array>> => {
  if (secuencias.length === 0) return new Map();
  type Row = { secuencia: number; cuerpo: string };
  const rows = await transaction.rows<Row>(BODIES, [restauranteId, int8Array(secuencias)]);
  return new Map(rows.map(({ secuencia, cuerpo }) => [secuencia, Buffer.from(cuerpo)]));
};

export const loadNextDue = async (
  transaction: Transaction,
  { restauranteId, webhookId, turno }: LaneKey,
): Promise<NextDue> => {
  const [next] = await transaction.rows<NextDue>(NEXT, [restauranteId, webhookId, turno]);
  return next ?? NOTHING_DUE;
};
