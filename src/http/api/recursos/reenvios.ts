import { FORMATO_INSTANTE, parseInstante } from '../../../contract/instante.ts';
import type { ReenvioNuevo, Reenvio as ReenvioWire } from '../../../contract/recursos/reenvio.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import {
  REENVIOS_OPEN_MAX,
  type Reenvio,
  type ReenvioWhat,
} from '../../../storage/port/webhooks.ts';
import type { Webhooks } from '../../../webhooks/webhooks.ts';
import { createdJson, okJson } from '../../answer/answer.ts';
import { refuseField } from '../body.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Handlers } from '../handler.ts';
import { ofWebhook } from './webhooks.ts';

export const reenvioHandlers = (webhooks: Webhooks) =>
  ({
    /** `POST /webhooks/{id}/reenvios` */
    crearReenvio: ofWebhook(async (holder, id, { body }) => {
      const made = await webhooks.resend(holder, id, readWhat(body));
      if (made === 'no_webhook') return null;
      if (made === 'no_event') {
        throw new ApiError(
          'no_encontrado',
          'No existe la entrega, o su evento ya no se guarda: pide el pedido con GET /pedidos/{id}.',
        );
      }
      if (made === 'too_many') {
        throw invalid(
          `El webhook ya tiene ${REENVIOS_OPEN_MAX} reenvíos sin terminar: espera a que acaben. Con «desde», uno basta para todo.`,
          `hasta ${REENVIOS_OPEN_MAX} reenvíos sin terminar por webhook`,
        );
      }
      return createdJson(toWire(made));
    }),

    /** `GET /webhooks/{id}/reenvios` */
    listarReenvios: ofWebhook(async ({ restauranteId }, id) => {
      if ((await webhooks.get(restauranteId, id)) === null) return null;
      return okJson({ datos: (await webhooks.resends(restauranteId, id)).map(toWire) });
    }),
  }) satisfies Partial<Handlers>;

const readWhat = ({ entrega, desde }: ReenvioNuevo): ReenvioWhat => {
  if ((entrega === undefined) === (desde === undefined)) {
    throw invalid('El cuerpo ha de llevar «entrega» o «desde», uno de los dos.', [
      'entrega',
      'desde',
    ]);
  }
  if (entrega !== undefined) return { eventoId: entrega };
  const desdeMs = parseInstante(desde ?? '');
  if (desdeMs === null) throw refuseField('/desde', 'no es una fecha', FORMATO_INSTANTE);
  return { desdeMs };
};

const toWire = (reenvio: Reenvio): ReenvioWire => ({
  id: reenvio.id,
  creado_en: isoTimestamp(reenvio.creadoMs),
  completo: reenvio.completo,
  eventos: Math.max(0, reenvio.hasta - reenvio.desde),
  revisados: Math.max(0, reenvio.posicion - reenvio.desde),
  encoladas: reenvio.encoladas,
  entregadas: reenvio.entregadas,
  fallidas: reenvio.fallidas,
});
