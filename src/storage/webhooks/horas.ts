import { HOUR_MS } from '../../domain/time.ts';
import { type Database, run, send, type Work } from '../database.ts';
import type { HoraStore, HoraWebhook } from '../port/webhooks.ts';

/** Adds nothing for a webhook that was deleted meanwhile: nobody would ever delete the row. */
const ADD = `
  INSERT INTO webhooks_horas (restaurante_id, webhook_id, hora, exitos, fallos, duracion_ms,
                              duracion_max_ms)
  SELECT restaurante_id, id, $3, $4, $5, $6, $7 FROM webhooks
  WHERE restaurante_id = $1 AND id = $2 AND eliminado_ms IS NULL
  ON CONFLICT (restaurante_id, webhook_id, hora) DO UPDATE
  SET exitos = webhooks_horas.exitos + excluded.exitos,
      fallos = webhooks_horas.fallos + excluded.fallos,
      duracion_ms = webhooks_horas.duracion_ms + excluded.duracion_ms,
      duracion_max_ms = CASE WHEN excluded.duracion_max_ms > webhooks_horas.duracion_max_ms
                        THEN excluded.duracion_max_ms ELSE webhooks_horas.duracion_max_ms END`;
const LIST = `
  SELECT restaurante_id AS "restauranteId", webhook_id AS "webhookId", hora, exitos, fallos,
         duracion_ms AS "duracionMs", duracion_max_ms AS "duracionMaxMs"
  FROM webhooks_horas WHERE restaurante_id = $1 AND webhook_id = $2 AND hora >= $3 ORDER BY hora`;
const PRUNE =
  'DELETE FROM webhooks_horas WHERE restaurante_id = $1 AND webhook_id = $2 AND hora < $3';

export const pruneHoras = (
  restauranteId: string,
  webhookId: string,
  beforeMs: number,
): Work<number> => run(PRUNE, restauranteId, webhookId, Math.floor(beforeMs / HOUR_MS));

export const forgetHoras = (restauranteId: string, webhookId: string): Work<void> =>
  send(PRUNE, restauranteId, webhookId, Number.MAX_SAFE_INTEGER);

export const makeHoraStore = ({ all, transact }: Database): HoraStore => ({
  add: (horas) =>
    transact(function* () {
      for (const { restauranteId, webhookId, hora, ...counts } of horas) {
        const { exitos, fallos, duracionMs, duracionMaxMs } = counts;
        const values = [exitos, fallos, duracionMs, duracionMaxMs] as const;
        yield* send(ADD, restauranteId, webhookId, hora, ...values);
      }
    }),
  list: (restauranteId, webhookId, fromHora) =>
    all<HoraWebhook>(LIST, restauranteId, webhookId, fromHora),
});
