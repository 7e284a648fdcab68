import { subscribedTypes } from '../../../domain/suscripciones.ts';
import type { Capacity, DeliveryEvent, LaneStep } from '../../../domain/webhooks/delivery.ts';
import type { LaneNeeds, LanePlan, LaneState } from '../../../domain/webhooks/lane/state.ts';
import { BREAKER_FAILURES, type Salud } from '../../../domain/webhooks/lane-health.ts';
import type { StoredFlag } from '../../database.ts';
import type { Lane, LaneAdvance, LaneKey } from '../../port/webhooks.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../rows.ts';

/** A webhook's row as the holder of its lane needs it, with the head of its restaurant's log. */
export type LaneRow = WebhookRow &
  Salud & {
    fence: number;
    cursor: number;
    windowEnd: number;
    recoveryEnd: number;
    head: number;
    accountActive: StoredFlag;
    hasOpenRows: StoredFlag;
    hasResends: StoredFlag;
  };

/**
 * `restaurante` is how subqueries name the restaurant. Pass the placeholder of its value wherever there is one: Citus does not
 * infer the shard of a subquery from the outer row, and refuses to lock.
 */
export const laneColumns = (
  restaurante: string,
): string => `${WEBHOOK_COLUMNS}, w.fence, w.cursor, w.window_end AS "windowEnd",
  w.recovery_end AS "recoveryEnd", w.fallos_seguidos AS "fallosSeguidos",
  w.failing_since_ms AS "failingSinceMs", w.paused_until_ms AS "pausedUntilMs",
  w.probe_ms AS "probeMs", g.secuencia AS head, g.activo AS "accountActive",
  EXISTS (
    SELECT 1 FROM entregas e
    WHERE e.restaurante_id = ${restaurante} AND e.webhook_id = w.id AND e.estado = 'pendiente'
  ) AS "hasOpenRows",
  EXISTS (
    SELECT 1 FROM reenvios v
    WHERE v.restaurante_id = ${restaurante} AND v.webhook_id = w.id AND v.posicion < v.hasta
  ) AS "hasResends"`;

export const LANES = `
  webhooks w JOIN log_heads g ON g.restaurante_id = w.restaurante_id`;

const earliest = (live: 0 | 1, restaurante: string): string => `
  (SELECT min(e.proximo_ms) FROM entregas e
   WHERE e.restaurante_id = ${restaurante} AND e.webhook_id = w.id AND e.live = ${live}
     AND e.estado = 'pendiente' AND e.proximo_ms IS NOT NULL)`;

/**
 * The condition that a lane has something to do. `now` is the placeholder of the current time, `restaurante` as in
 * `laneColumns`. Events that a dead holder had begun are due at once. Everything else waits for the end of a pause that the
 * endpoint asked for and, while its circuit breaker is open, for the next probe.
 *
 * It compares the earliest row instead of asking whether a due one exists: PostgreSQL turns an EXISTS into a hash of
 * everything that is due to any webhook.
 */
export const hasWork = (now: string, restaurante: string): string => `
  w.activo AND w.eliminado_ms IS NULL AND (
    w.window_end > w.cursor
    OR w.paused_until_ms <= ${now} AND (w.fallos_seguidos < ${BREAKER_FAILURES} OR w.probe_ms <= ${now}) AND (
      g.secuencia > w.window_end
      OR ${earliest(1, restaurante)} <= ${now}
      OR w.fallos_seguidos < ${BREAKER_FAILURES} AND (
        ${earliest(0, restaurante)} <= ${now}
        OR (SELECT min(v.posicion - v.hasta) FROM reenvios v
            WHERE v.restaurante_id = ${restaurante} AND v.webhook_id = w.id) < 0)))`;

export const keyOf = ({ restauranteId, id, fence }: LaneRow): LaneKey => ({
  restauranteId,
  webhookId: id,
  fence,
});

const toSalud = (row: LaneRow): Salud => {
  const { fallosSeguidos, failingSinceMs, pausedUntilMs, probeMs } = row;
  return { fallosSeguidos, failingSinceMs, pausedUntilMs, probeMs };
};

/** The new holder answers for everything up to `windowEnd`. */
export const toLane = (row: LaneRow): Lane => {
  const { fence, windowEnd, recoveryEnd } = row;
  return {
    webhook: toWebhook(row),
    fence,
    cursor: windowEnd,
    windowEnd,
    recoveryEnd,
    salud: toSalud(row),
  };
};

export const toLaneState = (row: LaneRow): LaneState => ({
  fence: row.fence,
  cursor: row.cursor,
  windowEnd: row.windowEnd,
  head: row.head,
  tipos: subscribedTypes(row.eventos.split(',')),
  active: Boolean(row.activo) && Boolean(row.accountActive),
  hasOpenRows: Boolean(row.hasOpenRows),
  hasResends: Boolean(row.hasResends),
});

export const claimed = (row: LaneRow): LaneRow => ({ ...row, fence: row.fence + 1 });

/** The first step of a claim: nothing has settled yet. */
export const firstStep = ({ webhook, ...lane }: Lane, capacity: Capacity): LaneStep => ({
  webhookId: webhook.id,
  fence: lane.fence,
  settled: [],
  cursor: lane.cursor,
  recoveryEnd: lane.recoveryEnd,
  salud: lane.salud,
  ultimaEntregaMs: null,
  off: null,
  capacity,
  releaseIfIdle: true,
});

/** A step, with all that decides which rows it needs. */
export interface LaneLoading {
  lane: LaneState;
  step: LaneStep;
  /** Events that a dead holder had begun and that have no row in the delivery log. */
  orphans: readonly DeliveryEvent[];
  needs: LaneNeeds;
}

export const rowsToBegin = ({ begun }: LanePlan): number[] =>
  begun.filter(({ kind }) => kind !== 'fresh').map(({ secuencia }) => secuencia);

export interface NextDue {
  proximoMs: number | null;
  resendMs: number | null;
}

export const toAdvance = (
  row: LaneRow,
  { active, released, windowEnd, begun }: LanePlan,
  bodies: ReadonlyMap<number, Uint8Array>,
  { proximoMs = null, resendMs = null }: Partial<NextDue> = {},
): LaneAdvance => ({
  webhook: toWebhook(row),
  active,
  released,
  windowEnd,
  head: row.head,
  proximoMs,
  resendMs,
  begun: begun.flatMap((each) => {
    const body = each.body ?? bodies.get(each.secuencia);
    // The log has forgotten the event, and its row goes with the next clean-up.
    return body === undefined ? [] : { ...each, body };
  }),
});
