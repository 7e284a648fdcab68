import Type from 'typebox';
import { Salud } from '../avisos/salud.ts';
import { both } from '../bilingual.ts';
import { EXAMPLE_ID, exampleOf } from '../fields.ts';
import { FILTROS_ENTREGA, PaginaEntregas, Prueba } from '../recursos/entrega.ts';
import { Limite } from '../recursos/paginacion.ts';
import { ListaReenvios, Reenvio, ReenvioNuevo } from '../recursos/reenvio.ts';
import {
  ListaWebhooks,
  Rotacion,
  SecretoRotado,
  Webhook,
  WebhookCambios,
  WebhookCreado,
  WebhookEliminado,
  WebhookNuevo,
} from '../recursos/webhook.ts';
import { Id } from '../scalars.ts';
import { COMUNES, created, example, LECTURA, ok, param, type Ruta, takes } from './ruta.ts';

const WEBHOOK_ID = param(
  Id('webhook'),
  'Identificador del webhook, con su prefijo `wh_`.',
  'Identifier of the webhook, with its prefix `wh_`.',
  'wh_01m7dtednjhcfgb5qpqadz4za1',
);

const { url: URL } = exampleOf(Webhook);
const PRUEBA_FALLIDA: Prueba = {
  id: 'evt_prueba_0v5n8q3t6w',
  entregada: false,
  estado_http: null,
  fallo: 'tls',
  duracion_ms: 41,
  respuesta: null,
};

const DE_WEBHOOKS = { ...LECTURA, alcance: 'webhook.recibir', tag: 'Webhooks' } as const;
const DE_UN_WEBHOOK = {
  ...DE_WEBHOOKS,
  params: { id: WEBHOOK_ID },
  errors: [...COMUNES, 'no_encontrado'],
} as const;
const CON_CUERPO = [...COMUNES, 'tipo_no_soportado'] as const;

/** The longest name and the longest address, in characters of three bytes. */
const WEBHOOK_BYTES_MAX = 20 * 1_024;
/** An id or a moment. */
const REQUEST_BYTES_MAX = 1_024;

export const RUTAS_WEBHOOKS = {
  crearWebhook: {
    ...DE_WEBHOOKS,
    method: 'POST',
    path: '/webhooks',
    summary: both('Registra un webhook', 'Register a webhook'),
    description: both(
      'A partir de este momento, el servicio envía a `url` cada evento de los tipos suscritos con un POST firmado. `url` ha de ser https y de una máquina pública. Por defecto, `eventos` es `["*"]`: todos los tipos. La respuesta lleva `secreto_firma`, que no se vuelve a mostrar. Un restaurante puede tener hasta 20 webhooks.',
      'From this moment on, the service sends each event of the subscribed types to `url` with a signed POST. `url` has to be https and on a public machine. By default, `eventos` is `["*"]`: all types. The answer has `secreto_firma`, which is not shown again. A restaurant may have up to 20 webhooks.',
    ),
    ...takes(
      WebhookNuevo,
      {
        completo: example('Todos los eventos', 'All events', { url: URL }),
        algunos: example('Solo algunos', 'Only some', exampleOf(WebhookNuevo)),
      },
      WEBHOOK_BYTES_MAX,
    ),
    response: created(
      'El webhook, con su secreto.',
      'The webhook, with its secret.',
      WebhookCreado,
      { creado: example('Recién registrado', 'Just registered', exampleOf(WebhookCreado)) },
    ),
    errors: CON_CUERPO,
  },
  listarWebhooks: {
    ...DE_WEBHOOKS,
    path: '/webhooks',
    summary: both('Lista los webhooks', 'List the webhooks'),
    description: both(
      'Los webhooks del restaurante, del más antiguo al más reciente, sin sus secretos.',
      'The webhooks of the restaurant, from the oldest to the newest, without their secrets.',
    ),
    response: ok('Los webhooks.', 'The webhooks.', ListaWebhooks, {
      uno: example('Un webhook', 'A webhook', exampleOf(ListaWebhooks)),
    }),
  },
  cambiarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary: both('Cambia un webhook', 'Change a webhook'),
    description: both(
      'Cambia los campos que envíes: `url` (con las mismas reglas que al registrar el webhook), `nombre` (null lo quita) y `eventos`. Las entregas pendientes van a la URL nueva; los tipos nuevos valen para los eventos que el servicio aún no ha empezado a enviar. El secreto no cambia, y un webhook desactivado sigue desactivado.',
      'Changes the fields that you send: `url` (by the same rules as on registration), `nombre` (null removes it) and `eventos`. Pending deliveries go to the new URL; the new types apply to events that the service has not begun to send. The secret does not change, and a webhook that is off stays off.',
    ),
    ...takes(
      WebhookCambios,
      {
        direccion: example('Otra dirección', 'Another address', {
          url: 'https://crm.casapepa.example/v2',
        }),
        eventos: example('Otros eventos', 'Other events', { eventos: ['pedido.entregado'] }),
      },
      WEBHOOK_BYTES_MAX,
    ),
    response: ok('El webhook, ya cambiado.', 'The webhook, changed.', Webhook, {
      cambiado: example('Ya cambiado', 'Changed', exampleOf(Webhook)),
    }),
    errors: [...CON_CUERPO, 'no_encontrado'],
  },
  rotarSecreto: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/secreto',
    summary: both('Cambia el secreto de firma', 'Rotate the signing secret'),
    description: both(
      'Crea otro `secreto_firma`, que no se vuelve a mostrar. Durante `solape_horas` el secreto anterior sigue valiendo y cada entrega va firmada con ambos: `webhook-signature` lleva las dos firmas, `X-Svc-Firma` una y `X-Svc-Firma-Alterna` la otra. Un receptor que conoce un solo secreto también puede cambiarlo cuando quiera: después de que responda 4xx, el servicio firma `X-Svc-Firma` con el otro. Con `solape_horas: 0`, todos los secretos anteriores dejan de valer en el acto.',
      'Creates another `secreto_firma`, which is not shown again. For `solape_horas` the earlier secret stays valid and every delivery is signed with both: `webhook-signature` has both signatures, `X-Svc-Firma` one and `X-Svc-Firma-Alterna` the other. A receiver that knows a single secret can change it whenever it likes, too: after it answers 4xx, the service signs `X-Svc-Firma` with the other. With `solape_horas: 0`, all earlier secrets are void at once.',
    ),
    ...takes(
      Rotacion,
      {
        despacio: example(
          'Con tres días de solape',
          'With an overlap of three days',
          exampleOf(Rotacion),
        ),
        ya: example('El secreto se ha filtrado', 'The secret has leaked', { solape_horas: 0 }),
      },
      REQUEST_BYTES_MAX,
    ),
    response: ok('El secreto nuevo.', 'The new secret.', SecretoRotado, {
      rotado: example('El secreto nuevo', 'The new secret', exampleOf(SecretoRotado)),
    }),
    errors: [...CON_CUERPO, 'no_encontrado'],
  },
  eliminarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: both('Elimina un webhook', 'Delete a webhook'),
    description: both(
      'El servicio no le envía nada más, ni siquiera las entregas pendientes.',
      'The service sends nothing more to it, not even pending deliveries.',
    ),
    response: ok('Eliminado.', 'Deleted.', WebhookEliminado, {
      eliminado: example('Eliminado', 'Deleted', exampleOf(WebhookEliminado)),
    }),
  },
  leerSalud: {
    ...DE_UN_WEBHOOK,
    path: '/webhooks/{id}/salud',
    summary: both('Lee cómo está un webhook', 'Read how a webhook is'),
    description: both(
      'Si las entregas de un webhook llegan y, si no, desde cuándo y por qué: para la supervisión de tu propio sistema.',
      'Whether the deliveries of a webhook arrive and, if not, since when and why: for the monitoring of your own system.',
    ),
    response: ok('Cómo está.', 'How it is.', Salud, {
      fallando: example('Está fallando', 'It is failing', exampleOf(Salud)),
    }),
  },
  listarEntregas: {
    ...DE_UN_WEBHOOK,
    path: '/webhooks/{id}/entregas',
    summary: both('Lista las entregas de un webhook', 'List the deliveries of a webhook'),
    description: both(
      'Las entregas hechas o intentadas, de la más reciente a la más antigua: el estado de cada una, cuántos intentos lleva, qué respondió el receptor (hasta 4 KiB) y cuándo es el próximo intento.',
      'The deliveries made or attempted, from the newest to the oldest: the state of each, how many attempts it has had, what the receiver answered (up to 4 KiB) and when the next attempt is.',
    ),
    query: {
      estado: param(
        Type.Enum(FILTROS_ENTREGA),
        'Solo las entregas en este estado; `reintento`: las pendientes que han fallado y se volverán a intentar.',
        'Only deliveries in this state; `reintento`: those pending that have failed and will be tried again.',
        'fallida',
      ),
      limite: param(
        Limite,
        'Cuántas entregas lleva la página.',
        'How many deliveries the page holds.',
        '50',
      ),
      cursor: param(
        Type.String(),
        'El `siguiente` o el `anterior` de otra página del mismo webhook y con el mismo filtro.',
        'The `siguiente` or the `anterior` of another page of the same webhook and with the same filter.',
        '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYTkyNjkx',
      ),
    },
    response: ok('Una página de entregas.', 'A page of deliveries.', PaginaEntregas, {
      pagina: example(
        'Una entregada y una que se reintentará',
        'One delivered, and one that will be retried',
        exampleOf(PaginaEntregas),
      ),
    }),
  },
  probarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/prueba',
    summary: both('Envía un evento de prueba', 'Send a test event'),
    description: both(
      'Envía en el acto un evento inventado, cuyo `id` empieza por `evt_prueba_`, firmado y entregado como los demás, y responde con el resultado. Espera hasta 15 segundos. La prueba no queda en la lista de entregas ni se reintenta, y funciona también con el webhook desactivado.',
      'Sends a made-up event at once, whose `id` begins with `evt_prueba_`, signed and delivered like all others, and answers with the result. Waits up to 15 seconds. The test does not appear in the list of deliveries and is not retried, and it works while the webhook is off, too.',
    ),
    response: ok('El resultado de la prueba.', 'The result of the test.', Prueba, {
      llego: example('Entregada', 'Delivered', exampleOf(Prueba)),
      certificado: example(
        'El certificado del receptor no es válido',
        'The receiver’s certificate is not valid',
        PRUEBA_FALLIDA,
      ),
    }),
  },
  crearReenvio: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/reenvios',
    summary: both('Vuelve a enviar eventos', 'Send events again'),
    description: both(
      'Vuelve a enviar una entrega (`entrega`: su `id`) o todos los eventos desde un momento (`desde`: fecha ISO 8601 con zona), con los mismos `X-Svc-Id`. El reenvío va aparte, sin retrasar los eventos nuevos, y continúa tras una caída del servicio. Envía exactamente uno de los dos campos.',
      'Sends a delivery again (`entrega`: its `id`), or all events since a moment (`desde`: an ISO 8601 date with an offset), with the same `X-Svc-Id`. The re-send runs beside new events without delaying them, and goes on after a crash of the service. Send exactly one of the two fields.',
    ),
    ...takes(
      ReenvioNuevo,
      {
        una: example('Una entrega', 'One delivery', { entrega: EXAMPLE_ID.evento }),
        desde: example('Todo desde un momento', 'Everything since a moment', {
          desde: '2026-11-14T18:00:00Z',
        }),
      },
      REQUEST_BYTES_MAX,
    ),
    response: created('El reenvío, ya en marcha.', 'The re-send, already under way.', Reenvio, {
      desde: example('Todo desde un momento', 'Everything since a moment', {
        ...exampleOf(Reenvio),
        revisados: 0,
        encoladas: 0,
        entregadas: 0,
      }),
    }),
    errors: [...CON_CUERPO, 'no_encontrado'],
  },
  listarReenvios: {
    ...DE_UN_WEBHOOK,
    path: '/webhooks/{id}/reenvios',
    summary: both('Lista los reenvíos y su progreso', 'List the re-sends and their progress'),
    description: both(
      'Los últimos 25 reenvíos, del más reciente al más antiguo.',
      'The last 25 re-sends, from the newest to the oldest.',
    ),
    response: ok('Los reenvíos.', 'The re-sends.', ListaReenvios, {
      uno: example('Uno en marcha', 'One in progress', exampleOf(ListaReenvios)),
    }),
  },
  activarWebhook: {
    ...DE_UN_WEBHOOK,
    method: 'POST',
    path: '/webhooks/{id}/activar',
    summary: both('Activa un webhook', 'Turn a webhook on'),
    description: both(
      'Vuelve a activar un webhook que se desactivó (por un 410 o por cinco días sin un solo éxito). El servicio envía primero un solo evento; si llega, envía el resto de las entregas pendientes, en orden y a un ritmo limitado. Si el webhook ya está activo, no cambia nada.',
      'Turns on again a webhook that was turned off (by a 410, or five days without a success). The service first sends a single event; if it arrives, it sends the rest of the pending deliveries, in order and at a limited rate. If the webhook is already on, nothing changes.',
    ),
    response: ok('El webhook.', 'The webhook.', Webhook, {
      activo: example('Activo de nuevo', 'Active again', exampleOf(Webhook)),
    }),
  },
} as const satisfies Record<string, Ruta>;
