import { PROVING } from '../../../domain/webhooks/lane-health.ts';
import { WEBHOOKS_MAX, type WebhookStore } from '../../port/webhooks.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../../shared/webhook-rows.ts';
import { writeAudit } from '../accounts/auditoria.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';
import { makeEntregaStore } from './entregas.ts';
import { makeLaneStore } from './lanes.ts';
import { makeReenvioStore } from './reenvios.ts';

/** Of two that create at once the second counts the first: both need the head of the log. */
const HEAD = 'SELECT secuencia FROM registros WHERE restaurante_id = $1 FOR UPDATE';
const INSERT = `
  INSERT INTO webhooks (restaurante_id, id, url, nombre, eventos, secreto, activo, creado_ms, cursor,
                        hasta)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $9
  WHERE (SELECT count(*) FROM webhooks WHERE restaurante_id = $1 AND eliminado_ms IS NULL)
        < ${WEBHOOKS_MAX}`;
const LIST = `
  SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE restaurante_id = $1 AND eliminado_ms IS NULL
  ORDER BY w.creado_ms, w.id`;
const GET = `
  SELECT ${WEBHOOK_COLUMNS} FROM webhooks w
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL`;
const SAMPLE = `SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE eliminado_ms IS NULL LIMIT 1`;
const LOCK = `
  SELECT activo FROM webhooks
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL FOR UPDATE`;
const REMOVE = `
  UPDATE webhooks SET eliminado_ms = $3, secreto = '', arrendatario = NULL
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL`;
const ACTIVATE = `
  UPDATE webhooks SET activo = true, motivo = NULL, fallos_seguidos = ${PROVING.fallosSeguidos},
         sin_exito_desde_ms = NULL, pausa_hasta_ms = 0, sonda_ms = 0
  WHERE restaurante_id = $1 AND id = $2`;
const DEACTIVATE = `
  UPDATE webhooks SET activo = false, motivo = 'manual' WHERE restaurante_id = $1 AND id = $2`;

export const makeWebhookStore = (session: Session, transact: Transact): WebhookStore => {
  const turn =
    (activo: boolean): WebhookStore['activate'] =>
    (restauranteId, id, audit) =>
      transact(async (transaction) => {
        const [found] = await transaction.rows<{ activo: boolean }>(LOCK, [restauranteId, id]);
        if (found === undefined || found.activo === activo) {
          transaction.undo();
          return found !== undefined;
        }
        transaction.send(activo ? ACTIVATE : DEACTIVATE, [restauranteId, id]);
        writeAudit(transaction, audit);
        return true;
      });

  return {
    create: (webhook, audit) =>
      transact(async (transaction) => {
        const { restauranteId, id, url, nombre, eventos, secreto, activo, creadoMs } = webhook;
        const [head] = await transaction.rows<{ secuencia: number }>(HEAD, [restauranteId]);
        if (head === undefined) return 'no_restaurant';
        const written = await transaction.run(INSERT, [
          ...[restauranteId, id, url, nombre, eventos.join(',')],
          ...[Buffer.from(secreto), activo, creadoMs, head.secuencia],
        ]);
        if (written === 0) return 'too_many';
        writeAudit(transaction, audit);
        return 'created';
      }),
    async list(restauranteId) {
      return (await session.rows<WebhookRow>(LIST, [restauranteId])).map(toWebhook);
    },
    async get(restauranteId, id) {
      const [row] = await session.rows<WebhookRow>(GET, [restauranteId, id]);
      return row === undefined ? null : toWebhook(row);
    },
    async sample() {
      const [row] = await session.rows<WebhookRow>(SAMPLE, []);
      return row === undefined ? null : toWebhook(row);
    },
    remove: (restauranteId, id, audit) =>
      transact(async (transaction) => {
        if ((await transaction.run(REMOVE, [restauranteId, id, audit.momentoMs])) === 0)
          return false;
        writeAudit(transaction, audit);
        return true;
      }),
    activate: turn(true),
    deactivate: turn(false),
    entregas: makeEntregaStore(session, transact),
    reenvios: makeReenvioStore(session, transact),
    lanes: makeLaneStore(session, transact),
  };
};
