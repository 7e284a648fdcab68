import type { EstadoEntrega } from '../../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { DeliveryEvent } from '../../../domain/webhooks/delivery.ts';
import { eventOf } from '../../../domain/webhooks/delivery.ts';
import {
  type LaneRows,
  OPEN_MAX,
  type OpenRow,
  RESEND_WINDOW,
} from '../../../domain/webhooks/lane/state.ts';
import {
  lookup,
  none,
  rows,
  type Step,
  type StoredBody,
  type StoredFlag,
  toBytes,
  together,
  type Work,
} from '../../database.ts';
import { ANNOUNCED } from '../../eventos/events.ts';
import type { LaneKey } from '../../port/webhooks.ts';
import type { LaneLoading, NextDue } from './rows.ts';

const ROW = 'e.restaurante_id = $1 AND e.webhook_id = $2';
const OPEN = `${ROW} AND e.estado = 'pendiente'`;
/** Columns of an event, and of a row of the delivery log, as the plan of a lane reads them (domain/webhooks/lane). */
const EVENT_COLUMNS = `v.secuencia, v.id AS "eventoId", v.tipo, v.pedido_id AS "pedidoId",
  v.creado_ms AS "creadoMs"`;
const OPEN_COLUMNS = `e.secuencia, e.evento_id AS "eventoId", e.tipo, e.pedido_id AS "pedidoId",
  e.creado_ms AS "creadoMs", e.fence, e.intentos, e.fallos, e.proximo_ms AS "proximoMs"`;
const EVENTS_ANNOUNCED = 'eventos v /*+ INDEXED BY eventos_announced */';

/**
 * A column of the row of the event `v`, null if it has none. PostgreSQL looks it up by its key; for a join or an EXISTS it
 * would walk all rows of the webhook, because it expects few.
 */
const ofRow = (column: string): string =>
  `(SELECT e.${column} FROM entregas e WHERE ${ROW} AND e.secuencia = v.secuencia)`;

const ORPHANS = `
  SELECT ${EVENT_COLUMNS} FROM ${EVENTS_ANNOUNCED}
  WHERE v.restaurante_id = $1 AND v.secuencia > $3 AND v.secuencia <= $4
    AND v.${ANNOUNCED} AND v.tipo = ANY ($5::text[]) AND ${ofRow('secuencia')} IS NULL
  ORDER BY v.secuencia`;
const EVENTS = `
  SELECT ${EVENT_COLUMNS}, CASE WHEN v.tipo = ANY ($5::text[]) THEN v.cuerpo END AS cuerpo,
         (SELECT min(e.secuencia) FROM entregas e
          WHERE ${OPEN} AND e.live = 1 AND e.pedido_id = v.pedido_id
            AND e.secuencia <> ALL ($6::bigint[])) IS NOT NULL AS "isStuck"
  FROM ${EVENTS_ANNOUNCED} WHERE v.restaurante_id = $1 AND v.secuencia > $3 AND v.${ANNOUNCED}
  ORDER BY v.secuencia LIMIT 0 + $4`;
const IS_FULL = `
  SELECT 1 AS found FROM entregas e /*+ INDEXED BY entregas_pedido */ WHERE ${OPEN} AND e.live = 1
  ORDER BY e.pedido_id, e.secuencia LIMIT 1 OFFSET ${OPEN_MAX - 1}`;
const DUE = `
  SELECT ${OPEN_COLUMNS} FROM entregas e
  WHERE ${OPEN} AND e.live = 1 AND e.proximo_ms IS NOT NULL AND e.proximo_ms <= $3 AND e.fence <> $4
  ORDER BY e.live, e.proximo_ms, e.secuencia LIMIT 0 + $5`;
const FIRST_OF_ORDER = `
  SELECT ${OPEN_COLUMNS} FROM entregas e
  WHERE ${OPEN} AND e.live = 1 AND e.pedido_id = $3 AND e.secuencia <> ALL ($4::bigint[])
  ORDER BY e.live, e.pedido_id, e.secuencia LIMIT 1`;
const RESENDS_OPEN = `
  SELECT ${OPEN_COLUMNS} FROM entregas e /*+ INDEXED BY entregas_pedido */ WHERE ${OPEN} AND e.live = 0
  ORDER BY e.live, e.pedido_id, e.secuencia`;
const currentResend = (column: string): string => `
  SELECT ${column} FROM reenvios
  WHERE restaurante_id = $1 AND webhook_id = $2 AND posicion < hasta ORDER BY id LIMIT 1`;
const RESEND_CURRENT = currentResend('id, hasta');
const RESEND_EVENTS = `
  SELECT ${EVENT_COLUMNS}, ${ofRow('estado')} AS estado, ${ofRow('intentos')} AS intentos,
         ${ofRow('proximo_ms')} AS "proximoMs"
  FROM ${EVENTS_ANNOUNCED}
  WHERE v.restaurante_id = $1 AND v.secuencia > (${currentResend('posicion')})
    AND v.secuencia <= (${currentResend('hasta')}) AND v.${ANNOUNCED}
  ORDER BY v.secuencia LIMIT ${RESEND_WINDOW}`;
const BODIES = {
  key: { secuencia: 'bigint' },
  sql: `SELECT v.secuencia, v.cuerpo FROM eventos v
    WHERE v.restaurante_id = $1 AND v.secuencia = k.secuencia`,
} as const;
const UPCOMING = `
  SELECT e.proximo_ms FROM entregas e
  WHERE ${OPEN} AND e.proximo_ms IS NOT NULL AND e.fence <> $3`;
const NEXT = `
  SELECT (${UPCOMING} AND e.live = 1 ORDER BY e.live, e.proximo_ms LIMIT 1) AS "proximoMs",
         coalesce((${UPCOMING} AND e.live = 0 ORDER BY e.live, e.proximo_ms LIMIT 1), (
           SELECT 0 FROM reenvios
           WHERE restaurante_id = $1 AND webhook_id = $2 AND posicion < hasta LIMIT 1)) AS "resendMs"`;

/** Events that a dead holder had begun and that have no row in the delivery log. */
export const loadOrphans = (
  { restauranteId, webhookId }: LaneKey,
  { cursor, windowEnd }: { cursor: number; windowEnd: number },
  tipos: readonly TipoEvento[],
): Step<DeliveryEvent[]> =>
  windowEnd > cursor ? rows(ORPHANS, restauranteId, webhookId, cursor, windowEnd, tipos) : none();

type EventRow = DeliveryEvent & { cuerpo: StoredBody | null; isStuck: StoredFlag };
type ResendRow = DeliveryEvent & {
  estado: EstadoEntrega | null;
  intentos: number;
  proximoMs: number | null;
};

/** Sends all queries together: a server answers them in one round trip. */
export function* loadRows(
  { restauranteId, webhookId, fence }: LaneKey,
  { lane, step, orphans, needs }: LaneLoading,
): Work<LaneRows> {
  const place = [restauranteId, webhookId] as const;
  const settled = step.settled.map(({ begun }) => begun.secuencia);
  const [events, full, due, open, [current], resends, ...firsts] = yield* together(
    needs.events > 0
      ? rows<EventRow>(EVENTS, ...place, lane.windowEnd, needs.events, lane.tipos, settled)
      : none(),
    needs.open ? rows(IS_FULL, ...place) : none(),
    needs.due > 0 ? rows<OpenRow>(DUE, ...place, needs.dueMs, fence, needs.due) : none(),
    needs.resends ? rows<OpenRow>(RESENDS_OPEN, ...place) : none(),
    needs.resends ? rows<{ id: string; hasta: number }>(RESEND_CURRENT, ...place) : none(),
    needs.resends ? rows<ResendRow>(RESEND_EVENTS, ...place) : none(),
    ...needs.orders.map((id) => rows<OpenRow>(FIRST_OF_ORDER, ...place, id, settled)),
  );
  return {
    orphans,
    events: events.map((event) => ({
      ...eventOf(event),
      body: event.cuerpo === null ? null : toBytes(event.cuerpo),
    })),
    stuck: new Set(events.filter(({ isStuck }) => isStuck).map(({ pedidoId }) => pedidoId)),
    isFull: full.length > 0,
    due,
    firsts: firsts.flat(),
    resends: {
      open,
      current: current ?? null,
      events: resends.map(({ estado, intentos, proximoMs, ...event }) => ({
        ...event,
        row: estado === null ? null : { estado, intentos, proximoMs },
      })),
    },
  };
}

type BodyRow = { secuencia: number; cuerpo: StoredBody };

/** The bodies of deliveries that are begun again, and when the lane's next ones are due. */
export function* loadNext(
  { restauranteId, webhookId, fence }: LaneKey,
  secuencias: readonly number[],
  isOpen: boolean,
): Work<{ bodies: Map<number, Uint8Array>; next: NextDue | undefined }> {
  const [bodies, [next]] = yield* together(
    lookup<BodyRow>(
      BODIES,
      restauranteId,
      secuencias.map((secuencia) => [secuencia]),
    ),
    isOpen ? rows<NextDue>(NEXT, restauranteId, webhookId, fence) : none(),
  );
  return {
    bodies: new Map(bodies.map(({ secuencia, cuerpo }) => [secuencia, toBytes(cuerpo)])),
    next,
  };
}
