import { Evento, TIPOS_EVENTO } from '../evento.ts';
import { idPattern } from '../ids.ts';
import { EJEMPLOS_EVENTO } from './ejemplos/ejemplos.ts';
import { type JsonObject, publish } from './schemas.ts';

const header = (name: string, description: string, schema: JsonObject, example: unknown) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});

/** `webhooks`: what the service sends to a registered address. */
export const publishWebhooks = (): JsonObject => ({
  eventoDePedido: {
    post: {
      operationId: 'recibirEvento',
      tags: ['Webhooks'],
      summary: 'Ha ocurrido algo con un pedido',
      description:
        'El servicio envía este POST a la dirección registrada. Compruebe la firma sobre el cuerpo tal como llega, antes de leerlo, y descarte los `X-Svc-Id` que ya conozca: una entrega puede llegar más de una vez.',
      security: [],
      parameters: [
        header(
          'X-Svc-Evento',
          'Tipo del evento.',
          { type: 'string', enum: [...TIPOS_EVENTO] },
          'pedido.entregado',
        ),
        header(
          'X-Svc-Id',
          'Identificador del evento, el mismo en cada intento: sirve de clave de idempotencia.',
          { type: 'string', pattern: idPattern('evento') },
          'evt_0000002tgk9w3x5yp3xhfrv070',
        ),
        header(
          'X-Svc-Firma',
          'HMAC-SHA256 del cuerpo con el `secreto_firma` del webhook, en hexadecimal y minúsculas.',
          { type: 'string', pattern: '^[0-9a-f]{64}$' },
          'd61fc4eb44b2bbe3ca53f9d58abdea15ef8af9bcbbd52c3ab8d07d5aab7d1f3c',
        ),
        header('X-Svc-Intento', 'Número del intento, desde 1.', { type: 'integer', minimum: 1 }, 1),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publish(Evento), examples: EJEMPLOS_EVENTO } },
      },
      responses: {
        '2XX': {
          description:
            'Recibido. Cuenta si llega entero en 15 segundos; una redirección es un fallo.',
        },
        '410': { description: 'No se quiere más: el webhook se desactiva.' },
        '429': {
          description: 'Demasiado deprisa: con `Retry-After`, las entregas se detienen ese tiempo.',
        },
        '503': {
          description: 'Ahora no: con `Retry-After`, las entregas se detienen ese tiempo.',
        },
        default: {
          description:
            'Cualquier otra respuesta es un fallo y la entrega se repite, hasta 12 veces.',
        },
      },
    },
  },
});
