import { parseEventId } from '../../../domain/pedido/evento.ts';
import { OWED_EXTRA_MS } from '../../port/log.ts';
import type { Entrega, EntregaQuery, EntregaStore } from '../../port/webhooks.ts';
import { ENTREGA_COLUMNS, toEntregaPage } from '../../shared/webhook-rows.ts';
import type { Connection } from '../driver/connection.ts';

const MINE = 'restaurante_id = ?1 AND webhook_id = ?2';

/** The state is part of the text: SQLite uses a partial index only if it can see that it applies. */
const listStatement = ({ estado, cursor }: EntregaQuery): string => {
  const state = estado === null ? '' : `AND estado = '${estado}'`;
  const isBack = cursor?.direction === 'before';
  return `
    SELECT ${ENTREGA_COLUMNS} FROM entregas
    WHERE ${MINE} ${state} AND secuencia ${isBack ? '>' : '<'} ?3
    ORDER BY secuencia ${isBack ? 'ASC' : 'DESC'} LIMIT 0 + ?4`;
};

const GET = `SELECT ${ENTREGA_COLUMNS} FROM entregas WHERE ${MINE} AND secuencia = ?3`;
const OF_EVENT = `
  SELECT ${ENTREGA_COLUMNS} FROM entregas
  WHERE restaurante_id = ?1 AND secuencia = ?2 AND webhook_id IN (
    SELECT id FROM webhooks WHERE restaurante_id = ?1 AND eliminado_ms IS NULL)
  ORDER BY webhook_id`;

const WEBHOOKS =
  'SELECT restaurante_id, id, eliminado_ms FROM webhooks ORDER BY restaurante_id, id';
/** Looks at the oldest rows only: younger ones lie behind them. */
const PRUNE = `
  DELETE FROM entregas WHERE ${MINE} AND secuencia IN (
    SELECT secuencia FROM (
      SELECT secuencia, estado, creado_ms FROM entregas WHERE ${MINE} ORDER BY secuencia LIMIT 0 + ?4
    ) WHERE creado_ms < ?3 AND (estado <> 'pendiente' OR creado_ms < ?3 - ${OWED_EXTRA_MS}))`;
const FORGET = `
  DELETE FROM entregas WHERE ${MINE} AND secuencia IN (
    SELECT secuencia FROM entregas WHERE ${MINE} ORDER BY secuencia LIMIT 0 + ?3)`;
const FORGET_REENVIOS = `DELETE FROM reenvios WHERE ${MINE}`;
const FORGET_WEBHOOK = 'DELETE FROM webhooks WHERE restaurante_id = ? AND id = ?';

const OWED_OPEN = `
  SELECT count(*) AS n, min(e.creado_ms) AS oldest FROM entregas e
  JOIN webhooks w ON w.restaurante_id = e.restaurante_id AND w.id = e.webhook_id
  WHERE e.estado = 'pendiente' AND w.activo = 1 AND w.eliminado_ms IS NULL`;
const OWED_LOG = `
  SELECT sum(g.secuencia - w.cursor) AS n, min(
    (SELECT creado_ms FROM eventos v WHERE v.restaurante_id = w.restaurante_id
       AND v.secuencia > w.cursor ORDER BY v.secuencia LIMIT 1)) AS oldest
  FROM webhooks w JOIN registros g ON g.restaurante_id = w.restaurante_id
  WHERE w.activo = 1 AND w.eliminado_ms IS NULL AND g.secuencia > w.cursor`;

type Owed = { n: number | null; oldest: number | null };

export const makeEntregaStore = (connection: Connection): EntregaStore => {
  const { run, get, all, transaction } = connection;

  return {
    async list(query) {
      const { restauranteId, webhookId, cursor, limit } = query;
      const from = cursor?.secuencia ?? Number.MAX_SAFE_INTEGER;
      const rows = all<Entrega>(listStatement(query), restauranteId, webhookId, from, limit + 1);
      return toEntregaPage(rows, limit, cursor?.direction === 'before');
    },
    async get(restauranteId, webhookId, eventoId) {
      const secuencia = parseEventId(eventoId)?.secuencia ?? 0;
      const row = get<Entrega>(GET, restauranteId, webhookId, secuencia);
      return row?.eventoId === eventoId ? { ...row } : null;
    },
    ofEvents: async (restauranteId, secuencias) =>
      secuencias.flatMap((secuencia) =>
        all<Entrega>(OF_EVENT, restauranteId, secuencia).map((row) => ({ ...row })),
      ),
    prune: async (beforeMs, limit) => {
      let pruned = 0;
      type Row = { restaurante_id: string; id: string; eliminado_ms: number | null };
      for (const { restaurante_id, id, eliminado_ms } of all<Row>(WEBHOOKS)) {
        if (pruned >= limit) break;
        const room = limit - pruned;
        pruned += transaction(() => {
          if (eliminado_ms === null) return run(PRUNE, restaurante_id, id, beforeMs, room);
          const forgotten = run(FORGET, restaurante_id, id, room);
          if (forgotten > 0) return forgotten;
          run(FORGET_REENVIOS, restaurante_id, id);
          return run(FORGET_WEBHOOK, restaurante_id, id);
        });
      }
      return pruned;
    },
    async owed() {
      const open = get<Owed>(OWED_OPEN);
      const log = get<Owed>(OWED_LOG);
      const oldest = [open?.oldest, log?.oldest].filter((each) => typeof each === 'number');
      return {
        entregas: (open?.n ?? 0) + (log?.n ?? 0),
        oldestMs: oldest.length === 0 ? null : Math.min(...oldest),
      };
    },
  };
};
