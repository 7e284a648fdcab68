import { XLSX_FILAS_MAX } from '../../exportacion.ts';
import { RANGO_DIAS_MAX } from '../../recursos/resumen.ts';
import { ULTIMO } from '../../rutas/eventos.ts';
import type { Operacion, RUTAS } from '../../rutas/rutas.ts';

/** The key is a security scheme of the document, not a parameter. */
type Parametros<T> = Readonly<Record<Exclude<keyof T, 'llave'>, string>>;

/** The texts of an operation in English. An operation that lacks one does not compile. */
export type RutaEn<O extends Operacion> = Readonly<{
  summary: string;
  description: string;
  response: string;
  params: Parametros<(typeof RUTAS)[O]['params']>;
  query: Parametros<(typeof RUTAS)[O]['query']>;
}>;

const FILTERS = {
  estado: 'Only orders in one of these states, separated by commas.',
  tipo: 'Only orders of this type.',
  desde:
    'Only orders created at this moment or later (`desde` <= `creado_en`). A day alone is its midnight UTC; a whole moment may have any offset.',
  hasta: 'Only orders created before this moment (`creado_en` < `hasta`), written like `desde`.',
};

const EVENT_TYPES =
  'Only events of these types, separated by commas or with the parameter repeated. `pedido.*` and `*` are all but `pedido.importado`, which only those get who name it: it tells of an order of the past that has just been loaded.';

const PEDIDO_ID = { id: 'Identifier of the order, with its prefix `ped_`.' };
const WEBHOOK_ID = { id: 'Identifier of the webhook, with its prefix `wh_`.' };
const NONE = { params: {}, query: {} };

export const RUTAS_EN: { readonly [O in Operacion]: RutaEn<O> } = {
  listarPedidos: {
    summary: 'List orders',
    description:
      'Orders of the key’s restaurant, by descending `id` and in pages. Following `paginacion.siguiente` until it is null walks the whole history.',
    response: 'A page of orders.',
    params: {},
    query: {
      ...FILTERS,
      limite: 'How many orders the page holds. May change from one page to the next.',
      cursor:
        'The `siguiente` or the `anterior` of another page. Opaque, never expires, and only good with the same filters and the same restaurant.',
    },
  },
  leerPedido: {
    summary: 'Read an order',
    description: 'A whole order. That of another restaurant does not exist for this key.',
    response: 'The order.',
    params: PEDIDO_ID,
    query: {},
  },
  leerHistorial: {
    summary: 'Read the history of an order',
    description: 'Everything that was done with the order, from the oldest to the newest.',
    response: 'The history of the order.',
    params: PEDIDO_ID,
    query: {},
  },
  leerCarta: {
    summary: 'Read the menu',
    description:
      'The whole menu: categories, their products and, of each, sizes and groups of options. As long as the restaurant has no menu, `categorias` is empty.',
    response: 'The menu.',
    params: {},
    query: {
      solo_disponibles:
        'With `true`, categories with `activa: false` and products with `disponible: false` are left out. It does not look at `visible_dias` nor `visible_horario`: the menu is the same at any hour, and whoever shows it has to look at them.',
    },
  },
  listarZonas: {
    summary: 'List the delivery zones',
    description: 'The delivery zones with their fee and their polygon (GeoJSON, `[lng, lat]`).',
    response: 'The zones.',
    ...NONE,
  },
  leerRestaurante: {
    summary: 'Read the profile of the restaurant',
    description: 'The profile of the key’s restaurant, without sensitive fiscal data.',
    response: 'The profile.',
    ...NONE,
  },
  leerResumen: {
    summary: 'Sum up the sales of a period',
    description:
      'Figures of a period in the time zone of the restaurant. Cancelled and rejected orders only count in `pedidos_cancelados`.',
    response: 'The summary.',
    params: {},
    query: {
      periodo:
        'Whole local days. `7d` and `30d` are today and the 6 or 29 days before; `mes_actual`, from the first of the current month until today. Not together with `desde` and `hasta`.',
      desde:
        'First day of a range of your own, in the calendar of the restaurant. Needs `hasta`; `periodo` is then `personalizado` in the answer.',
      hasta: `The day after the last one of the range, not part of it. A range has up to ${RANGO_DIAS_MAX} days.`,
    },
  },
  exportarTabla: {
    summary: 'Export all orders at once',
    description: `One answer with all orders that pass the filters, by ascending \`id\`, in the format asked for. \`pedidos\` has a row for each order; \`items\`, for each line; \`iva\`, for each order and VAT rate; \`pagos\`, for each payment. Columns are named like the fields of the order (\`cliente.nombre\` is \`cliente_nombre\`); in \`ndjson\`, \`pedidos\` holds whole orders. In \`xlsx\`, up to ${XLSX_FILAS_MAX} rows, amounts are in the currency and dates in the restaurant’s time. The header \`X-Posicion\` is the position of the events before the first row: following \`/eventos?eventos=pedido.*,pedido.importado\` from there makes a copy without a hole. An export that is cut ends without its last chunk (\`chunked\`): go on with \`despues_de\`. It counts as one request; a key may have two at a time.`,
    response: 'The file.',
    params: { tabla: 'What each row is.' },
    query: {
      formato: 'In which format.',
      ...FILTERS,
      despues_de: 'Only orders that follow this `id`: to go on where another export was cut.',
    },
  },
  escucharEventos: {
    summary: 'Listen to events live',
    description:
      'A connection of Server-Sent Events. The name of each event is its type, its `id` that of the event, and its data an object `Evento` in one line. On connecting and every 25 seconds there is a `conexion.ping`; the first says in `reanudacion` how the connection went on: `nueva` (not asked for), `continuada` (nothing lost) or `reiniciada` (continuity cannot be promised: read the orders again). The `id` of a ping is the last position looked at, with a filter too. The server closes after 5 minutes, give or take 10 %; reconnecting with `Last-Event-ID` loses and repeats nothing. A key may have 20 connections at a time, and each counts as one request.',
    response: 'The connection stays open.',
    params: {},
    query: {
      eventos: EVENT_TYPES,
      'Last-Event-ID':
        'The last `id` received, for those who cannot send the header of that name. The header prevails. `lastEventId`, as some libraries write it, does the same.',
    },
  },
  listarEventos: {
    summary: 'List events',
    description:
      'The same events as the live connection, from the oldest to the newest, for 30 days. `paginacion.siguiente` is the id to go on with and, when there is no more, repeats the last one: just ask again with it. With a filter of fewer types a page may be empty and `siguiente` still move: when it equals the id that was sent, that is the end. `total_aprox` counts the events after `despues_de`, whatever the filter. For a copy without a hole: ask for the position first (`despues_de=ultimo`), then for all pages of orders, and then, with `eventos=pedido.*,pedido.importado`, for the events after that position.',
    response: 'A page of events.',
    params: {},
    query: {
      despues_de: `Only events after this id: that of an event, or the \`siguiente\` of another page. With \`${ULTIMO}\`, none: \`siguiente\` is the current position. Without it, from the oldest that is kept.`,
      eventos: EVENT_TYPES,
      limite: 'How many events the page holds. May change from one page to the next.',
    },
  },
  crearWebhook: {
    summary: 'Register a webhook',
    description:
      'From this moment on, each event subscribed to is sent to `url` with a signed POST. `url` has to be https and of a public machine. Without `eventos`, all are sent (`["*"]`). The answer has `secreto_firma`, which is not shown again. A restaurant may have up to 20 webhooks.',
    response: 'The webhook, with its secret.',
    ...NONE,
  },
  listarWebhooks: {
    summary: 'List the webhooks',
    description:
      'The webhooks of the restaurant, from the oldest to the newest, without their secrets.',
    response: 'The webhooks.',
    ...NONE,
  },
  cambiarWebhook: {
    summary: 'Change a webhook',
    description:
      'Changes the fields that are given: `url` (by the rules of registering), `nombre` (null takes it away) and `eventos`. What was owed is sent to the new address; events whose sending had not begun follow the new types. The secret does not change, and a webhook that is off stays off.',
    response: 'The webhook, changed.',
    params: WEBHOOK_ID,
    query: {},
  },
  rotarSecreto: {
    summary: 'Rotate the signing secret',
    description:
      'Makes another `secreto_firma`, which is not shown again. For `solape_horas` the earlier one stays good and every delivery has the signatures of both: `webhook-signature` has the two, `X-Svc-Firma` one and `X-Svc-Firma-Alterna` the other. A receiver that knows a single secret may change it whenever it likes, too: when it answers 4xx, `X-Svc-Firma` goes on with the other. With `solape_horas: 0`, all earlier ones are void at once.',
    response: 'The new secret.',
    params: WEBHOOK_ID,
    query: {},
  },
  eliminarWebhook: {
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it, nor what was still owed.',
    response: 'Deleted.',
    params: WEBHOOK_ID,
    query: {},
  },
  listarEntregas: {
    summary: 'List the deliveries of a webhook',
    description:
      'What was sent or tried, from the newest to the oldest: how each delivery stands, how many attempts it had, what the other side answered (up to 4 KiB) and when the next one is.',
    response: 'A page of deliveries.',
    params: WEBHOOK_ID,
    query: {
      estado: 'Only deliveries in this state.',
      limite: 'How many deliveries the page holds.',
      cursor:
        'The `siguiente` or the `anterior` of another page of the same webhook and with the same filter.',
    },
  },
  probarWebhook: {
    summary: 'Send a test event',
    description:
      'Sends an invented event now, whose `id` begins with `evt_prueba_`, signed and by the same way as all others, and answers what happened. Waits up to 15 seconds. It is neither in the list of deliveries nor repeated, and works while the webhook is off, too.',
    response: 'What happened.',
    params: WEBHOOK_ID,
    query: {},
  },
  crearReenvio: {
    summary: 'Send again',
    description:
      'Sends a delivery again (`entrega`: its `id`), or everything since a moment (`desde`: an ISO 8601 date with an offset), with the same `X-Svc-Id`. It runs beside what is new without delaying it, and goes on after a crash. One of the two fields is needed.',
    response: 'The re-send, already under way.',
    params: WEBHOOK_ID,
    query: {},
  },
  listarReenvios: {
    summary: 'List the re-sends and their progress',
    description: 'The last 25 re-sends, from the newest to the oldest.',
    response: 'The re-sends.',
    params: WEBHOOK_ID,
    query: {},
  },
  activarWebhook: {
    summary: 'Turn a webhook on',
    description:
      'Turns a webhook on again that was turned off (by a 410, or five days without a success). First a single event is sent; if it arrives, the rest of what is owed, in order and at a limited pace. With the webhook on, nothing changes.',
    response: 'The webhook.',
    params: WEBHOOK_ID,
    query: {},
  },
};
