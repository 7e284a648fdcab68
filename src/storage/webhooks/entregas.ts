import type { Fallo, FiltroEntrega } from '../../contract/recursos/entrega.ts';
import { parseEventId } from '../../domain/pedido/evento.ts';
import { WAIT_MS_MAX } from '../../domain/webhooks/retry.ts';
import { type Database, run, send } from '../database.ts';
import { ANNOUNCED, IMPORTED } from '../eventos/events.ts';
import { OWED_EXTRA_MS } from '../port/log.ts';
import type { Entrega, EntregaQuery, EntregaStore } from '../port/webhooks.ts';
import { forgetHoras, pruneHoras } from './horas.ts';

const MINE = 'restaurante_id = $1 AND webhook_id = $2';
/** Repeats the condition of the partial index: only then SQLite uses it. */
const PENDING = `entregas e /*+ INDEXED BY entregas_estado */
  WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.estado = 'pendiente'
    AND e.estado <> 'entregada'`;
const AFTER_CURSOR = 'v.restaurante_id = w.restaurante_id AND v.secuencia > w.cursor';

/** Columns of a delivery of the restaurant $1. */
const COLUMNS = `
  webhook_id AS "webhookId", secuencia, evento_id AS "eventoId", tipo, pedido_id AS "pedidoId",
  (SELECT p.cuerpo::json ->> 'numero' FROM pedidos p
   WHERE p.restaurante_id = $1 AND p.id = entregas.pedido_id) AS "pedidoNumero",
  estado, intentos, creado_ms AS "creadoMs", ultimo_ms AS "ultimoMs",
  CASE WHEN estado = 'pendiente' THEN proximo_ms END AS "proximoMs", status, fallo,
  duracion_ms AS "duracionMs", extracto,
  CAST(anteriores AS TEXT) AS anteriores`;

const STATE_IS: Readonly<Record<FiltroEntrega | 'todas', string>> = {
  todas: '',
  pendiente: "AND estado = 'pendiente'",
  entregada: "AND estado = 'entregada'",
  fallida: "AND estado = 'fallida'",
  reintento: "AND estado = 'pendiente' AND fallos > 0",
};

/** The state is part of the text: a partial index is used only if the planner can see that it applies. */
const listSql = ({ estado, cursor }: EntregaQuery): string => {
  const isBack = cursor?.direction === 'before';
  return `
    SELECT ${COLUMNS} FROM entregas
    WHERE ${MINE} ${STATE_IS[estado ?? 'todas']}
      AND secuencia ${isBack ? '>' : '<'} $3
    ORDER BY secuencia ${isBack ? 'ASC' : 'DESC'} LIMIT 0 + $4`;
};

const GET = `SELECT ${COLUMNS} FROM entregas WHERE ${MINE} AND secuencia = $3`;
const OF_EVENT = `
  SELECT ${COLUMNS} FROM entregas
  WHERE restaurante_id = $1 AND secuencia = $2 AND webhook_id IN (
    SELECT id FROM webhooks WHERE restaurante_id = $1 AND eliminado_ms IS NULL)
  ORDER BY webhook_id`;

const WEBHOOKS =
  'SELECT restaurante_id, id, eliminado_ms FROM webhooks ORDER BY restaurante_id, id';
const PULL_IN = `
  UPDATE entregas SET proximo_ms = $3 WHERE ${MINE} AND estado = 'pendiente' AND proximo_ms > $4`;
const PULL_IN_WEBHOOK = `
  UPDATE webhooks SET paused_until_ms = 0, probe_ms = 0
  WHERE restaurante_id = $1 AND id = $2 AND (paused_until_ms > $3 OR probe_ms > $3)`;
/** The first $3 rows of a webhook, as a range of keys: for a list of keys PostgreSQL would walk all rows for each. */
const FIRST_ROWS = `${MINE} AND secuencia <= (
    SELECT max(secuencia) FROM (
      SELECT secuencia FROM entregas WHERE ${MINE} ORDER BY secuencia LIMIT 0 + $3) AS primeras)`;
/** Looks at the first rows only: younger ones lie behind them. */
const PRUNE = `
  DELETE FROM entregas WHERE ${FIRST_ROWS}
    AND creado_ms < $4 AND (estado <> 'pendiente' OR creado_ms < $4 - ${OWED_EXTRA_MS})`;
const FORGET = `DELETE FROM entregas WHERE ${FIRST_ROWS}`;
const FORGET_REENVIOS = `DELETE FROM reenvios WHERE ${MINE}`;
const FORGET_WEBHOOK = 'DELETE FROM webhooks WHERE restaurante_id = $1 AND id = $2';

/** When the oldest event began that the webhook `w` is owed and that was tried, or not yet. */
export const OLDEST_BEGUN = `(SELECT min(e.creado_ms) FROM ${PENDING})`;
export const OLDEST_UNBEGUN = `(
  SELECT v.creado_ms FROM eventos v /*+ INDEXED BY eventos_announced */
  WHERE ${AFTER_CURSOR} AND v.${ANNOUNCED} ORDER BY v.secuencia LIMIT 1)`;

/** Counts webhook by webhook, so that each count reads one end of an index. */
const OWED = `
  SELECT coalesce(sum(n), 0)::bigint AS n,
         min(CASE WHEN abierta_ms < primera_ms OR primera_ms IS NULL THEN abierta_ms ELSE primera_ms END) AS oldest
  FROM (
    SELECT (SELECT count(*) FROM ${PENDING}) + g.secuencia - w.cursor - (
             SELECT count(*) FROM eventos v /*+ INDEXED BY eventos_imported */
             WHERE ${AFTER_CURSOR} AND v.${IMPORTED}) AS n,
           ${OLDEST_BEGUN} AS abierta_ms, ${OLDEST_UNBEGUN} AS primera_ms
    FROM webhooks w JOIN log_heads g ON g.restaurante_id = w.restaurante_id
    WHERE w.activo AND w.eliminado_ms IS NULL
  ) AS debidas`;

/** Makes the deliveries of a webhook due now that would be tried later than `latestMs`. */
export const pullInDeliveries = (
  restauranteId: string,
  webhookId: string,
  nowMs: number,
  latestMs = nowMs,
) => send(PULL_IN, restauranteId, webhookId, nowMs, latestMs);

type WebhookKey = { restaurante_id: string; id: string; eliminado_ms: number | null };
type EntregaRow = Omit<Entrega, 'anteriores'> & { anteriores: string | null };

/** Leaves out the receiver's answer, which may repeat personal data: forgetting a customer then clears the last answer only. */
type StoredAttempt = [
  ms: number,
  status: number | null,
  fallo: Fallo | null,
  duracionMs: number | null,
];

const toEntrega = (row: EntregaRow): Entrega => ({
  ...row,
  anteriores: (JSON.parse(row.anteriores ?? '[]') as StoredAttempt[]).map(
    ([ms, status, fallo, duracionMs]) => ({ ms, status, fallo, duracionMs }),
  ),
});

export const makeEntregaStore = ({ all, transact }: Database): EntregaStore => {
  return {
    async list(query) {
      const { restauranteId, webhookId, cursor, limit } = query;
      const from = cursor?.secuencia ?? Number.MAX_SAFE_INTEGER;
      const sql = listSql(query);
      const rows = await all<EntregaRow>(sql, restauranteId, webhookId, from, limit + 1);
      const entregas = rows.slice(0, limit).map(toEntrega);
      // Newest first, whichever way it was read.
      if (cursor?.direction === 'before') entregas.reverse();
      return { entregas, more: rows.length > limit };
    },
    async get(restauranteId, webhookId, eventoId) {
      const secuencia = parseEventId(eventoId)?.secuencia ?? 0;
      const [row] = await all<EntregaRow>(GET, restauranteId, webhookId, secuencia);
      return row?.eventoId === eventoId ? toEntrega(row) : null;
    },
    async ofEvents(restauranteId, secuencias) {
      const ofEvent = (secuencia: number) => all<EntregaRow>(OF_EVENT, restauranteId, secuencia);
      return (await Promise.all(secuencias.map(ofEvent))).flat().map(toEntrega);
    },
    async pullIn(nowMs) {
      const latestMs = nowMs + WAIT_MS_MAX;
      for (const { restaurante_id, id } of await all<WebhookKey>(WEBHOOKS)) {
        await transact(function* () {
          yield* pullInDeliveries(restaurante_id, id, nowMs, latestMs);
          yield* send(PULL_IN_WEBHOOK, restaurante_id, id, latestMs);
        });
      }
    },
    async prune(beforeMs, limit) {
      let pruned = 0;
      for (const { restaurante_id, id, eliminado_ms } of await all<WebhookKey>(WEBHOOKS)) {
        if (pruned >= limit) break;
        const room = limit - pruned;
        pruned += await transact(function* () {
          if (eliminado_ms === null) {
            yield* pruneHoras(restaurante_id, id, beforeMs);
            return yield* run(PRUNE, restaurante_id, id, room, beforeMs);
          }
          const forgotten = yield* run(FORGET, restaurante_id, id, room);
          if (forgotten > 0) return forgotten;
          yield* send(FORGET_REENVIOS, restaurante_id, id);
          yield* forgetHoras(restaurante_id, id);
          return yield* run(FORGET_WEBHOOK, restaurante_id, id);
        });
      }
      return pruned;
    },
    async owed() {
      const [row] = await all<{ n: number; oldest: number | null }>(OWED);
      return { entregas: row?.n ?? 0, oldestMs: row?.oldest ?? null };
    },
  };
};
