import type { CodigoError } from '../../errores.ts';
import type { Tag } from '../../rutas/ruta.ts';
import type { NombreCabecera } from '../cabeceras.ts';

export const TITLE_EN = 'Comanda: order export API';

export const DESCRIPTION_EN = `A read-only API that exports the data of one restaurant (orders, menu, delivery zones, profile and sales summary) to its owner’s systems.

- **Format**: JSON in UTF-8. Objects have exactly the fields that are described here.
- **Money**: integers in cents (\`*_cents\`); the currency is separate (\`moneda\`).
- **Dates**: ISO 8601 in UTC with a final \`Z\`. Only \`desde\` and \`hasta\` of the summary have the restaurant’s UTC offset.
- **Identifiers**: opaque strings with a prefix that says which kind of object they belong to.
- **Open lists**: a field described as an “open list” may have other values, and a client has to accept them.
- **Limit**: 60 requests per key in any 60 seconds.
- **Methods**: every route that accepts GET accepts HEAD and OPTIONS too. A web page of any origin may call the API with the header \`Authorization\`; the API uses no cookies.`;

export const SERVER_EN = 'This service.';

export const TAGS_EN: Readonly<Record<Tag, string>> = {
  Pedidos: 'The orders of the restaurant, their history and their figures.',
  Carta: 'The menu: categories, products, sizes and options.',
  Eventos: 'What happens to orders: live, or read later.',
  Restaurante: 'The profile of the restaurant and its delivery zones.',
  Webhooks: 'Registered URLs, the deliveries to them, and the request that the service sends.',
};

export const SEGURIDAD_EN = {
  llave: (pattern: string) =>
    `API key, which has to match \`${pattern}\`. Keys of both prefixes read the same real data: the prefix is only a label. You choose the scopes of a key when you create it, and it is shown only once.`,
  llaveEnConsulta:
    'The same key in the parameter `llave`, which only `/stream` accepts: the EventSource of browsers cannot send headers.',
};

export const SCOPE_EN = (alcance: string): string => `Scope: \`${alcance}\`.`;

export const PARAMETROS_EN = {
  IfNoneMatch: 'The `ETag` of an earlier answer: if nothing has changed, the answer is 304.',
  LastEventId: 'The last `id` that you received: the stream goes on with the event after it.',
  RequestId: 'An identifier of your choice for the request; the answer repeats it.',
};

export const CABECERAS_EN: Readonly<Record<NombreCabecera, string>> = {
  'X-Request-Id':
    'Identifier of the request in our logs: the one that the request carried, or a new one. Quote it when you ask for help.',
  'X-RateLimit-Limit': 'Requests allowed in any 60 seconds.',
  'X-RateLimit-Remaining': 'Requests that are left at this moment.',
  'X-RateLimit-Reset': 'When one more request becomes available, in seconds since 1970 (UTC).',
  RateLimit:
    'The same figures in the format of the IETF: `r`, requests left; `t`, seconds until one more becomes available.',
  'RateLimit-Policy':
    'The limit in the format of the IETF: `q`, requests; `w`, interval in seconds.',
  'Retry-After': 'Whole seconds to wait before retrying the request.',
  ETag: 'Identifies this version of the answer. Send it in `If-None-Match`: if nothing has changed, the answer is 304, without a body.',
  'Cache-Control':
    'Only this client may cache the answer, and it has to revalidate it every time. On `/stream`, `no-cache, no-transform`.',
  Vary: 'Headers of the request that the answer depends on.',
  'X-Content-Type-Options': 'Browsers must not guess another type than that of `Content-Type`.',
  'X-Accel-Buffering': 'Asks proxies not to buffer the answer.',
  'Content-Disposition': 'A name for the file.',
  'X-Posicion':
    'The position in the events before the first row: follow `/eventos` from this id for a copy without gaps.',
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
  NoEncontrado: 'The resource does not exist, or does not belong to the key’s restaurant.',
  MetodoInvalido: 'The route does not allow the method; `Allow` lists those that it does.',
  EventosCaducados:
    'Some of the events after the id are no longer kept; `valores_validos` has the oldest id that is kept.',
  CuerpoDemasiadoGrande: 'The body of the request is too large.',
  TipoNoSoportado: 'The body of the request is not JSON.',
  LimiteAlcanzado: 'The request limit was reached; `Retry-After` says how long to wait.',
  ErrorInterno: 'An error of the service. Quote the `X-Request-Id` when you ask for help.',
  NoDisponible: 'The service cannot answer now. `Retry-After` says when to retry the request.',
};

export const ERRORES_EN: Readonly<Record<CodigoError, string>> = {
  llave_ausente: 'No key was sent',
  llave_invalida: 'The key is misspelt or does not exist',
  llave_revocada: 'The key was revoked',
  llave_expirada: 'The key expired, or the grace period of its rotation is over',
  alcance_insuficiente: 'The key lacks the scope of the operation',
  restaurante_inactivo: 'The account of the restaurant is suspended',
  parametro_invalido: 'A parameter has a value that is not allowed',
  no_encontrado: 'It does not exist, or belongs to another restaurant',
  metodo_invalido: 'The route does not allow the method',
  eventos_caducados: 'Some of the events after that id are no longer kept',
  limite_alcanzado: 'More than 60 requests in 60 seconds',
  cuerpo_demasiado_grande: 'The body of the request is too large',
  tipo_no_soportado: 'The body of the request is not JSON',
  error_interno: 'An error of the service',
  no_disponible: 'The service cannot answer now',
};

/** The summaries of examples, by their Spanish summary. */
export const EJEMPLOS_EN: Readonly<Record<string, string>> = {
  'Un pedido entregado': 'An order that was delivered',
  'Un pedido nuevo': 'A new order',
  'Primera página de dos pedidos': 'First page of two orders',
  'Nada cumple los filtros': 'Nothing matches the filters',
  'Un pedido de reparto ya entregado': 'A delivery order, already delivered',
  'Un pedido de mesa aún sin aceptar': 'A table order, not accepted yet',
  'De la creación a la entrega': 'From creation to delivery',
  'Una carta breve': 'A short menu',
  'Una zona': 'A zone',
  'El perfil de Casa Pepa': 'The profile of Casa Pepa',
  'Pedidos enteros, uno por línea': 'Whole orders, one per line',
  'Una conexión reanudada y un evento': 'A resumed connection and an event',
  'Dos eventos, y hay más': 'Two events, and there are more',
  'La posición actual, con `despues_de=ultimo`': 'The current position, with `despues_de=ultimo`',
  'Los últimos siete días': 'The last seven days',
  'Recién registrado': 'Just registered',
  'Un webhook': 'A webhook',
  Eliminado: 'Deleted',
  'Ya cambiado': 'Changed',
  'El secreto nuevo': 'The new secret',
  'Otra dirección': 'Another address',
  'Otros eventos': 'Other events',
  'Con tres días de solape': 'With an overlap of three days',
  'El secreto se ha filtrado': 'The secret has leaked',
  'Una entregada y una que se reintentará': 'One delivered, and one that will be retried',
  Entregada: 'Delivered',
  'El certificado del receptor no es válido': 'The receiver’s certificate is not valid',
  'Todo desde un momento': 'Everything since a moment',
  'Uno en marcha': 'One in progress',
  'Activo de nuevo': 'Active again',
  'Todos los eventos': 'All events',
  'Solo algunos': 'Only some',
  'Una entrega': 'One delivery',
};

export const ENVIO_EN = {
  summary: 'Something happened to an order',
  description:
    'The service sends this POST to the registered URL. Check the signature over the body exactly as it arrives, before parsing it, and discard every `X-Svc-Id` that you have already processed: a delivery may arrive more than once.',
  headers: {
    'X-Svc-Evento': 'Type of the event.',
    'X-Svc-Id': 'Identifier of the event, the same on every attempt: an idempotency key.',
    'X-Svc-Firma':
      'HMAC-SHA256 of the body, in lower-case hexadecimal. The key is the webhook’s `secreto_firma`: its 64 characters, as text.',
    'X-Svc-Firma-Alterna':
      'Only during the overlap of a rotation: the same signature with each of the other valid secrets, separated by spaces. It is enough if one of them, or `X-Svc-Firma`, matches.',
    'X-Svc-Intento': 'Number of the attempt, from 1.',
    'User-Agent': 'Name and version of the sending service.',
    'webhook-id': 'The same as `X-Svc-Id`, for Standard Webhooks.',
    'webhook-timestamp': 'When this attempt was made, in seconds since 1970 (UTC).',
    'webhook-signature':
      'Signature of Standard Webhooks: `v1,` and the HMAC-SHA256 in base64 of `id.timestamp.body`. The key is the 32 bytes that `secreto_firma` encodes. During the overlap of a rotation there are several, separated by spaces.',
  } as Readonly<Record<string, string>>,
  responses: {
    '2XX': 'Received. The whole answer has to arrive within 15 seconds; a redirect is a failure.',
    '410': 'The receiver wants no more events: the service turns the webhook off.',
    '429':
      'The receiver is getting too many deliveries: with `Retry-After`, they pause for that long.',
    '503': 'The receiver is not available: with `Retry-After`, deliveries pause for that long.',
    default:
      'Any other answer is a failure: the service retries the delivery, up to 12 attempts in all.',
  } as Readonly<Record<string, string>>,
};
