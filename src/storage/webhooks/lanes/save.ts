import {
  attemptsOf,
  eventOf,
  type LaneStep,
  type Settled,
} from '../../../domain/webhooks/delivery.ts';
import type { LanePlan } from '../../../domain/webhooks/lane/state.ts';
import { writeAudit } from '../../accounts/auditoria.ts';
import { send, type Value, type Work } from '../../database.ts';
import type { LaneKey } from '../../port/webhooks.ts';
import { rowsToBegin } from './rows.ts';

/** One delivery. With a list of keys, PostgreSQL would walk all deliveries of the webhook, because it expects few. */
const DELIVERY = 'e.restaurante_id = $1 AND e.webhook_id = $2 AND e.secuencia = $3';

const EVENT = 'secuencia bigint, "eventoId" text, tipo text, "pedidoId" text, "creadoMs" bigint';
const PROGRESS = `estado text, intentos int, fallos int, "proximoMs" bigint, "ultimoMs" bigint, status int,
  fallo text, "duracionMs" int, extracto text`;

/** Keeps no excerpt of an answer once the customer is forgotten: a receiver may repeat data that it was sent before. */
const excerptOf = (extracto: string, pedidoId: string): string => `
  CASE WHEN ${extracto} IS NOT NULL AND (
    SELECT p.olvidado FROM pedidos p WHERE p.restaurante_id = $1 AND p.id = ${pedidoId}
  ) IS NULL THEN ${extracto} END`;

/**
 * Selects from `log_heads`, so that it is one task of one shard on Citus (postgres/driver/arrays-of-rows.ts).
 * Leaves out events that the log does not have: a failover to a standby that lagged lost them, and others may have their numbers.
 * Reads each event by its key: an EXISTS would become a join, for which PostgreSQL walks all events of the restaurant.
 * Ignores conflicts: a step may come again if its commit came through but the answer was lost.
 */
const INSERT = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, live, fence,
                        creado_ms, estado, intentos, fallos, proximo_ms, ultimo_ms, status, fallo,
                        duracion_ms, extracto)
  SELECT g.restaurante_id, $2, u.secuencia, u."eventoId", u.tipo, u."pedidoId", 1, 0, u."creadoMs",
         u.estado, u.intentos, u.fallos, u."proximoMs", u."ultimoMs", u.status, u.fallo, u."duracionMs",
         ${excerptOf('u.extracto', 'u."pedidoId"')}
  FROM log_heads g, json_to_recordset($3) AS u (${EVENT}, ${PROGRESS})
  WHERE g.restaurante_id = $1 AND u."eventoId" = (
    SELECT v.id FROM eventos v WHERE v.restaurante_id = $1 AND v.secuencia = u.secuencia)
  ON CONFLICT DO NOTHING`;
/** `anteriores`: the engine's expression for the earlier attempts with the last one, which this one replaces. */
const updateWith = (anteriores: string): string => `
  UPDATE entregas AS e
  SET anteriores = CASE WHEN e.ultimo_ms IS NULL THEN e.anteriores ELSE ${anteriores} END,
      fence = 0, estado = $4, intentos = $5, fallos = $6, proximo_ms = $7, ultimo_ms = $8, status = $9,
      fallo = $10, duracion_ms = $11, extracto = ${excerptOf('$12::text', 'e.pedido_id')}
  WHERE ${DELIVERY}`;
/** The delivery was not sent: the result of its last attempt stays. */
const PUT_BACK = `
  UPDATE entregas AS e SET fence = 0, intentos = $4, proximo_ms = $5 WHERE ${DELIVERY}`;
const COUNT_RESENT = `
  UPDATE reenvios SET entregadas = entregadas + $4, fallidas = fallidas + $5
  WHERE restaurante_id = $1 AND webhook_id = $2
    AND id = (SELECT e.reenvio_id FROM entregas e WHERE ${DELIVERY})`;
const OPEN = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, creado_ms,
                        estado, live, reenvio_id, fence, intentos, fallos)
  SELECT g.restaurante_id, $2, u.secuencia, u."eventoId", u.tipo, u."pedidoId", u."creadoMs", 'pendiente',
         (u."reenvioId" IS NULL)::int, u."reenvioId", 0, u.intentos, 0
  FROM log_heads g, json_to_recordset($3) AS u (${EVENT}, "reenvioId" text, intentos int)
  WHERE g.restaurante_id = $1`;
const REOPEN = `
  UPDATE entregas AS e
  SET estado = 'pendiente', live = 0, reenvio_id = $4, fallos = 0, proximo_ms = NULL WHERE ${DELIVERY}`;
const MAKE_DUE = `UPDATE entregas AS e SET proximo_ms = $4 WHERE ${DELIVERY}`;
const MARK_BEGUN = `UPDATE entregas AS e SET intentos = intentos + 1, fence = $4 WHERE ${DELIVERY}`;
const MOVE_RESEND = `
  UPDATE reenvios SET posicion = $4, encoladas = encoladas + $5
  WHERE restaurante_id = $1 AND webhook_id = $2 AND id = $3`;
const saveLaneBy = (clock: string): string => `
  UPDATE webhooks
  SET cursor = $3, window_end = $4, recovery_end = $5, fallos_seguidos = $6, failing_since_ms = $7,
      paused_until_ms = $8, probe_ms = $9,
      ultima_entrega_ms = CASE WHEN ultima_entrega_ms > $10 THEN ultima_entrega_ms
                          ELSE coalesce($10, ultima_entrega_ms) END,
      lease_holder = $11, lease_until_ms = ${clock} + $12, fence = $13,
      activo = activo AND $14::text IS NULL, motivo = coalesce($14, motivo)
  WHERE restaurante_id = $1 AND id = $2`;

/** The SQL that differs between engines: the clock of leases, and the earlier attempts of the delivery `e`. */
export interface LaneSql {
  clock: string;
  anteriores: string;
}

export const makeSaveStep = ({ clock, anteriores }: LaneSql) => {
  const [UPDATE, SAVE_LANE] = [updateWith(anteriores), saveLaneBy(clock)];

  function* saveSettled(place: readonly [string, string], settled: readonly Settled[]): Work<void> {
    const fresh = settled.filter(({ begun }) => begun.kind === 'fresh');
    yield* sendRows(INSERT, place, fresh.map(toRow));
    for (const each of settled) {
      const { begun, untried, estado, fallos, proximoMs, ultimoMs } = each;
      if (begun.kind === 'fresh') continue;
      const delivery = [...place, begun.secuencia] as const;
      const intentos = attemptsOf(each);
      if (untried) {
        yield* send(PUT_BACK, ...delivery, intentos, proximoMs);
        continue;
      }
      const { status, fallo, duracionMs, extracto } = each;
      const progress = [estado, intentos, fallos, proximoMs, ultimoMs] as const;
      yield* send(UPDATE, ...delivery, ...progress, status, fallo, duracionMs, extracto);
      if (begun.kind !== 'resend' || estado === 'pendiente') continue;
      const isDelivered = estado === 'entregada';
      yield* send(COUNT_RESENT, ...delivery, Number(isDelivered), Number(!isDelivered));
    }
  }

  /** Stores the outcomes of a step, and then its plan. */
  return function* saveStep(
    key: LaneKey,
    step: LaneStep,
    plan: LanePlan,
    { nowMs, owner, leaseMs }: { nowMs: number; owner: string; leaseMs: number },
  ): Work<void> {
    const place = [key.restauranteId, key.webhookId] as const;
    yield* saveSettled(place, step.settled);
    yield* sendRows(OPEN, place, plan.opened);
    const { resend } = plan;
    yield* sendEach(REOPEN, place, plan.reopened, resend?.id ?? null);
    yield* sendEach(MAKE_DUE, place, plan.dueNow, nowMs);
    yield* sendEach(MARK_BEGUN, place, rowsToBegin(plan), key.fence);
    if (resend !== null) {
      yield* send(MOVE_RESEND, ...place, resend.id, resend.posicion, resend.opened);
    }
    const { fallosSeguidos, failingSinceMs, pausedUntilMs, probeMs } = step.salud;
    const position = [plan.cursor, plan.windowEnd, step.recoveryEnd] as const;
    const health = [fallosSeguidos, failingSinceMs, pausedUntilMs, probeMs] as const;
    const lease = [plan.released ? null : owner, leaseMs, key.fence] as const;
    const { ultimaEntregaMs, off } = step;
    yield* send(SAVE_LANE, ...place, ...position, ...health, ultimaEntregaMs, ...lease, off);
    if (off === null) return;
    yield* writeAudit({
      momentoMs: nowMs,
      actor: 'servicio',
      accion: 'webhook.desactivado',
      objeto: key.webhookId,
      restauranteId: key.restauranteId,
      detalle: { motivo: off },
    });
  };
};

/** A settled delivery under the names of its columns. */
const toRow = (settled: Settled) => {
  const { begun, untried: _, ...outcome } = settled;
  return { ...eventOf(begun), ...outcome, intentos: attemptsOf(settled) };
};

function* sendRows(
  sql: string,
  place: readonly [string, string],
  rows: readonly object[],
): Work<void> {
  if (rows.length > 0) yield* send(sql, ...place, JSON.stringify(rows));
}

function* sendEach(
  sql: string,
  place: readonly [string, string],
  secuencias: readonly number[],
  ...values: Value[]
): Work<void> {
  for (const secuencia of secuencias) yield* send(sql, ...place, secuencia, ...values);
}
