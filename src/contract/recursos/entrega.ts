import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, EXAMPLE_ID, exampleOf, field, flag, timestamp, whole } from '../fields.ts';
import { Id, Nullable, Timestamp } from '../scalars.ts';
import { TIPOS_EVENTO } from './evento.ts';
import { Numero } from './pedido.ts';

/** Up to `interno` they are our own failures, which spend no attempt; the rest are the receiver's. */
export const FALLOS = [
  'cierre',
  'dns_propio',
  'red_propia',
  'interno',
  'dns',
  'direccion_prohibida',
  'conexion',
  'tls',
  'plazo',
  'corte',
  'protocolo',
] as const;

export type Fallo = (typeof FALLOS)[number];

/** `pendiente`: owed, tried or not. `fallida`: given up after the last attempt. */
const ESTADOS_ENTREGA = ['pendiente', 'entregada', 'fallida'] as const;
/** `reintento`: pending, failed before and to be tried again. */
export const FILTROS_ENTREGA = [...ESTADOS_ENTREGA, 'reintento'] as const;
export type FiltroEntrega = (typeof FILTROS_ENTREGA)[number];
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number];

const resultado = {
  estado_http: field(
    Nullable(Type.Integer({ minimum: 100, maximum: 999 })),
    'Estado HTTP de la respuesta; null si no la hubo.',
    'HTTP status of the answer; null if there was none.',
    200,
  ),
  fallo: field(
    Nullable(Type.Enum(FALLOS)),
    'Por qué no hubo una respuesta completa; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos de este servicio y no gastan ningún intento. Los demás son del receptor: `dns` (su nombre no se resuelve), `direccion_prohibida` (su dirección es privada o reservada), `conexion` (conexión rechazada o cortada), `tls` (error de certificado o de protocolo), `plazo` (pasaron más de 15 segundos), `corte` (la conexión se cortó a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP).',
    'Why there was no complete answer; null if there was one. `cierre`, `dns_propio`, `red_propia` and `interno` are failures of this service and spend no attempt. The others are failures of the receiver: `dns` (its name does not resolve), `direccion_prohibida` (its address is private or reserved), `conexion` (connection refused or broken), `tls` (certificate or protocol error), `plazo` (timeout after 15 seconds), `corte` (connection lost during the request or the answer), `protocolo` (the answer is not HTTP).',
    null,
  ),
  duracion_ms: whole(
    'Cuánto duró el intento, en milisegundos.',
    'How long the attempt took, in milliseconds.',
    143,
  ),
  respuesta: field(
    Nullable(Type.String()),
    'El principio de la respuesta, hasta 4 KiB; null si no la hubo.',
    'The beginning of the answer, up to 4 KiB; null if there was none.',
    'ok',
  ),
};

const momento = timestamp('Cuándo terminó.', 'When it ended.', '2026-11-14T20:41:05.310Z');

const UltimoIntento = Component('UltimoIntento', {
  $: both('Cómo fue un intento de entrega.', 'How an attempt to deliver ended.'),
  momento,
  ...resultado,
});

const IntentoAnterior = Component('IntentoAnterior', {
  $: both(
    'Cómo fue un intento anterior. El texto de su respuesta no se guarda.',
    'How an earlier attempt ended. The text of its answer is not kept.',
  ),
  momento,
  estado_http: resultado.estado_http,
  fallo: field(
    resultado.fallo.schema,
    'Por qué no hubo una respuesta completa, como en `ultimo_intento`; null si la hubo.',
    'Why there was no complete answer, as in `ultimo_intento`; null if there was one.',
    null,
  ),
  duracion_ms: resultado.duracion_ms,
});

/** One event on its way to one webhook; its id is the event's, which receivers know as `X-Svc-Id`. */
export const Entrega = Component('EntregaWebhook', {
  $: both('La entrega de un evento a un webhook.', 'The delivery of an event to a webhook.'),
  id: field(
    Id('evento'),
    'El identificador del evento, que el receptor conoce como `X-Svc-Id`.',
    'The identifier of the event, which the receiver knows as `X-Svc-Id`.',
    EXAMPLE_ID.evento,
  ),
  tipo: field(
    Type.Enum(TIPOS_EVENTO),
    'El tipo del evento.',
    'The type of the event.',
    'pedido.entregado',
  ),
  pedido_id: field(
    Id('pedido'),
    'El pedido del que trata.',
    'The order that it is about.',
    EXAMPLE_ID.pedido,
  ),
  pedido_numero: field(
    Numero,
    'El número legible del pedido: `20261114-42`.',
    'The human-readable number of the order: `20261114-42`.',
    '20261114-87',
  ),
  secuencia: field(
    Type.Integer({ minimum: 1 }),
    'La posición del evento en el registro del restaurante.',
    'Position of the event in the log of the restaurant.',
    92_691,
  ),
  creado_en: timestamp(
    'Cuándo se registró el evento.',
    'When the event was recorded.',
    '2026-11-14T20:41:05.120Z',
  ),
  estado: field(
    Type.Enum(ESTADOS_ENTREGA),
    '`pendiente`: el servicio la enviará o la reintentará. `entregada`: el receptor respondió 2xx. `fallida`: se agotaron los intentos.',
    '`pendiente`: the service will send it or retry it. `entregada`: the receiver answered 2xx. `fallida`: there are no attempts left.',
    'entregada',
  ),
  intentos: whole('Número de intentos hasta ahora.', 'Number of attempts so far.', 1),
  ultimo_intento: field(
    Nullable(UltimoIntento),
    'Cómo fue el último intento; null si aún no ha habido ninguno.',
    'How the last attempt ended; null if there was none yet.',
  ),
  intentos_anteriores: field(
    Type.Array(IntentoAnterior),
    'Cómo fueron los intentos anteriores al último, del más antiguo al más reciente; como mucho, los 24 más recientes. Un intento interrumpido por una caída del servicio cuenta en `intentos`, pero puede faltar aquí.',
    'How the attempts before the last one ended, from the oldest to the newest; at most the latest 24. An attempt interrupted by a crash of the service counts in `intentos`, but may be missing here.',
    [],
  ),
  proximo_intento: field(
    Nullable(Timestamp()),
    'Cuándo hará el servicio el próximo intento; null si no habrá otro, o si la entrega espera a un evento anterior del mismo pedido.',
    'When the service makes the next attempt; null if there will be none, or if the delivery waits for an earlier event of the same order.',
    null,
  ),
});

export type Entrega = Type.Static<typeof Entrega>;

const PENDIENTE: Entrega = {
  ...exampleOf(Entrega),
  id: 'evt_0000002tgj9w3x5yq8n4d7c2m1',
  tipo: 'pedido.aceptado',
  secuencia: 92_690,
  creado_en: '2026-11-14T20:03:40.050Z',
  estado: 'pendiente',
  intentos: 3,
  ultimo_intento: {
    momento: '2026-11-14T20:04:31.900Z',
    estado_http: null,
    fallo: 'plazo',
    duracion_ms: 15_000,
    respuesta: null,
  },
  intentos_anteriores: [
    { momento: '2026-11-14T20:03:40.400Z', estado_http: 502, fallo: null, duracion_ms: 310 },
    { momento: '2026-11-14T20:03:46.102Z', estado_http: null, fallo: 'conexion', duracion_ms: 12 },
  ],
  proximo_intento: '2026-11-14T20:06:48.000Z',
};

const PaginacionEntregas = Component('PaginacionEntregas', {
  $: both('Dónde está la página dentro de la lista.', 'Where the page is in the list.'),
  limite: field(
    Type.Integer({ minimum: 1 }),
    'Cuántas entregas lleva la página como máximo.',
    'How many deliveries the page holds at most.',
    2,
  ),
  siguiente: field(
    Nullable(Type.String()),
    'Cursor de la página siguiente; null en la última.',
    'Cursor of the next page; null on the last one.',
    '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYTkyNjkw',
  ),
  anterior: field(
    Nullable(Type.String()),
    'Cursor de la página anterior; null en la primera.',
    'Cursor of the previous page; null on the first one.',
    null,
  ),
});

export const PaginaEntregas = Component('PaginaEntregas', {
  $: both('Una página de la lista de entregas.', 'A page of the list of deliveries.'),
  datos: field(
    Type.Array(Entrega),
    'Las entregas, de la más reciente a la más antigua.',
    'The deliveries, from the newest to the oldest.',
    [exampleOf(Entrega), PENDIENTE],
  ),
  paginacion: field(
    PaginacionEntregas,
    'Los cursores de las páginas vecinas.',
    'Cursors of the neighbouring pages.',
  ),
});

export type PaginaEntregas = Type.Static<typeof PaginaEntregas>;

export const Prueba = Component('Prueba', {
  $: both('Cómo fue una entrega de prueba.', 'How a test delivery ended.'),
  id: field(
    Id('evento'),
    'El identificador del evento de prueba, que el receptor vio como `X-Svc-Id`.',
    'The identifier of the test event, which the receiver saw as `X-Svc-Id`.',
    'evt_prueba_7k2m9x1c4r',
  ),
  entregada: flag(
    'Si el receptor respondió 2xx a tiempo.',
    'Whether the receiver answered 2xx in time.',
    true,
  ),
  ...resultado,
});

export type Prueba = Type.Static<typeof Prueba>;
