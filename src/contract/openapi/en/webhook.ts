import type { Descripciones } from '../componentes.ts';

const RESULT = {
  estado_http: 'HTTP status of the answer; null if there was none.',
  fallo:
    'Why there was no complete answer; null if there was one. `cierre`, `dns_propio`, `red_propia` and `interno` are failures of this service and spend no attempt. The others are failures of the receiver: `dns` (its name does not resolve), `direccion_prohibida` (its address is private or reserved), `conexion` (connection refused or broken), `tls` (certificate or protocol error), `plazo` (timeout after 15 seconds), `corte` (connection lost during the request or the answer), `protocolo` (the answer is not HTTP).',
  duracion_ms: 'How long the attempt took, in milliseconds.',
  respuesta: 'The beginning of the answer, up to 4 KiB; null if there was none.',
};

const WEBHOOK = {
  id: 'Identifier, with prefix `wh_`.',
  url: 'The URL that events are sent to, as it was registered.',
  eventos: 'The event types that are sent; `pedido.*` and `*` mean all of them.',
  activo:
    'Whether events are sent. The service turns the webhook off when the receiver answers 410 or nothing succeeds for five days; pending deliveries are kept.',
};

export const WEBHOOK_EN = {
  WebhookNuevo: {
    $: 'The webhook to register.',

    url: 'The URL that will receive the events: https, on a public machine, without user, password or “#”, up to 2048 characters.',
    nombre: 'A name to recognise it by.',
    eventos: 'The event types to receive; by default, all.',
  },
  WebhookCreado: {
    $: 'A webhook that has just been registered. Only this answer shows its secret.',

    ...WEBHOOK,
    secreto_firma:
      'The secret that signs its events: 64 hexadecimal characters. Keep it: it is not shown again.',
  },
  ListaWebhooks: {
    $: 'The webhooks of the restaurant.',
    datos: 'The webhooks, from the oldest to the newest.',
  },
  Webhook: {
    $: 'A webhook.',

    ...WEBHOOK,
    nombre: 'The name that it was given, or null.',
    creado_en: 'When it was registered.',
    ultima_entrega: 'Time of the last successful delivery; null if there was none.',
  },
  WebhookCambios: {
    $: 'The fields of the webhook to change: at least one. Fields that you leave out keep their values.',

    url: 'The new URL, by the same rules as on registration.',
    nombre: 'The new name; null removes it.',
    eventos: 'The event types to receive from now on.',
  },
  Rotacion: {
    $: 'How to rotate the secret.',
    solape_horas:
      'For how many hours the earlier secret stays valid. With 0, that secret and those of earlier rotations are void at once.',
  },
  SecretoRotado: {
    $: 'The new secret of a webhook. Only this answer shows it.',

    id: 'The webhook.',
    secreto_firma: 'The new secret: 64 hexadecimal characters. Keep it: it is not shown again.',
    anterior_hasta: 'Until when the earlier secret is valid; null if it no longer is.',
  },
  WebhookEliminado: {
    $: 'Confirms that a webhook was deleted.',
    id: 'The webhook that was deleted.',
    eliminado: 'Always true.',
  },
  PaginaEntregas: {
    $: 'A page of the list of deliveries.',
    datos: 'The deliveries, from the newest to the oldest.',
    paginacion: 'Cursors of the neighbouring pages.',
  },
  PaginacionEntregas: {
    $: 'Where the page is in the list.',

    limite: 'How many deliveries the page holds at most.',
    siguiente: 'Cursor of the next page; null on the last one.',
    anterior: 'Cursor of the previous page; null on the first one.',
  },
  EntregaWebhook: {
    $: 'The delivery of an event to a webhook.',

    id: 'The identifier of the event, which the receiver knows as `X-Svc-Id`.',
    tipo: 'The type of the event.',
    pedido_id: 'The order that it is about.',
    pedido_numero: 'The human-readable number of the order: `20261114-42`.',
    secuencia: 'Position of the event in the log of the restaurant.',
    creado_en: 'When the event was recorded.',
    estado:
      '`pendiente`: the service will send it or retry it. `entregada`: the receiver answered 2xx. `fallida`: there are no attempts left.',
    intentos: 'Number of attempts so far.',
    ultimo_intento: 'How the last attempt ended; null if there was none yet.',
    intentos_anteriores:
      'How the attempts before the last one ended, from the oldest to the newest; at most the latest 24. An attempt interrupted by a crash of the service counts in `intentos`, but may be missing here.',
    proximo_intento:
      'When the service makes the next attempt; null if there will be none, or if the delivery waits for an earlier event of the same order.',
  },
  UltimoIntento: {
    $: 'How an attempt to deliver ended.',
    momento: 'When it ended.',
    ...RESULT,
  },
  IntentoAnterior: {
    $: 'How an earlier attempt ended. The text of its answer is not kept.',

    momento: 'When it ended.',
    estado_http: RESULT.estado_http,
    fallo: 'Why there was no complete answer, as in `ultimo_intento`; null if there was one.',
    duracion_ms: RESULT.duracion_ms,
  },
  Prueba: {
    $: 'How a test delivery ended.',

    id: 'The identifier of the test event, which the receiver saw as `X-Svc-Id`.',
    entregada: 'Whether the receiver answered 2xx in time.',
    ...RESULT,
  },
  ReenvioNuevo: {
    $: 'What to send again: exactly one of the two fields.',

    entrega: 'The `id` of a delivery.',
    desde:
      'All events since this moment: `YYYY-MM-DD` (midnight UTC) or an ISO 8601 date and time with an offset.',
  },
  ListaReenvios: {
    $: 'The re-sends of a webhook.',
    datos: 'The re-sends, from the newest to the oldest.',
  },
  Reenvio: {
    $: 'A re-send and its progress.',

    id: 'Identifier, with prefix `rnv_`.',
    creado_en: 'When it was requested.',
    completo: 'Whether it has finished.',
    eventos: 'How many events it covers, including types that the webhook does not subscribe to.',
    revisados:
      'How many of them are already queued, or skipped because they are not for this webhook.',
    encoladas: 'Deliveries queued.',
    entregadas: 'Deliveries that arrived.',
    fallidas: 'Deliveries that have no attempts left.',
  },
} as const satisfies Partial<Descripciones>;
