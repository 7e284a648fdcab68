import { parseEventId } from '../../../domain/pedido/evento.ts';
import { OWED_EXTRA_MS } from '../../port/log.ts';
import type { Entrega, EntregaQuery, EntregaStore } from '../../port/webhooks.ts';
import { ENTREGA_COLUMNS, toEntregaPage } from '../../shared/webhook-rows.ts';
import { int8Array } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';

const MINE = 'restaurante_id = $1 AND webhook_id = $2';

/** The state is part of the text: a partial index is used only if the planner can see that it applies. */
const listSql = ({ estado, cursor }: EntregaQuery): string => {
  const isBack = cursor?.direction === 'before';
  return `
    SELECT ${ENTREGA_COLUMNS} FROM entregas
    WHERE ${MINE} ${estado === null ? '' : `AND estado = '${estado}'`}
      AND secuencia ${isBack ? '>' : '<'} $3
    ORDER BY secuencia ${isBack ? 'ASC' : 'DESC'} LIMIT $4`;
};

const GET = `SELECT ${ENTREGA_COLUMNS} FROM entregas WHERE ${MINE} AND secuencia = $3`;
const OF_EVENTS = `
  SELECT ${ENTREGA_COLUMNS} FROM entregas
  WHERE restaurante_id = $1 AND secuencia = ANY ($2::bigint[]) AND webhook_id IN (
    SELECT id FROM webhooks WHERE restaurante_id = $1 AND eliminado_ms IS NULL)
  ORDER BY secuencia, webhook_id`;

const WEBHOOKS = `
  SELECT restaurante_id, id, eliminado_ms IS NOT NULL AS eliminado FROM webhooks
  ORDER BY restaurante_id, id`;
/** Looks at the oldest rows only: younger ones lie behind them. */
const PRUNE = `
  DELETE FROM entregas WHERE ${MINE} AND secuencia IN (
    SELECT secuencia FROM (
      SELECT secuencia, estado, creado_ms FROM entregas WHERE ${MINE} ORDER BY secuencia LIMIT $4
    ) AS primeras
    WHERE creado_ms < $3 AND (estado <> 'pendiente' OR creado_ms < $3 - ${OWED_EXTRA_MS}))`;
const FORGET = `
  DELETE FROM entregas WHERE ${MINE} AND secuencia IN (
    SELECT secuencia FROM entregas WHERE ${MINE} ORDER BY secuencia LIMIT $3)`;
const FORGET_REENVIOS = `DELETE FROM reenvios WHERE ${MINE}`;
const FORGET_WEBHOOK = 'DELETE FROM webhooks WHERE restaurante_id = $1 AND id = $2';

/** Webhook by webhook, so that each reads one end of an index. */
const OWED = `
  SELECT coalesce(sum(abiertas.n + g.secuencia - w.cursor), 0)::bigint AS n,
         min(least(abiertas.oldest, primero.creado_ms)) AS oldest
  FROM webhooks w
  JOIN registros g ON g.restaurante_id = w.restaurante_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS n, min(e.creado_ms) AS oldest FROM entregas e
    WHERE e.restaurante_id = w.restaurante_id AND e.webhook_id = w.id AND e.estado = 'pendiente'
  ) AS abiertas
  LEFT JOIN LATERAL (
    SELECT v.creado_ms FROM eventos v
    WHERE v.restaurante_id = w.restaurante_id AND v.secuencia > w.cursor
    ORDER BY v.secuencia LIMIT 1
  ) AS primero ON true
  WHERE w.activo AND w.eliminado_ms IS NULL`;

export const makeEntregaStore = (session: Session, transact: Transact): EntregaStore => ({
  async list(query) {
    const { restauranteId, webhookId, cursor, limit } = query;
    const from = cursor?.secuencia ?? Number.MAX_SAFE_INTEGER;
    const values = [restauranteId, webhookId, from, limit + 1];
    const rows = await session.rows<Entrega>(listSql(query), values);
    return toEntregaPage(rows, limit, cursor?.direction === 'before');
  },
  async get(restauranteId, webhookId, eventoId) {
    const secuencia = parseEventId(eventoId)?.secuencia ?? 0;
    const [row] = await session.rows<Entrega>(GET, [restauranteId, webhookId, secuencia]);
    return row?.eventoId === eventoId ? row : null;
  },
  ofEvents: (restauranteId, secuencias) =>
    session.rows<Entrega>(OF_EVENTS, [restauranteId, int8Array(secuencias)]),
  async prune(beforeMs, limit) {
    let pruned = 0;
    type Row = { restaurante_id: string; id: string; eliminado: boolean };
    for (const { restaurante_id, id, eliminado } of await session.rows<Row>(WEBHOOKS, [])) {
      if (pruned >= limit) break;
      const room = limit - pruned;
      pruned += await transact(async (transaction) => {
        if (!eliminado) return transaction.run(PRUNE, [restaurante_id, id, beforeMs, room]);
        const forgotten = await transaction.run(FORGET, [restaurante_id, id, room]);
        if (forgotten > 0) return forgotten;
        transaction.send(FORGET_REENVIOS, [restaurante_id, id]);
        return transaction.run(FORGET_WEBHOOK, [restaurante_id, id]);
      });
    }
    return pruned;
  },
  async owed() {
    const [row] = await session.rows<{ n: number; oldest: number | null }>(OWED, []);
    return { entregas: row?.n ?? 0, oldestMs: row?.oldest ?? null };
  },
});
