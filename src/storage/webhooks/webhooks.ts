import { PROVING } from '../../domain/webhooks/lane-health.ts';
import { audited } from '../accounts/auditoria.ts';
import { type Database, rows, send, type Work } from '../database.ts';
import { lockRestaurant } from '../log/head.ts';
import { ANTERIORES_MAX, WEBHOOKS_MAX, type Webhook, type WebhookStore } from '../port/webhooks.ts';
import { makeEntregaStore, pullInDeliveries } from './entregas.ts';
import { makeHoraStore } from './horas.ts';
import { type LaneEngine, makeLaneStore } from './lanes/lanes.ts';
import { makeReenvioStore } from './reenvios.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow, writeAnteriores } from './rows.ts';

const INSERT = `
  INSERT INTO webhooks (restaurante_id, id, url, nombre, eventos, secreto, activo, creado_ms, cursor,
                        window_end)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $9
  WHERE (SELECT count(*) FROM webhooks WHERE restaurante_id = $1 AND eliminado_ms IS NULL)
        < ${WEBHOOKS_MAX}`;
const LIST = `
  SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE restaurante_id = $1 AND eliminado_ms IS NULL
  ORDER BY w.creado_ms, w.id`;
const GET = `
  SELECT ${WEBHOOK_COLUMNS} FROM webhooks w
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL`;
const GET_LOCKED = `${GET} FOR UPDATE`;
const SAMPLE = `SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE eliminado_ms IS NULL LIMIT 1`;
const REMOVE = `
  UPDATE webhooks SET eliminado_ms = $3, secreto = $4, secretos_anteriores = NULL, lease_holder = NULL
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL`;
const NO_SECRET = new Uint8Array();
const UPDATE = `
  UPDATE webhooks SET url = $3, nombre = $4, eventos = $5 WHERE restaurante_id = $1 AND id = $2`;
/** Fences the holder of the lane: what it still learns about the old address must not count for the new one. */
const MOVE = `
  UPDATE webhooks SET lease_holder = NULL, failing_since_ms = NULL, paused_until_ms = 0, probe_ms = 0,
         fallos_seguidos = CASE WHEN fallos_seguidos > 0 THEN ${PROVING.fallosSeguidos} ELSE 0 END
  WHERE restaurante_id = $1 AND id = $2`;
const ROTATE = `
  UPDATE webhooks SET secreto = $3, secretos_anteriores = $4 WHERE restaurante_id = $1 AND id = $2`;
/** Fences the holder that turned it off: an attempt from before that ends with a 410 must not do it again. */
const ACTIVATE = `
  UPDATE webhooks SET activo = true, motivo = NULL,
         lease_holder = CASE WHEN motivo = 'manual' THEN lease_holder END,
         fallos_seguidos = ${PROVING.fallosSeguidos}, failing_since_ms = NULL, paused_until_ms = 0,
         probe_ms = 0
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL AND NOT activo`;
const DEACTIVATE = `
  UPDATE webhooks SET activo = false, motivo = 'manual'
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL AND activo`;

const first = ([row]: readonly WebhookRow[]): Webhook | null =>
  row === undefined ? null : toWebhook(row);

function* find(sql: string, restauranteId: string, id: string): Work<Webhook | null> {
  return first(yield* rows<WebhookRow>(sql, restauranteId, id));
}

export const makeWebhookStore = (database: Database, engine: LaneEngine): WebhookStore => {
  const { all, transact } = database;

  return {
    create: ({ restauranteId, id, url, nombre, eventos, secreto, activo, creadoMs }, audit) =>
      transact(function* () {
        const head = yield* lockRestaurant(restauranteId);
        if (head === null) return 'no_restaurant';
        const given = [restauranteId, id, url, nombre, eventos.join(','), secreto, activo];
        const values = [...given, creadoMs, head.secuencia];
        return (yield* audited(audit, INSERT, ...values)) ? 'created' : 'too_many';
      }),
    list: async (restauranteId) => (await all<WebhookRow>(LIST, restauranteId)).map(toWebhook),
    get: async (restauranteId, id) => first(await all<WebhookRow>(GET, restauranteId, id)),
    sample: async () => first(await all<WebhookRow>(SAMPLE)),
    update: (restauranteId, id, changes, audit) =>
      transact(function* () {
        const before = yield* find(GET_LOCKED, restauranteId, id);
        if (before === null) return null;
        const { url, nombre, eventos } = { ...before, ...changes };
        yield* audited(audit, UPDATE, restauranteId, id, url, nombre, eventos.join(','));
        if (url !== before.url) {
          yield* send(MOVE, restauranteId, id);
          yield* pullInDeliveries(restauranteId, id, audit.momentoMs);
        }
        return { ...before, url, nombre, eventos };
      }),
    rotate: (restauranteId, id, { secreto, hastaMs }, audit) =>
      transact(function* () {
        const webhook = yield* find(GET_LOCKED, restauranteId, id);
        if (webhook === null) return 'no_webhook';
        const good = webhook.anteriores.filter((each) => each.hastaMs > audit.momentoMs);
        const anteriores = hastaMs === null ? [] : [...good, { secreto: webhook.secreto, hastaMs }];
        if (anteriores.length > ANTERIORES_MAX) return 'too_many';
        const stored = writeAnteriores(anteriores);
        yield* audited(audit, ROTATE, restauranteId, id, secreto, stored);
        return 'rotated';
      }),
    reseal: (restauranteId, id, seal) =>
      transact(function* () {
        const webhook = yield* find(GET_LOCKED, restauranteId, id);
        if (webhook === null) return false;
        const anteriores = webhook.anteriores.map((each) => ({
          ...each,
          secreto: seal(each.secreto),
        }));
        const stored = writeAnteriores(anteriores);
        yield* send(ROTATE, restauranteId, id, seal(webhook.secreto), stored);
        return true;
      }),
    remove: (restauranteId, id, audit) =>
      transact(() => audited(audit, REMOVE, restauranteId, id, audit.momentoMs, NO_SECRET)),
    activate: (restauranteId, id, audit) =>
      transact(function* () {
        const isTurnedOn = yield* audited(audit, ACTIVATE, restauranteId, id);
        // The retries were planned for an endpoint that failed: its owner says that this is over.
        if (isTurnedOn) yield* pullInDeliveries(restauranteId, id, audit.momentoMs);
        return yield* find(GET, restauranteId, id);
      }),
    deactivate: (restauranteId, id, audit) =>
      transact(function* () {
        yield* audited(audit, DEACTIVATE, restauranteId, id);
        return yield* find(GET, restauranteId, id);
      }),
    entregas: makeEntregaStore(database),
    horas: makeHoraStore(database),
    reenvios: makeReenvioStore(database),
    lanes: makeLaneStore(database, engine),
  };
};
