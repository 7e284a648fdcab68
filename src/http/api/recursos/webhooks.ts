import { WEBHOOK_ID } from '../../../contract/ids.ts';
import type { Prueba } from '../../../contract/recursos/entrega.ts';
import {
  type Rotacion,
  type SecretoRotado,
  SOLAPE_HORAS,
  type WebhookCambios,
  type WebhookNuevo,
  type Webhook as WebhookWire,
} from '../../../contract/recursos/webhook.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import { isDelivered, recordOf } from '../../../domain/webhooks/retry.ts';
import { ANTERIORES_MAX, WEBHOOKS_MAX, type Webhook } from '../../../storage/port/webhooks.ts';
import type { Holder, Webhooks } from '../../../webhooks/webhooks.ts';
import { createdJson, okJson } from '../../wire/answer.ts';
import { refuseField } from '../body.ts';
import { ApiError, invalid } from '../errors.ts';
import type { ApiRequest, Handlers } from '../handler.ts';

export const holderOf = ({ llave }: ApiRequest): Holder => ({
  restauranteId: llave.restauranteId,
  actor: llave.id,
});

export const missing = (id: string): ApiError =>
  new ApiError('no_encontrado', `No existe el webhook «${id.slice(0, 80)}».`);

/** The id in the path. An id that cannot exist is a 404. */
export const webhookIdOf = ({ params: { id = '' } }: ApiRequest): string => {
  if (!WEBHOOK_ID.test(id)) throw missing(id);
  return id;
};

export const webhookWire = (webhook: Webhook): WebhookWire => {
  const { id, nombre, url, eventos, activo, creadoMs, ultimaEntregaMs } = webhook;
  return {
    id,
    nombre,
    url,
    eventos,
    activo,
    creado_en: isoTimestamp(creadoMs),
    ultima_entrega: isoTimestampOrNull(ultimaEntregaMs),
  };
};

export const webhookHandlers = (webhooks: Webhooks) =>
  ({
    /** `POST /webhooks` */
    async crearWebhook(request) {
      const made = await webhooks.create(holderOf(request), request.body as WebhookNuevo);
      switch (made.outcome) {
        case 'created': {
          const { id, url, eventos, activo } = made.webhook;
          return createdJson({ id, url, eventos, secreto_firma: made.secreto, activo });
        }
        case 'bad_url':
          throw refuseField('/url', made.problem.problem, made.problem.expected);
        case 'too_many':
          throw invalid(
            `El restaurante ya tiene ${WEBHOOKS_MAX} webhooks: elimina alguno antes de crear otro.`,
            `hasta ${WEBHOOKS_MAX} webhooks por restaurante`,
          );
        case 'no_restaurant':
          throw new ApiError('no_encontrado', 'No existe el restaurante.');
      }
    },

    /** `GET /webhooks` */
    listarWebhooks: async ({ llave }) =>
      okJson({ datos: (await webhooks.list(llave.restauranteId)).map(webhookWire) }),

    /** `PATCH /webhooks/{id}` */
    async cambiarWebhook(request) {
      const id = webhookIdOf(request);
      const updated = await webhooks.update(holderOf(request), id, request.body as WebhookCambios);
      if (updated === null) throw missing(id);
      if ('problem' in updated) throw refuseField('/url', updated.problem, updated.expected);
      return okJson(webhookWire(updated));
    },

    /** `POST /webhooks/{id}/secreto` */
    async rotarSecreto(request) {
      const id = webhookIdOf(request);
      const { solape_horas: hours = SOLAPE_HORAS.default } = request.body as Rotacion;
      const rotated = await webhooks.rotate(holderOf(request), id, hours);
      switch (rotated.outcome) {
        case 'rotated': {
          const anterior_hasta = isoTimestampOrNull(rotated.anteriorHastaMs);
          const answer: SecretoRotado = { id, secreto_firma: rotated.secreto, anterior_hasta };
          return okJson(answer);
        }
        case 'too_many':
          throw invalid(
            `Ya hay ${ANTERIORES_MAX + 1} secretos en vigor: espera a que termine un solape, o envía «solape_horas: 0», que invalida todos los anteriores.`,
            `hasta ${ANTERIORES_MAX + 1} secretos a la vez`,
          );
        case 'no_webhook':
          throw missing(id);
      }
    },

    /** `DELETE /webhooks/{id}` */
    async eliminarWebhook(request) {
      const id = webhookIdOf(request);
      if (!(await webhooks.remove(holderOf(request), id))) throw missing(id);
      return okJson({ id, eliminado: true });
    },

    /** `POST /webhooks/{id}/activar` */
    async activarWebhook(request) {
      const id = webhookIdOf(request);
      const webhook = await webhooks.activate(holderOf(request), id);
      if (webhook === null) throw missing(id);
      return okJson(webhookWire(webhook));
    },

    /** `POST /webhooks/{id}/prueba` */
    async probarWebhook(request) {
      const id = webhookIdOf(request);
      const tested = await webhooks.test(holderOf(request), id);
      if (tested === null) throw missing(id);
      const { status, fallo, duracionMs, extracto } = recordOf(tested.outcome);
      const prueba: Prueba = {
        id: tested.eventoId,
        entregada: isDelivered(tested.outcome),
        estado_http: status,
        fallo,
        duracion_ms: duracionMs,
        respuesta: extracto,
      };
      return okJson(prueba);
    },
  }) satisfies Handlers;
