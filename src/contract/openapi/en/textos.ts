import type { CodigoError } from '../../errores.ts';
import type { Tag } from '../../rutas/ruta.ts';
import type { NombreCabecera } from '../cabeceras.ts';

export const TITLE_EN = 'Comanda: order export API';

export const DESCRIPTION_EN = `A read-only API that exports the data of one restaurant (orders, menu, delivery zones, profile and sales summary) to its owner’s systems.

- **Format**: JSON in UTF-8. Objects have exactly the fields that are named here.
- **Money**: integers in cents (\`*_cents\`); the currency is separate (\`moneda\`).
- **Dates**: ISO 8601 in UTC with a final \`Z\`. Only \`desde\` and \`hasta\` of the summary have the restaurant’s offset.
- **Identifiers**: opaque texts with a prefix that says what they are of.
- **Open lists**: where it says “open list”, other values may appear, and a client has to accept them.
- **Limit**: 60 requests in any 60 seconds for each key.
- **Methods**: every route with GET has HEAD and OPTIONS. The API can be called from any origin with the header \`Authorization\`; it uses no cookies.`;

export const SERVER_EN = 'This service.';

export const TAGS_EN: Readonly<Record<Tag, string>> = {
  Pedidos: 'The orders of the restaurant, their history and their figures.',
  Carta: 'The menu: categories, products, sizes and options.',
  Eventos: 'What happens to orders, at the moment or read later.',
  Restaurante: 'The profile of the restaurant and its delivery zones.',
  Webhooks: 'Registered addresses, their deliveries, and what the service sends to them.',
};

export const SEGURIDAD_EN = {
  llave: (pattern: string) =>
    `API key, which has to match \`${pattern}\`. Both prefixes read the same real data: they are only a label. It is made with the scopes that one chooses, and shown once.`,
  llaveEnConsulta:
    'The same key in the parameter `llave`, on `/stream` only: the EventSource of browsers cannot send headers.',
};

export const SCOPE_EN = (alcance: string): string => `Scope: \`${alcance}\`.`;

export const PARAMETROS_EN = {
  IfNoneMatch: 'The `ETag` of an earlier answer: if nothing has changed, the answer is 304.',
  LastEventId: 'The last `id` received: the connection goes on with the next event.',
  RequestId: 'A name of yours for the request; it comes back in the answer.',
};

export const CABECERAS_EN: Readonly<Record<NombreCabecera, string>> = {
  'X-Request-Id':
    'Name of the request in our logs: the one that the request brought, or a new one. Say it when you ask for help.',
  'X-RateLimit-Limit': 'Requests that fit into a window of 60 seconds.',
  'X-RateLimit-Remaining': 'Requests that are left at this moment.',
  'X-RateLimit-Reset': 'When the next slot frees, in seconds since 1970 (UTC).',
  RateLimit: 'The same in the form of the IETF: `r`, requests left; `t`, seconds.',
  'RateLimit-Policy': 'The limit in the form of the IETF: `q`, requests; `w`, seconds.',
  'Retry-After': 'Whole seconds to wait before repeating the request.',
  ETag: 'Fingerprint of the answer. Sent in `If-None-Match`, it saves receiving it again.',
  'Cache-Control':
    'The answer belongs to this key and always has to be revalidated. On `/stream`, `no-cache, no-transform`.',
  Vary: 'Headers of the request that the answer depends on.',
  'X-Content-Type-Options': 'The content is of the type that it says, and must not be guessed.',
  'X-Accel-Buffering': 'Asks proxies not to hold back what passes through them.',
  'Content-Disposition': 'A name for the file.',
  'X-Posicion':
    'The id with which to follow `/eventos` for a copy without a hole: the position before the first row.',
  Allow: 'Methods that the route allows.',
  'WWW-Authenticate': 'How to authenticate.',
};

/** The responses of the document, by their name in it. */
export const RESPUESTAS_EN: Readonly<Record<string, string>> = {
  SinCambios: 'Nothing has changed since the answer with that `ETag`. No body.',
  PeticionIncorrecta:
    'A parameter is not valid. `valores_validos` says what is allowed: a list of values or, for ranges and formats, a text.',
  SinAutenticar: 'The key is missing, not valid, revoked or expired: `codigo` says which.',
  SinPermiso: 'The key lacks the scope of the operation, or the restaurant is inactive.',
  NoEncontrado: 'The resource does not exist, or is not of the key’s restaurant.',
  MetodoInvalido: 'The route does not allow the method; `Allow` says which it does.',
  EventosCaducados:
    'The id is older than the events that are kept; `valores_validos` has the oldest of them.',
  CuerpoDemasiadoGrande: 'The body of the request is too large.',
  TipoNoSoportado: 'The body of the request is not JSON.',
  LimiteAlcanzado: 'The limit of requests is used up; `Retry-After` says how long to wait.',
  ErrorInterno: 'A fault of ours. `X-Request-Id` lets us find it.',
  NoDisponible: 'The service cannot answer now. `Retry-After` says when to repeat the request.',
};

export const ERRORES_EN: Readonly<Record<CodigoError, string>> = {
  llave_ausente: 'No key was sent',
  llave_invalida: 'The key is misspelt or does not exist',
  llave_revocada: 'The key was revoked',
  llave_expirada: 'The key’s expiry date, or the grace of its rotation, is over',
  alcance_insuficiente: 'The key lacks the scope of the operation',
  restaurante_inactivo: 'The account of the restaurant is suspended',
  parametro_invalido: 'A parameter has a value that is not allowed',
  no_encontrado: 'It does not exist, or belongs to another restaurant',
  metodo_invalido: 'The route does not allow the method',
  eventos_caducados: 'The events after that id are no longer kept',
  limite_alcanzado: 'More than 60 requests in 60 seconds',
  cuerpo_demasiado_grande: 'The body of the request is too large',
  tipo_no_soportado: 'The body of the request is not JSON',
  error_interno: 'A fault of ours',
  no_disponible: 'The service cannot answer now',
};

/** The summaries of examples, by their Spanish summary. */
export const EJEMPLOS_EN: Readonly<Record<string, string>> = {
  'Un pedido entregado': 'An order that was delivered',
  'Un pedido nuevo': 'A new order',
  'Primera página de dos pedidos': 'First page of two orders',
  'Nada cumple los filtros': 'Nothing matches the filters',
  'Un reparto entregado': 'A delivery that arrived',
  'Una mesa que aún no se ha aceptado': 'A table that was not accepted yet',
  'De la creación a la entrega': 'From creation to delivery',
  'Una carta breve': 'A short menu',
  'Una zona': 'A zone',
  'El perfil de Casa Pepa': 'The profile of Casa Pepa',
  'Pedidos enteros, uno por línea': 'Whole orders, one a line',
  'Una conexión reanudada y un evento': 'A connection that went on, and an event',
  'Dos eventos, y más que siguen': 'Two events, and more to follow',
  'La posición actual, con `despues_de=ultimo`': 'The current position, with `despues_de=ultimo`',
  'Los últimos siete días': 'The last seven days',
  'Recién registrado': 'Just registered',
  'Un webhook': 'A webhook',
  'Ya no existe': 'It is no more',
  'Ya cambiado': 'Changed',
  'El secreto nuevo': 'The new secret',
  'Otra dirección': 'Another address',
  'Otros eventos': 'Other events',
  'Con tres días para cambiarlo': 'With three days to change it',
  'Se ha filtrado': 'It has leaked',
  'Una que llegó y una que se repetirá': 'One that arrived and one that will be repeated',
  Llegó: 'It arrived',
  'El certificado del receptor no vale': 'The receiver’s certificate is not good',
  'Todo desde un momento': 'Everything since a moment',
  'Uno en marcha': 'One under way',
  'Activo de nuevo': 'On again',
  'Todos los eventos': 'All events',
  'Solo algunos': 'Only some',
  'Una entrega': 'One delivery',
};

export const ENVIO_EN = {
  summary: 'Something happened to an order',
  description:
    'The service sends this POST to the registered address. Check the signature over the body as it comes, before reading it, and drop every `X-Svc-Id` that you already know: a delivery may come more than once.',
  headers: {
    'X-Svc-Evento': 'Type of the event.',
    'X-Svc-Id': 'Identifier of the event, the same on every attempt: an idempotency key.',
    'X-Svc-Firma':
      'HMAC-SHA256 of the body, in lower-case hexadecimal. The key is the webhook’s `secreto_firma`: its 64 characters, as text.',
    'X-Svc-Firma-Alterna':
      'During the overlap of a rotation only: the same signature with the other secrets in force, separated by blanks. It is enough if any one of them matches.',
    'X-Svc-Intento': 'Number of the attempt, from 1.',
    'User-Agent': 'The program that sends.',
    'webhook-id': 'The same as `X-Svc-Id`, for Standard Webhooks.',
    'webhook-timestamp': 'When this attempt was made, in seconds since 1970 (UTC).',
    'webhook-signature':
      'Signature of Standard Webhooks: `v1,` and the HMAC-SHA256 in base64 of `id.timestamp.body`. The key is the 32 bytes that `secreto_firma` stands for. During the overlap of a rotation, several, separated by blanks.',
  } as Readonly<Record<string, string>>,
  responses: {
    '2XX': 'Received. It counts if it arrives whole within 15 seconds; a redirect is a failure.',
    '410': 'No more is wanted: the webhook is turned off.',
    '429': 'Too fast: with `Retry-After`, deliveries pause for that long.',
    '503': 'Not now: with `Retry-After`, deliveries pause for that long.',
    default: 'Any other answer is a failure, and the delivery is repeated, up to 12 times.',
  } as Readonly<Record<string, string>>,
};
