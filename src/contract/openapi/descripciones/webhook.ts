import { both } from '../../bilingual.ts';
import type { Descripciones } from '../componentes.ts';
import { ownId } from './comunes.ts';

const RESULTADO = {
  estado_http: both(
    'Estado HTTP de la respuesta; null si no la hubo.',
    'HTTP status of the answer; null if there was none.',
  ),
  fallo: both(
    'Por qué no hubo una respuesta completa; null si la hubo. `cierre`, `dns_propio`, `red_propia` e `interno` son fallos de este servicio y no gastan ningún intento. Los demás son del receptor: `dns` (su nombre no se resuelve), `direccion_prohibida` (su dirección es privada o reservada), `conexion` (conexión rechazada o cortada), `tls` (error de certificado o de protocolo), `plazo` (pasaron más de 15 segundos), `corte` (la conexión se cortó a mitad de la petición o de la respuesta), `protocolo` (la respuesta no es HTTP).',
    'Why there was no complete answer; null if there was one. `cierre`, `dns_propio`, `red_propia` and `interno` are failures of this service and spend no attempt. The others are failures of the receiver: `dns` (its name does not resolve), `direccion_prohibida` (its address is private or reserved), `conexion` (connection refused or broken), `tls` (certificate or protocol error), `plazo` (timeout after 15 seconds), `corte` (connection lost during the request or the answer), `protocolo` (the answer is not HTTP).',
  ),
  duracion_ms: both(
    'Cuánto duró el intento, en milisegundos.',
    'How long the attempt took, in milliseconds.',
  ),
  respuesta: both(
    'El principio de la respuesta, hasta 4 KiB; null si no la hubo.',
    'The beginning of the answer, up to 4 KiB; null if there was none.',
  ),
};

const WEBHOOK = {
  id: ownId('webhook'),
  url: both(
    'La URL a la que se envían los eventos, tal como se registró.',
    'The URL that events are sent to, as it was registered.',
  ),
  eventos: both(
    'Los tipos de evento que se envían; `pedido.*` y `*` equivalen a todos.',
    'The event types that are sent; `pedido.*` and `*` mean all of them.',
  ),
  activo: both(
    'Si se le envían eventos. El servicio desactiva el webhook cuando el receptor responde 410 o pasan cinco días sin un solo éxito; las entregas pendientes se guardan.',
    'Whether events are sent. The service turns the webhook off when the receiver answers 410 or nothing succeeds for five days; pending deliveries are kept.',
  ),
};

export const DESCRIPCIONES_WEBHOOK = {
  WebhookNuevo: {
    $: both('El webhook que quieres registrar.', 'The webhook to register.'),

    url: both(
      'La URL que recibirá los eventos: https, de una máquina pública, sin usuario, contraseña ni «#», de hasta 2048 caracteres.',
      'The URL that will receive the events: https, on a public machine, without user, password or “#”, up to 2048 characters.',
    ),
    nombre: both('Un nombre para que lo reconozcas.', 'A name to recognise it by.'),
    eventos: both(
      'Los tipos de evento que quieres recibir; por defecto, todos.',
      'The event types to receive; by default, all.',
    ),
  },
  WebhookCreado: {
    $: both(
      'Un webhook recién registrado. Solo esta respuesta muestra su secreto.',
      'A webhook that has just been registered. Only this answer shows its secret.',
    ),

    ...WEBHOOK,
    secreto_firma: both(
      'El secreto con el que se firman sus eventos: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
      'The secret that signs its events: 64 hexadecimal characters. Keep it: it is not shown again.',
    ),
  },
  WebhookCambios: {
    $: both(
      'Los campos del webhook que quieres cambiar: al menos uno. Los que omitas conservan su valor.',
      'The fields of the webhook to change: at least one. Fields that you leave out keep their values.',
    ),

    url: both(
      'La URL nueva, con las mismas reglas que al registrar el webhook.',
      'The new URL, by the same rules as on registration.',
    ),
    nombre: both('El nombre nuevo; null lo quita.', 'The new name; null removes it.'),
    eventos: both(
      'Los tipos de evento que quieres recibir desde ahora.',
      'The event types to receive from now on.',
    ),
  },
  Rotacion: {
    $: both('Cómo cambiar el secreto.', 'How to rotate the secret.'),
    solape_horas: both(
      'Durante cuántas horas sigue valiendo el secreto anterior. Con 0, ese secreto y los de rotaciones anteriores dejan de valer en el acto.',
      'For how many hours the earlier secret stays valid. With 0, that secret and those of earlier rotations are void at once.',
    ),
  },
  SecretoRotado: {
    $: both(
      'El secreto nuevo de un webhook. Solo esta respuesta lo muestra.',
      'The new secret of a webhook. Only this answer shows it.',
    ),

    id: both('El webhook.', 'The webhook.'),
    secreto_firma: both(
      'El secreto nuevo: 64 caracteres hexadecimales. Guárdalo: no se vuelve a mostrar.',
      'The new secret: 64 hexadecimal characters. Keep it: it is not shown again.',
    ),
    anterior_hasta: both(
      'Hasta cuándo vale el secreto anterior; null si ya no vale.',
      'Until when the earlier secret is valid; null if it no longer is.',
    ),
  },
  ListaWebhooks: {
    $: both('Los webhooks del restaurante.', 'The webhooks of the restaurant.'),
    datos: both(
      'Los webhooks, del más antiguo al más reciente.',
      'The webhooks, from the oldest to the newest.',
    ),
  },
  Webhook: {
    $: both('Un webhook.', 'A webhook.'),

    ...WEBHOOK,
    nombre: both('El nombre que se le dio, o null.', 'The name that it was given, or null.'),
    creado_en: both('Cuándo se registró.', 'When it was registered.'),
    ultima_entrega: both(
      'Cuándo fue la última entrega con éxito; null si no ha habido ninguna.',
      'Time of the last successful delivery; null if there was none.',
    ),
  },
  WebhookEliminado: {
    $: both(
      'La confirmación de que un webhook se ha eliminado.',
      'Confirms that a webhook was deleted.',
    ),
    id: both('El webhook que se eliminó.', 'The webhook that was deleted.'),
    eliminado: both('Siempre true.', 'Always true.'),
  },
  PaginaEntregas: {
    $: both('Una página de la lista de entregas.', 'A page of the list of deliveries.'),
    datos: both(
      'Las entregas, de la más reciente a la más antigua.',
      'The deliveries, from the newest to the oldest.',
    ),
    paginacion: both('Los cursores de las páginas vecinas.', 'Cursors of the neighbouring pages.'),
  },
  PaginacionEntregas: {
    $: both('Dónde está la página dentro de la lista.', 'Where the page is in the list.'),

    limite: both(
      'Cuántas entregas lleva la página como máximo.',
      'How many deliveries the page holds at most.',
    ),
    siguiente: both(
      'Cursor de la página siguiente; null en la última.',
      'Cursor of the next page; null on the last one.',
    ),
    anterior: both(
      'Cursor de la página anterior; null en la primera.',
      'Cursor of the previous page; null on the first one.',
    ),
  },
  EntregaWebhook: {
    $: both('La entrega de un evento a un webhook.', 'The delivery of an event to a webhook.'),

    id: both(
      'El identificador del evento, que el receptor conoce como `X-Svc-Id`.',
      'The identifier of the event, which the receiver knows as `X-Svc-Id`.',
    ),
    tipo: both('El tipo del evento.', 'The type of the event.'),
    pedido_id: both('El pedido del que trata.', 'The order that it is about.'),
    pedido_numero: both(
      'El número legible del pedido: `20261114-42`.',
      'The human-readable number of the order: `20261114-42`.',
    ),
    secuencia: both(
      'La posición del evento en el registro del restaurante.',
      'Position of the event in the log of the restaurant.',
    ),
    creado_en: both('Cuándo se registró el evento.', 'When the event was recorded.'),
    estado: both(
      '`pendiente`: el servicio la enviará o la reintentará. `entregada`: el receptor respondió 2xx. `fallida`: se agotaron los intentos.',
      '`pendiente`: the service will send it or retry it. `entregada`: the receiver answered 2xx. `fallida`: there are no attempts left.',
    ),
    intentos: both('Número de intentos hasta ahora.', 'Number of attempts so far.'),
    ultimo_intento: both(
      'Cómo fue el último intento; null si aún no ha habido ninguno.',
      'How the last attempt ended; null if there was none yet.',
    ),
    intentos_anteriores: both(
      'Cómo fueron los intentos anteriores al último, del más antiguo al más reciente; como mucho, los 24 más recientes. Un intento interrumpido por una caída del servicio cuenta en `intentos`, pero puede faltar aquí.',
      'How the attempts before the last one ended, from the oldest to the newest; at most the latest 24. An attempt interrupted by a crash of the service counts in `intentos`, but may be missing here.',
    ),
    proximo_intento: both(
      'Cuándo hará el servicio el próximo intento; null si no habrá otro, o si la entrega espera a un evento anterior del mismo pedido.',
      'When the service makes the next attempt; null if there will be none, or if the delivery waits for an earlier event of the same order.',
    ),
  },
  UltimoIntento: {
    $: both('Cómo fue un intento de entrega.', 'How an attempt to deliver ended.'),
    momento: both('Cuándo terminó.', 'When it ended.'),
    ...RESULTADO,
  },
  IntentoAnterior: {
    $: both(
      'Cómo fue un intento anterior. El texto de su respuesta no se guarda.',
      'How an earlier attempt ended. The text of its answer is not kept.',
    ),

    momento: both('Cuándo terminó.', 'When it ended.'),
    estado_http: RESULTADO.estado_http,
    fallo: both(
      'Por qué no hubo una respuesta completa, como en `ultimo_intento`; null si la hubo.',
      'Why there was no complete answer, as in `ultimo_intento`; null if there was one.',
    ),
    duracion_ms: RESULTADO.duracion_ms,
  },
  Prueba: {
    $: both('Cómo fue una entrega de prueba.', 'How a test delivery ended.'),

    id: both(
      'El identificador del evento de prueba, que el receptor vio como `X-Svc-Id`.',
      'The identifier of the test event, which the receiver saw as `X-Svc-Id`.',
    ),
    entregada: both(
      'Si el receptor respondió 2xx a tiempo.',
      'Whether the receiver answered 2xx in time.',
    ),
    ...RESULTADO,
  },
  ReenvioNuevo: {
    $: both(
      'Lo que quieres volver a enviar: exactamente uno de los dos campos.',
      'What to send again: exactly one of the two fields.',
    ),

    entrega: both('El `id` de una entrega.', 'The `id` of a delivery.'),
    desde: both(
      'Todos los eventos desde este momento: `AAAA-MM-DD` (medianoche UTC) o fecha y hora ISO 8601 con zona.',
      'All events since this moment: `YYYY-MM-DD` (midnight UTC) or an ISO 8601 date and time with an offset.',
    ),
  },
  ListaReenvios: {
    $: both('Los reenvíos de un webhook.', 'The re-sends of a webhook.'),
    datos: both(
      'Los reenvíos, del más reciente al más antiguo.',
      'The re-sends, from the newest to the oldest.',
    ),
  },
  Reenvio: {
    $: both('Un reenvío y su progreso.', 'A re-send and its progress.'),

    id: ownId('reenvio'),
    creado_en: both('Cuándo se pidió.', 'When it was requested.'),
    completo: both('Si ya ha terminado.', 'Whether it has finished.'),
    eventos: both(
      'Cuántos eventos abarca, incluidos los de tipos a los que el webhook no está suscrito.',
      'How many events it covers, including types that the webhook does not subscribe to.',
    ),
    revisados: both(
      'Cuántos de ellos ya están encolados, o descartados porque no eran para este webhook.',
      'How many of them are already queued, or skipped because they are not for this webhook.',
    ),
    encoladas: both('Entregas encoladas.', 'Deliveries queued.'),
    entregadas: both('Entregas que han llegado.', 'Deliveries that arrived.'),
    fallidas: both(
      'Entregas que han agotado sus intentos.',
      'Deliveries that have no attempts left.',
    ),
  },
} as const satisfies Partial<Descripciones>;
