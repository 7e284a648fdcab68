import type { Descripciones } from '../componentes.ts';

const RESULT = {
  estado_http: 'HTTP status of the answer; null if there was none.',
  fallo:
    'Why there was no whole answer; null if there was one. `cierre`, `dns_propio`, `red_propia` and `interno` are failures of ours and spend no attempt. Of the receiver: `dns` (the name does not resolve), `direccion_prohibida` (private or reserved), `conexion` (refused or cut), `tls` (certificate or protocol), `plazo` (more than 15 seconds), `corte` (in the middle of the request or the answer), `protocolo` (the answer is not HTTP).',
  duracion_ms: 'How long it took, in milliseconds.',
  respuesta: 'The beginning of the answer, up to 4 KiB; null if there was none.',
};

const WEBHOOK = {
  id: 'Identifier, with prefix `wh_`.',
  url: 'The address that events are sent to, as it was registered.',
  eventos: 'The types of events that are sent; `pedido.*` and `*` are all.',
  activo:
    'Whether events are sent. It is turned off when it answers 410 or has no success for five days; what is owed is kept.',
};

export const WEBHOOK_EN = {
  WebhookNuevo: {
    $: 'A webhook to be registered.',

    url: 'The address that will receive the events: https, public, without user, password or “#”, up to 2048 characters.',
    nombre: 'A name to recognise it by.',
    eventos: 'The types of events to receive. Without it, all.',
  },
  WebhookCreado: {
    $: 'A webhook that has just been registered. Its secret is shown only now.',

    ...WEBHOOK,
    secreto_firma:
      'The secret that its events are signed with: 64 hexadecimal characters. Keep it: it is not shown again.',
  },
  ListaWebhooks: {
    $: 'The webhooks of the restaurant.',
    datos: 'From the oldest to the newest.',
  },
  Webhook: {
    $: 'A webhook.',

    ...WEBHOOK,
    nombre: 'The name that it was given, or null.',
    creado_en: 'When it was registered.',
    ultima_entrega: 'When something was last delivered to it, or null.',
  },
  WebhookCambios: {
    $: 'What is to be changed of a webhook: at least one field. Those that are missing stay as they are.',

    url: 'The new address, by the same rules as when registering.',
    nombre: 'The new name; null takes it away.',
    eventos: 'The types of events to receive from now on.',
  },
  Rotacion: {
    $: 'How to rotate the secret.',
    solape_horas:
      'For how many hours the earlier secret stays good. 0: none, nor those of earlier rotations.',
  },
  SecretoRotado: {
    $: 'The new secret of a webhook. It is shown only now.',

    id: 'The webhook.',
    secreto_firma: 'The new secret: 64 hexadecimal characters. Keep it: it is not shown again.',
    anterior_hasta: 'Until when the earlier secret is good; null if it no longer is.',
  },
  WebhookEliminado: {
    $: 'Confirms that a webhook is no more.',
    id: 'The webhook that was deleted.',
    eliminado: 'Always true.',
  },
  PaginaEntregas: {
    $: 'A page of the list of deliveries.',
    datos: 'The deliveries, from the newest to the oldest.',
    paginacion: 'How to go on.',
  },
  PaginacionEntregas: {
    $: 'Where the page is in the list.',

    limite: 'How many deliveries a page holds.',
    siguiente: 'Cursor of the next page; null on the last one.',
    anterior: 'Cursor of the previous page; null on the first one.',
  },
  EntregaWebhook: {
    $: 'An event on its way to a webhook.',

    id: 'The identifier of the event, which the receiver knows as `X-Svc-Id`.',
    tipo: 'The type of the event.',
    pedido_id: 'The order that it is about.',
    pedido_numero: 'The number of the order, the one that people say: `20261114-42`.',
    secuencia: 'The number of the event within the restaurant.',
    creado_en: 'When the event was recorded.',
    estado:
      '`pendiente`: will be sent or tried again. `entregada`: the receiver answered 2xx. `fallida`: there are no attempts left.',
    intentos: 'How often it was sent.',
    ultimo_intento: 'How the last attempt ended; null if there was none yet.',
    intentos_anteriores:
      'How the attempts before the last one ended, from the oldest to the newest; the last 24. An attempt that a crash of the service cut off counts in `intentos` and may be missing here.',
    proximo_intento:
      'When it is tried again; null if it is not, or if it waits for an earlier event of the same order.',
  },
  UltimoIntento: {
    $: 'How an attempt to deliver ended.',
    momento: 'When it ended.',
    ...RESULT,
  },
  IntentoAnterior: {
    $: 'How an earlier attempt ended. Of its answer the text is not kept.',

    momento: 'When it ended.',
    estado_http: RESULT.estado_http,
    fallo: 'Why there was no whole answer, as in `ultimo_intento`; null if there was one.',
    duracion_ms: RESULT.duracion_ms,
  },
  Prueba: {
    $: 'How a test delivery ended.',

    id: 'The identifier of the test event, which the receiver saw as `X-Svc-Id`.',
    entregada: 'Whether the receiver answered 2xx in time.',
    ...RESULT,
  },
  ReenvioNuevo: {
    $: 'What is to be sent again: one of the two fields.',

    entrega: 'The `id` of a delivery.',
    desde:
      'Everything since this moment: `YYYY-MM-DD` (midnight UTC) or an ISO 8601 date and time with an offset.',
  },
  ListaReenvios: {
    $: 'The re-sends of a webhook.',
    datos: 'From the newest to the oldest.',
  },
  Reenvio: {
    $: 'A re-send, and how far it got.',

    id: 'Identifier, with prefix `rnv_`.',
    creado_en: 'When it was asked for.',
    completo: 'Whether it is done.',
    eventos: 'How many events it covers, subscribed or not.',
    revisados: 'How many of them are on their way or did not concern it.',
    encoladas: 'Deliveries that were put on their way.',
    entregadas: 'Those that arrived.',
    fallidas: 'Those that have no attempts left.',
  },
} as const satisfies Partial<Descripciones>;
