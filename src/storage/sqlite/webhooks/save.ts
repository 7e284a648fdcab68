import { attemptsOf, type LaneStep, type Settled } from '../../../domain/webhooks/delivery.ts';
import type { LanePlan } from '../../../domain/webhooks/lane/state.ts';
import { INTENTOS_ANTERIORES_MAX, type LaneKey } from '../../port/webhooks.ts';
import { rowsToBegin } from '../../shared/lane-rows.ts';
import type { Connection } from '../driver/connection.ts';

const ROW = 'restaurante_id = ? AND webhook_id = ? AND secuencia = ?';

/** No excerpt is kept of an order whose customer is forgotten: a receiver may repeat data that it was sent before. */
const IS_FORGOTTEN =
  'SELECT 1 FROM pedidos WHERE restaurante_id = ? AND id = ? AND olvidado IS NOT NULL';

const INSERT = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, viva, turno,
                        creado_ms, estado, intentos, fallos, proximo_ms, ultimo_ms, status, fallo,
                        duracion_ms, extracto)
  VALUES (?, ?, ?, ?, ?, ?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
/** The last attempt, which this one replaces. */
const REPLACED = `json_array(ultimo_ms, status, fallo, duracion_ms)`;
const WITH_REPLACED = `
  CASE WHEN ultimo_ms IS NULL THEN anteriores
       WHEN json_array_length(anteriores) >= ${INTENTOS_ANTERIORES_MAX}
       THEN json_insert(json_remove(anteriores, '$[0]'), '$[#]', ${REPLACED})
       ELSE json_insert(coalesce(anteriores, '[]'), '$[#]', ${REPLACED}) END`;
const UPDATE = `
  UPDATE entregas SET anteriores = ${WITH_REPLACED}, turno = 0, estado = ?, intentos = ?, fallos = ?,
         proximo_ms = ?, ultimo_ms = ?, status = ?, fallo = ?, duracion_ms = ?, extracto = ?
  WHERE ${ROW}`;
/** The delivery was not sent: the result of its last attempt stays. */
const PUT_BACK = `UPDATE entregas SET turno = 0, intentos = ?, proximo_ms = ? WHERE ${ROW}`;
const COUNT_RESENT = `
  UPDATE reenvios SET entregadas = entregadas + (?4 = 'entregada'), fallidas = fallidas + (?4 = 'fallida')
  WHERE restaurante_id = ?1 AND webhook_id = ?2 AND id = (
    SELECT reenvio_id FROM entregas WHERE restaurante_id = ?1 AND webhook_id = ?2 AND secuencia = ?3)`;

const OPEN = `
  INSERT INTO entregas (restaurante_id, webhook_id, secuencia, evento_id, tipo, pedido_id, creado_ms,
                        estado, viva, reenvio_id, turno, intentos, fallos)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'pendiente', ?8 IS NULL, ?8, 0, ?9, 0)`;
const REOPEN = `
  UPDATE entregas SET estado = 'pendiente', viva = 0, reenvio_id = ?, fallos = 0, proximo_ms = NULL
  WHERE ${ROW}`;
const MAKE_DUE = `UPDATE entregas SET proximo_ms = ? WHERE ${ROW}`;
const MARK_BEGUN = `UPDATE entregas SET intentos = intentos + 1, turno = ? WHERE ${ROW}`;
const MOVE_RESEND = `
  UPDATE reenvios SET posicion = ?, encoladas = encoladas + ?
  WHERE restaurante_id = ? AND webhook_id = ? AND id = ?`;
const SAVE_LANE = `
  UPDATE webhooks SET cursor = ?, hasta = ?, recupera_hasta = ?, fallos_seguidos = ?,
         sin_exito_desde_ms = ?, pausa_hasta_ms = ?, sonda_ms = ?,
         ultima_entrega_ms = max(coalesce(ultima_entrega_ms, 0), coalesce(?, ultima_entrega_ms)),
         arrendatario = ?, arriendo_hasta_ms = ?, turno = ?
  WHERE restaurante_id = ? AND id = ?`;
const TURN_OFF = 'UPDATE webhooks SET activo = 0, motivo = ? WHERE restaurante_id = ? AND id = ?';

const saveSettled = ({ run, get }: Connection, key: LaneKey, settled: readonly Settled[]): void => {
  for (const each of settled) {
    const { begun, estado, fallos, proximoMs, ultimoMs, status, fallo, duracionMs } = each;
    const { secuencia, eventoId, tipo, pedidoId, creadoMs, kind } = begun;
    const row = [key.restauranteId, key.webhookId, secuencia] as const;
    const progress = [estado, attemptsOf(each), fallos, proximoMs] as const;
    const isKept =
      each.extracto !== null && get(IS_FORGOTTEN, key.restauranteId, pedidoId) === undefined;
    const extracto = isKept ? each.extracto : null;
    const answer = [ultimoMs, status, fallo, duracionMs, extracto] as const;
    if (kind === 'fresh') {
      run(INSERT, ...row, eventoId, tipo, pedidoId, creadoMs, ...progress, ...answer);
    } else if (each.untried) {
      run(PUT_BACK, attemptsOf(each), proximoMs, ...row);
    } else {
      run(UPDATE, ...progress, ...answer, ...row);
      if (kind === 'resend' && estado !== 'pendiente') run(COUNT_RESENT, ...row, estado);
    }
  }
};

export const saveStep = (
  connection: Connection,
  key: LaneKey,
  step: LaneStep,
  plan: LanePlan,
  { nowMs, owner, leaseUntilMs }: { nowMs: number; owner: string; leaseUntilMs: number },
): void => {
  const { run } = connection;
  const place = [key.restauranteId, key.webhookId] as const;
  saveSettled(connection, key, step.settled);
  for (const {
    secuencia,
    eventoId,
    tipo,
    pedidoId,
    creadoMs,
    intentos,
    reenvioId,
  } of plan.opened) {
    const event = [secuencia, eventoId, tipo, pedidoId, creadoMs] as const;
    run(OPEN, ...place, ...event, reenvioId, intentos);
  }
  const { resend } = plan;
  for (const secuencia of plan.reopened) run(REOPEN, resend?.id ?? null, ...place, secuencia);
  for (const secuencia of plan.dueNow) run(MAKE_DUE, nowMs, ...place, secuencia);
  for (const secuencia of rowsToBegin(plan)) run(MARK_BEGUN, key.turno, ...place, secuencia);
  if (resend !== null) run(MOVE_RESEND, resend.posicion, resend.opened, ...place, resend.id);
  const { fallosSeguidos, sinExitoDesdeMs, pausaHastaMs, sondaMs } = step.salud;
  const health = [fallosSeguidos, sinExitoDesdeMs, pausaHastaMs, sondaMs] as const;
  const lease = [plan.released ? null : owner, leaseUntilMs] as const;
  const position = [plan.cursor, plan.hasta, step.recuperaHasta] as const;
  run(SAVE_LANE, ...position, ...health, step.ultimaEntregaMs, ...lease, key.turno, ...place);
  if (step.off !== null) run(TURN_OFF, step.off, ...place);
};
