import type { EstadoEntrega } from '../../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { DeliveryEvent } from '../../../domain/webhooks/delivery.ts';
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
  OPEN_COLUMNS,
} from '../../shared/lane-rows.ts';
import type { Connection } from '../driver/connection.ts';

const ROW = 'e.restaurante_id = ?1 AND e.webhook_id = ?2';
const OPEN = `${ROW} AND e.estado = 'pendiente'`;

const ORPHANS = `
  SELECT ${EVENT_COLUMNS} FROM eventos v INDEXED BY eventos_anunciados
  WHERE v.restaurante_id = ?1 AND v.secuencia > ?3 AND v.secuencia <= ?4 AND v.${ANNOUNCED} AND NOT EXISTS (
    SELECT 1 FROM entregas e WHERE ${ROW} AND e.secuencia = v.secuencia)
  ORDER BY v.secuencia`;
const EVENTS = `
  SELECT ${EVENT_COLUMNS}, v.cuerpo AS body FROM eventos v INDEXED BY eventos_anunciados
  WHERE v.restaurante_id = ? AND v.secuencia > ? AND v.${ANNOUNCED} ORDER BY v.secuencia LIMIT 0 + ?`;
const IS_FULL = `
  SELECT 1 FROM entregas e INDEXED BY entregas_pedido WHERE ${OPEN} AND e.viva = 1
  LIMIT 1 OFFSET ${OPEN_MAX - 1}`;
const DUE = `
  SELECT ${OPEN_COLUMNS} FROM entregas e
  WHERE ${OPEN} AND e.viva = 1 AND e.proximo_ms IS NOT NULL AND e.proximo_ms <= ?3 AND e.turno <> ?4
  ORDER BY e.proximo_ms, e.secuencia LIMIT 0 + ?5`;
/** ?4 is a JSON list of sequences to leave out. */
const FIRST_OF_ORDER = `
  SELECT ${OPEN_COLUMNS} FROM entregas e
  WHERE ${OPEN} AND e.viva = 1 AND e.pedido_id = ?3
    AND e.secuencia NOT IN (SELECT value FROM json_each(?4))
  ORDER BY e.secuencia LIMIT 1`;
const RESENDS_OPEN = `
  SELECT ${OPEN_COLUMNS} FROM entregas e INDEXED BY entregas_pedido WHERE ${OPEN} AND e.viva = 0`;
const RESEND_CURRENT = `
  SELECT id, posicion, hasta FROM reenvios
  WHERE restaurante_id = ? AND webhook_id = ? AND posicion < hasta ORDER BY id LIMIT 1`;
const RESEND_EVENTS = `
  SELECT ${EVENT_COLUMNS}, e.estado, e.intentos, e.proximo_ms AS "proximoMs"
  FROM eventos v INDEXED BY eventos_anunciados
  LEFT JOIN entregas e ON ${ROW} AND e.secuencia = v.secuencia
  WHERE v.restaurante_id = ?1 AND v.secuencia > ?3 AND v.secuencia <= ?4 AND v.${ANNOUNCED}
  ORDER BY v.secuencia LIMIT ${RESEND_WINDOW}`;
const BODY = 'SELECT cuerpo FROM eventos WHERE restaurante_id = ? AND secuencia = ?';
const NEXT = `
  SELECT e.proximo_ms AS ms FROM entregas e
  WHERE ${OPEN} AND e.viva = ?3 AND e.proximo_ms IS NOT NULL AND e.turno <> ?4
  ORDER BY e.proximo_ms LIMIT 1`;

/** Events that a dead holder had begun and that have no row in the delivery log. */
export const loadOrphans = (
  { all }: Connection,
  { restauranteId, webhookId }: LaneKey,
  { cursor, hasta }: { cursor: number; hasta: number },
  tipos: readonly TipoEvento[],
): DeliveryEvent[] => {
  if (hasta <= cursor) return [];
  const events = all<DeliveryEvent>(ORPHANS, restauranteId, webhookId, cursor, hasta);
  return events.filter(({ tipo }) => tipos.includes(tipo));
};

export const loadRows = (
  connection: Connection,
  key: LaneKey,
  { lane, step, orphans, needs }: LaneLoading,
): LaneRows => {
  const { get, all } = connection;
  const place = [key.restauranteId, key.webhookId] as const;
  const settled = JSON.stringify(step.settled.map(({ begun }) => begun.secuencia));
  const firstOf = (pedidoId: string) => get<OpenRow>(FIRST_OF_ORDER, ...place, pedidoId, settled);
  type Event = DeliveryEvent & { body: Uint8Array };
  const events =
    needs.events > 0 ? all<Event>(EVENTS, key.restauranteId, lane.hasta, needs.events) : [];
  const orders = needs.open ? new Set(events.map(({ pedidoId }) => pedidoId)) : [];
  return {
    orphans,
    events,
    stuck: new Set([...orders].filter((pedidoId) => firstOf(pedidoId) !== undefined)),
    isFull: needs.open && get(IS_FULL, ...place) !== undefined,
    due: needs.due > 0 ? all<OpenRow>(DUE, ...place, needs.dueMs, key.turno, needs.due) : [],
    firsts: needs.orders.flatMap((pedidoId) => firstOf(pedidoId) ?? []),
    resends: needs.resends ? loadResends(connection, place) : NO_RESENDS,
  };
};

const loadResends = (
  { get, all }: Connection,
  place: readonly [restauranteId: string, webhookId: string],
): ResendRows => {
  const open = all<OpenRow>(RESENDS_OPEN, ...place);
  type Current = { id: string; posicion: number; hasta: number };
  const current = get<Current>(RESEND_CURRENT, ...place);
  if (current === undefined) return { open, current: null, events: [] };
  type Row = { estado: EstadoEntrega | null; intentos: number; proximoMs: number | null };
  const rows = all<DeliveryEvent & Row>(RESEND_EVENTS, ...place, current.posicion, current.hasta);
  const events = rows.map(({ estado, intentos, proximoMs, ...event }) => ({
    ...event,
    row: estado === null ? null : { estado, intentos, proximoMs },
  }));
  return { open, current, events };
};

export const loadBodies = (
  { get }: Connection,
  { restauranteId }: LaneKey,
  secuencias: readonly number[],
): Map<number, Uint8Array> =>
  new Map(
    secuencias.flatMap((secuencia) => {
      const row = get<{ cuerpo: Uint8Array }>(BODY, restauranteId, secuencia);
      return row === undefined ? [] : [[secuencia, row.cuerpo]];
    }),
  );

export const loadNextDue = (
  { get }: Connection,
  { restauranteId, webhookId, turno }: LaneKey,
): NextDue => {
  const next = (viva: 0 | 1) =>
    get<{ ms: number }>(NEXT, restauranteId, webhookId, viva, turno)?.ms ?? null;
  const hasResend = get(RESEND_CURRENT, restauranteId, webhookId) !== undefined;
  return { proximoMs: next(1), resendMs: next(0) ?? (hasResend ? 0 : null) };
};
