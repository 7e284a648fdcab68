import { both } from '../bilingual.ts';
import { idPattern } from '../ids.ts';
import { Evento, TIPOS_EVENTO } from '../recursos/evento.ts';
import { EJEMPLOS_EVENTO } from '../rutas/ejemplos.ts';
import { header } from './cabeceras.ts';
import { type JsonObject, publish } from './schemas.ts';

const CABECERAS_ENVIO = {
  'X-Svc-Evento': header(
    'Tipo del evento.',
    'Type of the event.',
    { type: 'string', enum: [...TIPOS_EVENTO] },
    'pedido.entregado',
  ),
  'X-Svc-Id': header(
    'Identificador del evento, el mismo en cada intento: sirve de clave de idempotencia.',
    'Identifier of the event, the same on every attempt: an idempotency key.',
    { type: 'string', pattern: idPattern('evento') },
    'evt_0000002tgk9w3x5yp3xhfrv070',
  ),
  'X-Svc-Firma': header(
    'HMAC-SHA256 del cuerpo, en hexadecimal y minúsculas. La clave es el `secreto_firma` del webhook: sus 64 caracteres, como texto.',
    'HMAC-SHA256 of the body, in lower-case hexadecimal. The key is the webhook’s `secreto_firma`: its 64 characters, as text.',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
    'd61fc4eb44b2bbe3ca53f9d58abdea15ef8af9bcbbd52c3ab8d07d5aab7d1f3c',
  ),
  'X-Svc-Firma-Alterna': header(
    'Solo durante el solape de una rotación: la misma firma con cada uno de los demás secretos válidos, separadas por espacios. Basta con que coincida una de ellas o `X-Svc-Firma`.',
    'Only during the overlap of a rotation: the same signature with each of the other valid secrets, separated by spaces. It is enough if one of them, or `X-Svc-Firma`, matches.',
    { type: 'string', pattern: '^[0-9a-f]{64}( [0-9a-f]{64})*$' },
    '70c1a4b3b0b0e9a1c8b5d0f6f4f0c1f5a9b4a9ff3a5e8f6d9c3b2a1f0e9d8c7b',
  ),
  'X-Svc-Intento': header(
    'Número del intento, desde 1.',
    'Number of the attempt, from 1.',
    { type: 'integer', minimum: 1 },
    1,
  ),
  'User-Agent': header(
    'Nombre y versión del servicio que envía.',
    'Name and version of the sending service.',
    { type: 'string' },
    'Comanda/1.0.0',
  ),
  'webhook-id': header(
    'Lo mismo que `X-Svc-Id`, según Standard Webhooks.',
    'The same as `X-Svc-Id`, for Standard Webhooks.',
    { type: 'string', pattern: idPattern('evento') },
    'evt_0000002tgk9w3x5yp3xhfrv070',
  ),
  'webhook-timestamp': header(
    'Cuándo se hizo este intento, en segundos desde 1970 (UTC).',
    'When this attempt was made, in seconds since 1970 (UTC).',
    { type: 'integer', minimum: 0 },
    1_794_688_865,
  ),
  'webhook-signature': header(
    'Firma según Standard Webhooks: `v1,` y el HMAC-SHA256 en base64 de `id.timestamp.cuerpo`. La clave son los 32 bytes que codifica `secreto_firma`. Durante el solape de una rotación hay varias, separadas por espacios.',
    'Signature of Standard Webhooks: `v1,` and the HMAC-SHA256 in base64 of `id.timestamp.body`. The key is the 32 bytes that `secreto_firma` encodes. During the overlap of a rotation there are several, separated by spaces.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
    'v1,n1g5cXbCnK2b3z0ZQ0m2u9S3kYq6o7p8r9s0t1u2v3w=',
  ),
};

/** The service's reaction to the receiver's answer, by its status. */
const RESPUESTAS = {
  '2XX': both(
    'Recibido. La respuesta ha de llegar entera en 15 segundos; una redirección es un fallo.',
    'Received. The whole answer has to arrive within 15 seconds; a redirect is a failure.',
  ),
  '410': both(
    'El receptor no quiere más eventos: el servicio desactiva el webhook.',
    'The receiver wants no more events: the service turns the webhook off.',
  ),
  '429': both(
    'El receptor recibe demasiadas entregas: con `Retry-After`, se detienen ese tiempo.',
    'The receiver is getting too many deliveries: with `Retry-After`, they pause for that long.',
  ),
  '503': both(
    'El receptor no está disponible: con `Retry-After`, las entregas se detienen ese tiempo.',
    'The receiver is not available: with `Retry-After`, deliveries pause for that long.',
  ),
  default: both(
    'Cualquier otra respuesta es un fallo: el servicio reintenta la entrega, hasta 12 intentos en total.',
    'Any other answer is a failure: the service retries the delivery, up to 12 attempts in all.',
  ),
};

export const publishWebhooks = (): JsonObject => ({
  eventoDePedido: {
    post: {
      operationId: 'recibirEvento',
      tags: ['Webhooks'],
      summary: both('Ha ocurrido algo con un pedido', 'Something happened to an order'),
      description: both(
        'El servicio envía este POST a la URL registrada. Comprueba la firma sobre el cuerpo exactamente como llega, antes de interpretarlo, y descarta los `X-Svc-Id` que ya hayas tratado: una entrega puede llegar más de una vez.',
        'The service sends this POST to the registered URL. Check the signature over the body exactly as it arrives, before parsing it, and discard every `X-Svc-Id` that you have already processed: a delivery may arrive more than once.',
      ),
      security: [],
      parameters: Object.entries(CABECERAS_ENVIO).map(([name, described]) => ({
        name,
        in: 'header',
        required: name !== 'X-Svc-Firma-Alterna',
        ...described,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publish(Evento), examples: EJEMPLOS_EVENTO } },
      },
      responses: Object.fromEntries(
        Object.entries(RESPUESTAS).map(([status, description]) => [status, { description }]),
      ),
    },
  },
});
