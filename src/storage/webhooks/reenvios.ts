import { IMPORTADO } from '../../contract/recursos/evento.ts';
import { parseEventId } from '../../domain/pedido/evento.ts';
import { writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, send, type Work } from '../database.ts';
import {
  type LaneKey,
  REENVIOS_KEPT,
  REENVIOS_OPEN_MAX,
  type Reenvio,
  type ReenvioStore,
  type ReenvioWhat,
} from '../port/webhooks.ts';

const COLUMNS =
  'id, creado_ms AS "creadoMs", desde, hasta, posicion, encoladas, entregadas, fallidas';
const WINDOW = `
  SELECT cursor, window_end AS "windowEnd" FROM webhooks
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL FOR UPDATE`;
const EVENT =
  'SELECT id, tipo, creado_ms FROM eventos WHERE restaurante_id = $1 AND secuencia = $2';
/** Whether an event after the cursor has been sent already: an earlier one holds the cursor back. */
const SETTLED = `
  SELECT 1 AS found FROM entregas
  WHERE restaurante_id = $1 AND webhook_id = $2 AND secuencia = $3 AND estado <> 'pendiente'`;
const FIRST = 'SELECT secuencia FROM eventos WHERE restaurante_id = $1 ORDER BY secuencia LIMIT 1';
const FIRST_SINCE = `
  SELECT secuencia FROM eventos
  WHERE restaurante_id = $1 AND secuencia > $2 AND secuencia <= $3 AND creado_ms >= $4
  ORDER BY secuencia LIMIT 1`;
const INSERT = `
  INSERT INTO reenvios (restaurante_id, webhook_id, id, creado_ms, desde, hasta, posicion)
  VALUES ($1, $2, $3, $4, $5, $6, $5)`;
const LIST = `
  SELECT ${COLUMNS} FROM reenvios WHERE restaurante_id = $1 AND webhook_id = $2
  ORDER BY id DESC LIMIT $3`;

const IS_OVER = 'posicion >= hasta AND entregadas + fallidas >= encoladas';
/** Open re-sends are bounded, because the poll looks at every row of a webhook each second. */
const COUNT_OPEN = `
  SELECT count(*) AS open FROM reenvios
  WHERE restaurante_id = $1 AND webhook_id = $2 AND NOT (${IS_OVER})`;
const FORGET_OVER = `
  DELETE FROM reenvios
  WHERE restaurante_id = $1 AND webhook_id = $2 AND ${IS_OVER}
    AND id < (
      SELECT min(id) FROM (
        SELECT id FROM reenvios WHERE restaurante_id = $1 AND webhook_id = $2
        ORDER BY id DESC LIMIT ${REENVIOS_KEPT}
      ) AS listados)`;

/** How far a lane has come (port/webhooks.ts). */
type Window = { cursor: number; windowEnd: number };
type EventHead = { id: string; tipo: string; creado_ms: number };

/** An event has the time of the process that stored it: the next event's may be earlier by this much. */
const CLOCK_SKEW_MS = 60_000;

/** The sequence before that of the first event since `ms`. */
function* lastBefore(restauranteId: string, ms: number, head: number): Work<number> {
  const start = yield* searchBefore(restauranteId, ms - CLOCK_SKEW_MS, head);
  const values = [restauranteId, start, head, ms] as const;
  const [first] = yield* rows<{ secuencia: number }>(FIRST_SINCE, ...values);
  return (first?.secuencia ?? head + 1) - 1;
}

/** Binary search for an event from before `ms` whose successor is not: sequences are gap-free. */
function* searchBefore(restauranteId: string, ms: number, head: number): Work<number> {
  const [first] = yield* rows<{ secuencia: number }>(FIRST, restauranteId);
  let [low, high] = [(first?.secuencia ?? head + 1) - 1, head];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [event] = yield* rows<EventHead>(EVENT, restauranteId, middle);
    if (event !== undefined && event.creado_ms >= ms) high = middle - 1;
    else low = middle;
  }
  return low;
}

/**
 * The range of events to re-send. Those after the cursor that have not been settled are owed anyway (domain/webhooks/lane
 * leaves them out of a range). Null for an unknown event.
 */
function* rangeOf(
  { restauranteId, webhookId }: Pick<LaneKey, 'restauranteId' | 'webhookId'>,
  { cursor, windowEnd }: Window,
  what: ReenvioWhat,
): Work<[desde: number, hasta: number] | null> {
  if ('desdeMs' in what) {
    const desde = yield* lastBefore(restauranteId, what.desdeMs, windowEnd);
    return [Math.min(desde, windowEnd), windowEnd];
  }
  const secuencia = parseEventId(what.eventoId)?.secuencia ?? 0;
  const [found] = yield* rows<EventHead>(EVENT, restauranteId, secuencia);
  if (found?.tipo === IMPORTADO || found?.id !== what.eventoId) return null;
  const settled = yield* rows<{ found: number }>(SETTLED, restauranteId, webhookId, secuencia);
  const isOwed = secuencia > cursor && settled.length === 0;
  return [secuencia - 1, isOwed ? secuencia - 1 : secuencia];
}

const NOTHING_SENT = { encoladas: 0, entregadas: 0, fallidas: 0 };

const toReenvio = (row: Omit<Reenvio, 'completo'>): Reenvio => ({
  ...row,
  completo: row.posicion >= row.hasta && row.entregadas + row.fallidas >= row.encoladas,
});

export const makeReenvioStore = ({ all, transact }: Database): ReenvioStore => ({
  create: (request, what, audit) =>
    transact(function* () {
      const { id, restauranteId, webhookId, creadoMs } = request;
      const [webhook] = yield* rows<Window>(WINDOW, restauranteId, webhookId);
      if (webhook === undefined) return 'no_webhook';
      const range = yield* rangeOf(request, webhook, what);
      if (range === null) return 'no_event';
      const [counted] = yield* rows<{ open: number }>(COUNT_OPEN, restauranteId, webhookId);
      if ((counted?.open ?? 0) >= REENVIOS_OPEN_MAX) return 'too_many';
      yield* writeAudit(audit);
      const [desde, hasta] = range;
      yield* send(INSERT, restauranteId, webhookId, id, creadoMs, desde, hasta);
      yield* send(FORGET_OVER, restauranteId, webhookId);
      return toReenvio({ id, creadoMs, desde, hasta, posicion: desde, ...NOTHING_SENT });
    }),
  list: async (restauranteId, webhookId, limit) =>
    (await all<Reenvio>(LIST, restauranteId, webhookId, limit)).map(toReenvio),
});
