import { idPattern } from '../ids.ts';
import { Evento, TIPOS_EVENTO } from '../recursos/evento.ts';
import type { Cabecera } from './cabeceras.ts';
import { EJEMPLOS_EVENTO } from './ejemplos/ejemplos.ts';
import { type JsonObject, publish } from './schemas.ts';

const CABECERAS_ENVIO: Record<string, Cabecera> = {
  'X-Svc-Evento': [
    'Tipo del evento.',
    { type: 'string', enum: [...TIPOS_EVENTO] },
    'pedido.entregado',
  ],
  'X-Svc-Id': [
    'Identificador del evento, el mismo en cada intento: sirve de clave de idempotencia.',
    { type: 'string', pattern: idPattern('evento') },
    'evt_0000002tgk9w3x5yp3xhfrv070',
  ],
  'X-Svc-Firma': [
    'HMAC-SHA256 del cuerpo, en hexadecimal y minúsculas. La clave es el `secreto_firma` del webhook: sus 64 caracteres, como texto.',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
    'd61fc4eb44b2bbe3ca53f9d58abdea15ef8af9bcbbd52c3ab8d07d5aab7d1f3c',
  ],
  'X-Svc-Firma-Alterna': [
    'Solo durante el solape de una rotación: la misma firma con cada uno de los demás secretos válidos, separadas por espacios. Basta con que coincida una de ellas o `X-Svc-Firma`.',
    { type: 'string', pattern: '^[0-9a-f]{64}( [0-9a-f]{64})*$' },
    '70c1a4b3b0b0e9a1c8b5d0f6f4f0c1f5a9b4a9ff3a5e8f6d9c3b2a1f0e9d8c7b',
  ],
  'X-Svc-Intento': ['Número del intento, desde 1.', { type: 'integer', minimum: 1 }, 1],
  'User-Agent': ['Nombre y versión del servicio que envía.', { type: 'string' }, 'Comanda/0.1.0'],
  'webhook-id': [
    'Lo mismo que `X-Svc-Id`, según Standard Webhooks.',
    { type: 'string', pattern: idPattern('evento') },
    'evt_0000002tgk9w3x5yp3xhfrv070',
  ],
  'webhook-timestamp': [
    'Cuándo se hizo este intento, en segundos desde 1970 (UTC).',
    { type: 'integer', minimum: 0 },
    1_794_688_865,
  ],
  'webhook-signature': [
    'Firma según Standard Webhooks: `v1,` y el HMAC-SHA256 en base64 de `id.timestamp.cuerpo`. La clave son los 32 bytes que codifica `secreto_firma`. Durante el solape de una rotación hay varias, separadas por espacios.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
    'v1,n1g5cXbCnK2b3z0ZQ0m2u9S3kYq6o7p8r9s0t1u2v3w=',
  ],
};

export const publishWebhooks = (): JsonObject => ({
  eventoDePedido: {
    post: {
      operationId: 'recibirEvento',
      tags: ['Webhooks'],
      summary: 'Ha ocurrido algo con un pedido',
      description:
        'El servicio envía este POST a la URL registrada. Comprueba la firma sobre el cuerpo exactamente como llega, antes de interpretarlo, y descarta los `X-Svc-Id` que ya hayas tratado: una entrega puede llegar más de una vez.',
      security: [],
      parameters: Object.entries(CABECERAS_ENVIO).map(([name, [description, schema, example]]) => ({
        name,
        in: 'header',
        required: name !== 'X-Svc-Firma-Alterna',
        description,
        schema,
        example,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publish(Evento), examples: EJEMPLOS_EVENTO } },
      },
      responses: {
        '2XX': {
          description:
            'Recibido. La respuesta ha de llegar entera en 15 segundos; una redirección es un fallo.',
        },
        '410': {
          description: 'El receptor no quiere más eventos: el servicio desactiva el webhook.',
        },
        '429': {
          description:
            'El receptor recibe demasiadas entregas: con `Retry-After`, se detienen ese tiempo.',
        },
        '503': {
          description:
            'El receptor no está disponible: con `Retry-After`, las entregas se detienen ese tiempo.',
        },
        default: {
          description:
            'Cualquier otra respuesta es un fallo: el servicio reintenta la entrega, hasta 12 intentos en total.',
        },
      },
    },
  },
});
