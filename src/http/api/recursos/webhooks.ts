import { WEBHOOK_ID } from '../../../contract/ids.ts';
import type { Prueba } from '../../../contract/recursos/entrega.ts';
import {
  type SecretoRotado,
  SOLAPE_HORAS,
  type Webhook as WebhookWire,
} from '../../../contract/recursos/webhook.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import { isDelivered, recordOf } from '../../../domain/webhooks/retry.ts';
import { ANTERIORES_MAX, WEBHOOKS_MAX, type Webhook } from '../../../storage/port/webhooks.ts';
import type { Holder, Webhooks } from '../../../webhooks/webhooks.ts';
import { type Answer, createdJson, okJson } from '../../answer/answer.ts';
import { refuseField } from '../body.ts';
import { ApiError, invalid } from '../errors.ts';
import type { ApiRequest, Handlers } from '../handler.ts';

const holderOf = ({
  restauranteId,
  principal: { actor },
}: Pick<ApiRequest, 'restauranteId' | 'principal'>): Holder => ({
  restauranteId,
  actor,
});

/** Handles a request about the webhook `{id}`: a 404 if `act` finds none. An id that cannot exist is not looked up. */
export const ofWebhook =
  <Query, Body>(
    act: (holder: Holder, id: string, request: ApiRequest<Query, Body>) => Promise<Answer | null>,
  ) =>
  async (request: ApiRequest<Query, Body>): Promise<Answer> => {
    const { id = '' } = request.params;
    const answer = WEBHOOK_ID.test(id) ? await act(holderOf(request), id, request) : null;
    if (answer !== null) return answer;
    throw new ApiError('no_encontrado', `No existe el webhook «${id.slice(0, 80)}».`);
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
      const made = await webhooks.create(holderOf(request), request.body);
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
    listarWebhooks: async ({ restauranteId }) =>
      okJson({ datos: (await webhooks.list(restauranteId)).map(webhookWire) }),

    /** `PATCH /webhooks/{id}` */
    cambiarWebhook: ofWebhook(async (holder, id, { body }) => {
      const updated = await webhooks.update(holder, id, body);
      if (updated === null) return null;
      if ('problem' in updated) throw refuseField('/url', updated.problem, updated.expected);
      return okJson(webhookWire(updated));
    }),

    /** `POST /webhooks/{id}/secreto` */
    rotarSecreto: ofWebhook(async (holder, id, { body }) => {
      const { solape_horas: hours = SOLAPE_HORAS.default } = body;
      const rotated = await webhooks.rotate(holder, id, hours);
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
          return null;
      }
    }),

    /** `DELETE /webhooks/{id}` */
    eliminarWebhook: ofWebhook(async (holder, id) =>
      (await webhooks.remove(holder, id)) ? okJson({ id, eliminado: true }) : null,
    ),

    /** `POST /webhooks/{id}/activar` */
    activarWebhook: ofWebhook(async (holder, id) => {
      const webhook = await webhooks.activate(holder, id);
      return webhook && okJson(webhookWire(webhook));
    }),

    /** `POST /webhooks/{id}/prueba` */
    probarWebhook: ofWebhook(async (holder, id) => {
      const tested = await webhooks.test(holder, id);
      if (tested === null) return null;
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
    }),
  }) satisfies Partial<Handlers>;
