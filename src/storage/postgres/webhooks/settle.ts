import type { Settled } from '../../port/webhooks.ts';
import { attemptsOf, ordersToRelease } from '../../shared/webhook-rows.ts';
import { int4Array, int8Array, textArray } from '../driver/arrays.ts';
import type { Statement } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';
import { type LaneKey, release } from './lane-rows.ts';

/** Arrays without nulls are the quickest; this stands for null in those of numbers. */
const NONE = -1;
const orNone = (value: number | null): number => value ?? NONE;

/** A step whose commit was lost and came through all the same may come again. */
const INSERT: Statement = {
  name: 'settle_insert',
  text: `
    INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, viva, turno,
                          creado_ms, estado, intentos, fallos, proximo_ms, ultimo_ms, status, fallo,
                          duracion_ms, extracto)
    SELECT $1, $2, u.secuencia, u.evento_id, u.tipo, u.pedido_id, 1, 0, u.creado_ms, u.estado,
           u.intentos, u.fallos, nullif(u.proximo_ms, ${NONE}), nullif(u.ultimo_ms, ${NONE}),
           nullif(u.status, ${NONE}), u.fallo, nullif(u.duracion_ms, ${NONE}), u.extracto
    FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::int[],
                $10::int[], $11::bigint[], $12::bigint[], $13::int[], $14::text[], $15::int[], $16::text[])
      AS u (secuencia, evento_id, tipo, pedido_id, creado_ms, estado, intentos, fallos, proximo_ms,
            ultimo_ms, status, fallo, duracion_ms, extracto)
    ON CONFLICT DO NOTHING`,
};
const UPDATE: Statement = {
  name: 'settle_update',
  text: `
    UPDATE entregas e
    SET turno = 0, estado = u.estado, intentos = u.intentos, fallos = u.fallos,
        proximo_ms = nullif(u.proximo_ms, ${NONE}), ultimo_ms = nullif(u.ultimo_ms, ${NONE}),
        status = nullif(u.status, ${NONE}), fallo = u.fallo,
        duracion_ms = nullif(u.duracion_ms, ${NONE}), extracto = u.extracto
    FROM unnest($3::bigint[], $4::text[], $5::int[], $6::int[], $7::bigint[], $8::bigint[], $9::int[],
                $10::text[], $11::int[], $12::text[])
      AS u (secuencia, estado, intentos, fallos, proximo_ms, ultimo_ms, status, fallo, duracion_ms,
            extracto)
    WHERE e.restaurante_id = $1 AND e.webhook_id = $2 AND e.secuencia = u.secuencia`,
};
/** It was in our memory and was not sent: whatever was known of its last attempt still holds. */
const PUT_BACK: Statement = {
  name: 'settle_put_back',
  text: `
    UPDATE entregas e
    SET turno = 0, intentos = u.intentos, proximo_ms = nullif(u.proximo_ms, ${NONE})
    FROM unnest($3::bigint[], $4::int[], $5::bigint[]) AS u (secuencia, intentos, proximo_ms)
    WHERE e.restaurante_id = $1 AND e.webhook_id = $2 AND e.secuencia = u.secuencia`,
};
const COUNT_RESENT: Statement = {
  name: 'settle_count_resent',
  text: `
    UPDATE reenvios r
    SET entregadas = r.entregadas + c.entregadas, fallidas = r.fallidas + c.fallidas
    FROM (
      SELECT reenvio_id, count(*) FILTER (WHERE estado = 'entregada') AS entregadas,
             count(*) FILTER (WHERE estado = 'fallida') AS fallidas
      FROM entregas
      WHERE restaurante_id = $1 AND webhook_id = $2 AND secuencia = ANY ($3::bigint[])
      GROUP BY reenvio_id
    ) AS c
    WHERE r.restaurante_id = $1 AND r.webhook_id = $2 AND r.id = c.reenvio_id`,
};

/** What became of deliveries; whatever waited behind one that is through is let go. */
export const writeSettled = (
  transaction: Transaction,
  key: LaneKey,
  settled: readonly Settled[],
  nowMs: number,
): void => {
  if (settled.length === 0) return;
  const place = [key.restauranteId, key.webhookId];
  const fresh = settled.filter(({ begun }) => begun.kind === 'fresh');
  if (fresh.length > 0) {
    transaction.send(INSERT, [
      ...place,
      int8Array(fresh.map(({ begun }) => begun.secuencia)),
      textArray(fresh.map(({ begun }) => begun.eventoId)),
      textArray(fresh.map(({ begun }) => begun.tipo)),
      textArray(fresh.map(({ begun }) => begun.pedidoId)),
      int8Array(fresh.map(({ begun }) => begun.creadoMs)),
      ...progressOf(fresh),
    ]);
  }
  const rows = settled.filter(({ begun }) => begun.kind !== 'fresh');
  const tried = rows.filter(({ untried }) => !untried);
  if (tried.length > 0) {
    const secuencias = int8Array(tried.map(({ begun }) => begun.secuencia));
    transaction.send(UPDATE, [...place, secuencias, ...progressOf(tried)]);
  }
  const back = rows.filter(({ untried }) => untried);
  if (back.length > 0) {
    transaction.send(PUT_BACK, [
      ...place,
      int8Array(back.map(({ begun }) => begun.secuencia)),
      int4Array(back.map(attemptsOf)),
      int8Array(back.map(({ proximoMs }) => orNone(proximoMs))),
    ]);
  }
  const resent = tried.filter(
    ({ begun, estado }) => begun.kind === 'resend' && estado !== 'pendiente',
  );
  if (resent.length > 0) {
    transaction.send(COUNT_RESENT, [
      ...place,
      int8Array(resent.map(({ begun }) => begun.secuencia)),
    ]);
  }
  release(transaction, key, ordersToRelease(settled, 'live'), 1, nowMs);
  release(transaction, key, ordersToRelease(settled, 'resend'), 0, nowMs);
};

/** The columns that both statements share, in their order. */
const progressOf = (settled: readonly Settled[]): Buffer[] => [
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
