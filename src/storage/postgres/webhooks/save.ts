import { attemptsOf, type LaneStep, type Settled } from '../../../domain/webhooks/delivery.ts';
import type { LanePlan, NewRow } from '../../../domain/webhooks/lane/state.ts';
import type { Value } from '../../database.ts';
import { INTENTOS_ANTERIORES_MAX, type LaneKey } from '../../port/webhooks.ts';
import { rowsToBegin } from '../../shared/lane-rows.ts';
import { int4Array, int8Array, textArray } from '../driver/arrays.ts';
import { STATEMENT_MS } from '../driver/clock.ts';
import type { Transaction } from '../driver/transaction.ts';

/** Stands for null in arrays of numbers, because arrays without nulls are the quickest. */
const NONE = -1;
const orNone = (value: number | null): number => value ?? NONE;

const ROW = 'e.restaurante_id = $1 AND e.webhook_id = $2';
const LISTED = `${ROW} AND e.secuencia = ANY ($3::bigint[])`;

/** Keeps no excerpt of an answer once the customer is forgotten: a receiver may repeat data that it was sent before. */
const excerptOf = (pedidoId: string): string => `
  CASE WHEN u.extracto IS NOT NULL AND EXISTS (
    SELECT 1 FROM pedidos p
    WHERE p.restaurante_id = $1 AND p.id = ${pedidoId} AND p.olvidado IS NOT NULL
  ) THEN NULL ELSE u.extracto END`;

/**
 * Selects from `registros`, so that it is one task of one shard on Citus (log/write.ts).
 * Ignores conflicts: a step may come again if its commit came through but the answer was lost.
 */
const INSERT = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, viva, turno,
                        creado_ms, estado, intentos, fallos, proximo_ms, ultimo_ms, status, fallo,
                        duracion_ms, extracto)
  SELECT g.restaurante_id, $2, u.secuencia, u.evento_id, u.tipo, u.pedido_id, 1, 0, u.creado_ms, u.estado,
         u.intentos, u.fallos, nullif(u.proximo_ms, ${NONE}), nullif(u.ultimo_ms, ${NONE}),
         nullif(u.status, ${NONE}), u.fallo, nullif(u.duracion_ms, ${NONE}), ${excerptOf('u.pedido_id')}
  FROM registros g, unnest(
    $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::int[],
    $10::int[], $11::bigint[], $12::bigint[], $13::int[], $14::text[], $15::int[], $16::text[])
    AS u (secuencia, evento_id, tipo, pedido_id, creado_ms, estado, intentos, fallos, proximo_ms,
          ultimo_ms, status, fallo, duracion_ms, extracto)
  WHERE g.restaurante_id = $1
  ON CONFLICT DO NOTHING`;
/** The last attempt, which this one replaces. */
const REPLACED =
  'jsonb_build_array(jsonb_build_array(e.ultimo_ms, e.status, e.fallo, e.duracion_ms))';
const WITH_REPLACED = `
  CASE WHEN e.ultimo_ms IS NULL THEN e.anteriores
       WHEN jsonb_array_length(e.anteriores) >= ${INTENTOS_ANTERIORES_MAX}
       THEN (e.anteriores - 0) || ${REPLACED}
       ELSE coalesce(e.anteriores, '[]') || ${REPLACED} END`;
const UPDATE = `
  UPDATE entregas e
  SET anteriores = ${WITH_REPLACED}, turno = 0, estado = u.estado, intentos = u.intentos, fallos = u.fallos,
      proximo_ms = nullif(u.proximo_ms, ${NONE}), ultimo_ms = nullif(u.ultimo_ms, ${NONE}),
      status = nullif(u.status, ${NONE}), fallo = u.fallo,
      duracion_ms = nullif(u.duracion_ms, ${NONE}), extracto = ${excerptOf('e.pedido_id')}
  FROM unnest($3::bigint[], $4::text[], $5::int[], $6::int[], $7::bigint[], $8::bigint[], $9::int[],
              $10::text[], $11::int[], $12::text[])
    AS u (secuencia, estado, intentos, fallos, proximo_ms, ultimo_ms, status, fallo, duracion_ms,
          extracto)
  WHERE ${ROW} AND e.secuencia = u.secuencia`;
/** The deliveries were not sent: the result of their last attempt stays. */
const PUT_BACK = `
  UPDATE entregas e
  SET turno = 0, intentos = u.intentos, proximo_ms = nullif(u.proximo_ms, ${NONE})
  FROM unnest($3::bigint[], $4::int[], $5::bigint[]) AS u (secuencia, intentos, proximo_ms)
  WHERE ${ROW} AND e.secuencia = u.secuencia`;
const COUNT_RESENT = `
  UPDATE reenvios r
  SET entregadas = r.entregadas + c.entregadas, fallidas = r.fallidas + c.fallidas
  FROM (
    SELECT e.reenvio_id, count(*) FILTER (WHERE e.estado = 'entregada') AS entregadas,
           count(*) FILTER (WHERE e.estado = 'fallida') AS fallidas
    FROM entregas e WHERE ${LISTED} GROUP BY e.reenvio_id
  ) AS c
  WHERE r.restaurante_id = $1 AND r.webhook_id = $2 AND r.id = c.reenvio_id`;
const OPEN = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, creado_ms,
                        estado, viva, reenvio_id, turno, intentos, fallos)
  SELECT g.restaurante_id, $2, u.secuencia, u.evento_id, u.tipo, u.pedido_id, u.creado_ms, 'pendiente',
         (u.reenvio_id IS NULL)::int, u.reenvio_id, 0, u.intentos, 0
  FROM registros g, unnest(
    $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::int[])
    AS u (secuencia, evento_id, tipo, pedido_id, creado_ms, reenvio_id, intentos)
  WHERE g.restaurante_id = $1`;
const REOPEN = `
  UPDATE entregas e
  SET estado = 'pendiente', viva = 0, reenvio_id = $4, fallos = 0, proximo_ms = NULL WHERE ${LISTED}`;
const MAKE_DUE = `UPDATE entregas e SET proximo_ms = $4 WHERE ${LISTED}`;
const MARK_BEGUN = `UPDATE entregas e SET intentos = intentos + 1, turno = $4 WHERE ${LISTED}`;
const MOVE_RESEND = `
  UPDATE reenvios SET posicion = $4, encoladas = encoladas + $5
  WHERE restaurante_id = $1 AND webhook_id = $2 AND id = $3`;
const SAVE_LANE = `
  UPDATE webhooks
  SET cursor = $3, hasta = $4, recupera_hasta = $5, fallos_seguidos = $6, sin_exito_desde_ms = $7,
      pausa_hasta_ms = $8, sonda_ms = $9, ultima_entrega_ms = greatest(ultima_entrega_ms, $10),
      arrendatario = $11, arriendo_hasta_ms = ${STATEMENT_MS} + $12, turno = $13,
      activo = activo AND $14::text IS NULL, motivo = coalesce($14, motivo)
  WHERE restaurante_id = $1 AND id = $2`;

export const saveStep = (
  transaction: Transaction,
  key: LaneKey,
  step: LaneStep,
  plan: LanePlan,
  { nowMs, owner, leaseMs }: { nowMs: number; owner: string; leaseMs: number },
): void => {
  const place = [key.restauranteId, key.webhookId];
  const sendList = (sql: string, secuencias: readonly number[], ...values: Value[]) => {
    if (secuencias.length === 0) return;
    transaction.send(sql, [...place, int8Array(secuencias), ...values]);
  };
  saveSettled(transaction, place, step.settled);
  if (plan.opened.length > 0) transaction.send(OPEN, [...place, ...openedColumns(plan.opened)]);
  const { resend } = plan;
  sendList(REOPEN, plan.reopened, resend?.id ?? null);
  sendList(MAKE_DUE, plan.dueNow, nowMs);
  sendList(MARK_BEGUN, rowsToBegin(plan), key.turno);
  if (resend !== null) {
    transaction.send(MOVE_RESEND, [...place, resend.id, resend.posicion, resend.opened]);
  }
  const { fallosSeguidos, sinExitoDesdeMs, pausaHastaMs, sondaMs } = step.salud;
  transaction.send(SAVE_LANE, [
    ...place,
    plan.cursor,
    plan.hasta,
    step.recuperaHasta,
    fallosSeguidos,
    sinExitoDesdeMs,
    pausaHastaMs,
    sondaMs,
    step.ultimaEntregaMs,
    plan.released ? null : owner,
    leaseMs,
    key.turno,
    step.off,
  ]);
};

const saveSettled = (
  transaction: Transaction,
  place: readonly string[],
  settled: readonly Settled[],
): void => {
  const send = (sql: string, rows: readonly Settled[], columns: readonly Buffer[]) => {
    if (rows.length === 0) return;
    const secuencias = int8Array(rows.map(({ begun }) => begun.secuencia));
    transaction.send(sql, [...place, secuencias, ...columns]);
  };
  const fresh = settled.filter(({ begun }) => begun.kind === 'fresh');
  const rows = settled.filter(({ begun }) => begun.kind !== 'fresh');
  const tried = rows.filter(({ untried }) => !untried);
  const untried = rows.filter((each) => each.untried);
  const resent = tried.filter(
    ({ begun, estado }) => begun.kind === 'resend' && estado !== 'pendiente',
  );
  send(INSERT, fresh, [
    ...eventColumns(fresh.map(({ begun }) => begun)),
    ...progressColumns(fresh),
  ]);
  send(UPDATE, tried, progressColumns(tried));
  send(PUT_BACK, untried, [
    int4Array(untried.map(attemptsOf)),
    int8Array(untried.map(({ proximoMs }) => orNone(proximoMs))),
  ]);
  send(COUNT_RESENT, resent, []);
};

const eventColumns = (
  events: readonly { eventoId: string; tipo: string; pedidoId: string; creadoMs: number }[],
): Buffer[] => [
  textArray(events.map(({ eventoId }) => eventoId)),
  textArray(events.map(({ tipo }) => tipo)),
  textArray(events.map(({ pedidoId }) => pedidoId)),
  int8Array(events.map(({ creadoMs }) => creadoMs)),
];

const openedColumns = (opened: readonly NewRow[]): Buffer[] => [
  int8Array(opened.map(({ secuencia }) => secuencia)),
  ...eventColumns(opened),
  textArray(opened.map(({ reenvioId }) => reenvioId)),
  int4Array(opened.map(({ intentos }) => intentos)),
];

const progressColumns = (settled: readonly Settled[]): Buffer[] => [
  textArray(settled.map(({ estado }) => estado)),
  int4Array(settled.map(attemptsOf)),
  int4Array(settled.map(({ fallos }) => fallos)),
  int8Array(settled.map(({ proximoMs }) => orNone(proximoMs))),
  int8Array(settled.map(({ ultimoMs }) => orNone(ultimoMs))),
  int4Array(settled.map(({ status }) => orNone(status))),
  textArray(settled.map(({ fallo }) => fallo)),
  int4Array(settled.map(({ duracionMs }) => orNone(duracionMs))),
  textArray(settled.map(({ extracto }) => extracto)),
];
