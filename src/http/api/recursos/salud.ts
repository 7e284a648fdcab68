import type { Salud } from '../../../contract/avisos/salud.ts';
import { saludOf } from '../../../domain/health/webhooks.ts';
import { isoTimestampOrNull } from '../../../domain/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Store } from '../../../storage/port/store.ts';
import { okJson } from '../../answer/answer.ts';
import type { Handlers } from '../handler.ts';
import { ofWebhook } from './webhooks.ts';

/** `GET /webhooks/{id}/salud` */
export const readSalud = (
  { health }: Pick<Store, 'health'>,
  clock: Pick<Clock, 'now'>,
): Handlers['leerSalud'] =>
  ofWebhook(async ({ restauranteId }, id) => {
    const webhook = await health.webhook(restauranteId, id);
    if (webhook === null) return null;
    const open = await health.listOpen(restauranteId);
    const tipo = webhook.activo ? 'webhook_fallando' : 'webhook_desactivado';
    const condition = open.find((each) => each.objeto === id && each.tipo === tipo);
    const { estado, desdeMs, motivo } = saludOf(webhook, clock.now(), condition?.desdeMs ?? null);
    return okJson({
      estado,
      desde: isoTimestampOrNull(desdeMs),
      motivo,
      fallos_seguidos: webhook.fallosSeguidos,
      mas_antigua_pendiente_en: isoTimestampOrNull(webhook.oldestOwedMs),
    } satisfies Salud);
  });
