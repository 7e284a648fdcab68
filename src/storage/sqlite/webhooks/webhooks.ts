import { PROVING } from '../../../domain/webhooks/lane-health.ts';
import type { StoreDeps } from '../../port/deps.ts';
import { WEBHOOKS_MAX, type WebhookStore } from '../../port/webhooks.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from '../../shared/webhook-rows.ts';
import { writeAudit } from '../accounts/auditoria.ts';
import type { Connection } from '../driver/connection.ts';
import { makeEntregaStore } from './entregas.ts';
import { makeLaneStore } from './lanes.ts';
import { makeReenvioStore } from './reenvios.ts';
import { makeSenderLock } from './sender-lock.ts';

const HEAD = 'SELECT secuencia FROM registros WHERE restaurante_id = ?';
const COUNT = `
  SELECT count(*) AS n FROM webhooks WHERE restaurante_id = ? AND eliminado_ms IS NULL`;
const INSERT = `
  INSERT INTO webhooks (restaurante_id, id, url, nombre, eventos, secreto, activo, creado_ms, cursor, hasta)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?9, ?9)`;
const LIST = `
  SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE restaurante_id = ? AND eliminado_ms IS NULL
  ORDER BY w.creado_ms, w.id`;
const GET = `
  SELECT ${WEBHOOK_COLUMNS} FROM webhooks w
  WHERE restaurante_id = ? AND id = ? AND eliminado_ms IS NULL`;
const SAMPLE = `SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE eliminado_ms IS NULL LIMIT 1`;
const REMOVE = `
  UPDATE webhooks SET eliminado_ms = ?, secreto = x'', arrendatario = NULL
  WHERE restaurante_id = ? AND id = ? AND eliminado_ms IS NULL`;
const ACTIVATE = `
  UPDATE webhooks SET activo = 1, motivo = NULL, fallos_seguidos = ${PROVING.fallosSeguidos},
         sin_exito_desde_ms = NULL, pausa_hasta_ms = 0, sonda_ms = 0
  WHERE restaurante_id = ? AND id = ? AND activo = 0`;
const DEACTIVATE = `
  UPDATE webhooks SET activo = 0, motivo = 'manual'
  WHERE restaurante_id = ? AND id = ? AND activo = 1`;
const FREE_ALL = 'UPDATE webhooks SET arrendatario = NULL WHERE arrendatario IS NOT NULL';

export interface SqliteWebhooks extends WebhookStore {
  idle(): Promise<void>;
  close(): void;
}

export const makeWebhookStore = (connection: Connection, { clock }: StoreDeps): SqliteWebhooks => {
  const { run, get, all, transaction } = connection;
  const lock = makeSenderLock(connection.db.location(), () => {
    // The process that held lanes before has died.
    transaction(() => run(FREE_ALL));
  });
  const lanes = makeLaneStore(connection, lock.isMine, clock.monotonic);
  const find = (restauranteId: string, id: string) => {
    const row = get<WebhookRow>(GET, restauranteId, id);
    return row === undefined ? null : toWebhook(row);
  };

  const turn =
    (statement: string): WebhookStore['activate'] =>
    async (restauranteId, id, audit) =>
      transaction(() => {
        if (find(restauranteId, id) === null) return false;
        if (run(statement, restauranteId, id) > 0) writeAudit(connection, audit);
        return true;
      });

  return {
    create: async (webhook, audit) =>
      transaction(() => {
        const { restauranteId, id, url, nombre, eventos, secreto, activo, creadoMs } = webhook;
        const head = get<{ secuencia: number }>(HEAD, restauranteId);
        if (head === undefined) return 'no_restaurant';
        if ((get<{ n: number }>(COUNT, restauranteId)?.n ?? 0) >= WEBHOOKS_MAX) return 'too_many';
        const identity = [restauranteId, id, url, nombre, eventos.join(','), secreto] as const;
        run(INSERT, ...identity, activo ? 1 : 0, creadoMs, head.secuencia);
        writeAudit(connection, audit);
        return 'created';
      }),
    list: async (restauranteId) => all<WebhookRow>(LIST, restauranteId).map(toWebhook),
    get: async (restauranteId, id) => find(restauranteId, id),
    async sample() {
      const row = get<WebhookRow>(SAMPLE);
      return row === undefined ? null : toWebhook(row);
    },
    remove: async (restauranteId, id, audit) =>
      transaction(() => {
        if (run(REMOVE, audit.momentoMs, restauranteId, id) === 0) return false;
        writeAudit(connection, audit);
        return true;
      }),
    activate: turn(ACTIVATE),
    deactivate: turn(DEACTIVATE),
    entregas: makeEntregaStore(connection),
    reenvios: makeReenvioStore(connection),
    lanes,
    idle: lanes.idle,
    close: lock.release,
  };
};
