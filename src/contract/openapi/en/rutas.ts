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
    'Only orders created at this moment or later (`desde` <= `creado_en`). A date alone means its midnight UTC; a date with a time may have any offset.',
  hasta:
    'Only orders created before this moment (`creado_en` < `hasta`), in the same format as `desde`.',
};

const EVENT_TYPES =
  'Only events of these types, separated by commas or by repeating the parameter. `pedido.*` and `*` mean all types except `pedido.importado`, which you get only if you name it: it announces an order of the past that has just been loaded.';

const PEDIDO_ID = { id: 'Identifier of the order, with its prefix `ped_`.' };
const WEBHOOK_ID = { id: 'Identifier of the webhook, with its prefix `wh_`.' };
const NONE = { params: {}, query: {} };

export const RUTAS_EN: { readonly [O in Operacion]: RutaEn<O> } = {
  listarPedidos: {
    summary: 'List orders',
    description:
      'The orders of the key’s restaurant, in pages and by descending `id`. Follow `paginacion.siguiente` until it is null to walk through all of them.',
    response: 'A page of orders.',
    params: {},
    query: {
      ...FILTERS,
      limite: 'How many orders the page holds. May change from one page to the next.',
      cursor:
        'The `siguiente` or the `anterior` of another page. It is opaque, never expires, and is valid only with the same filters and the same restaurant.',
    },
  },
  leerPedido: {
    summary: 'Read an order',
    description: 'A whole order. An order of another restaurant gives 404.',
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
      'The whole menu: the categories with their products, and each product with its sizes and option groups. If the restaurant has no menu yet, `categorias` is empty.',
    response: 'The menu.',
    params: {},
    query: {
      solo_disponibles:
        'With `true`, the menu leaves out categories with `activa: false` and products with `disponible: false`. It ignores `visible_dias` and `visible_horario`: the menu is the same at any hour, and your program has to check them when it shows the menu.',
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
    summary: 'Summarise the sales of a period',
    description:
      'Figures of a period in the time zone of the restaurant. Cancelled and rejected orders only count in `pedidos_cancelados`.',
    response: 'The summary.',
    params: {},
    query: {
      periodo:
        'Whole local days. `7d` and `30d` are today and the 6 or 29 days before; `mes_actual` runs from the first of the current month until today. Cannot be combined with `desde` and `hasta`.',
      desde:
        'First day of a range of your own, as a local date of the restaurant. Requires `hasta`; in the answer, `periodo` is then `personalizado`.',
      hasta: `The day after the last day of the range. A range has at most ${RANGO_DIAS_MAX} days.`,
    },
  },
  exportarTabla: {
    summary: 'Export all orders at once',
    description: `One answer with all orders that match the filters, by ascending \`id\`, in the format that you ask for. \`pedidos\` has a row for each order; \`items\`, for each line of an order; \`iva\`, for each order and VAT rate; \`pagos\`, for each payment. Columns are named like the fields of the order (\`cliente.nombre\` is \`cliente_nombre\`); in \`ndjson\`, \`pedidos\` holds whole orders. An \`xlsx\` has up to ${XLSX_FILAS_MAX} rows, with amounts in the currency, not in cents, and dates in the restaurant’s time. The header \`X-Posicion\` is the position in the events before the first row: follow \`/eventos?eventos=pedido.*,pedido.importado\` from there for a copy without gaps. An answer that is cut off ends without its last chunk (\`chunked\`): go on with \`despues_de\`. An export counts as one request; a key may have two at a time.`,
    response: 'The file.',
    params: { tabla: 'What each row holds.' },
    query: {
      formato: 'Format of the file.',
      ...FILTERS,
      despues_de: 'Only orders after this `id`: to go on where another export was cut off.',
    },
  },
  escucharEventos: {
    summary: 'Listen to events live',
    description:
      'A stream of Server-Sent Events. The name of each event is its type, its `id` is that of the event, and its data is an `Evento` object on one line. A `conexion.ping` arrives on connecting and every 25 seconds; in the first one, `reanudacion` says whether the stream could resume: `nueva` (you sent no id), `continuada` (nothing was lost) or `reiniciada` (events may be missing: read the orders again). The `id` of a ping is the last position that the stream has checked, even if a filter let nothing through. The server closes the connection after 5 minutes, give or take 10 %; if you reconnect with `Last-Event-ID`, no event is lost or repeated. A key may have 20 connections at a time, and each counts as one request.',
    response: 'The connection stays open.',
    params: {},
    query: {
      eventos: EVENT_TYPES,
      'Last-Event-ID':
        'The last `id` that you received, for clients that cannot send the header of the same name. The header takes precedence. The parameter `lastEventId`, as some libraries write it, does the same.',
    },
  },
  listarEventos: {
    summary: 'List events',
    description:
      'The same events as the stream, from the oldest to the newest; they are kept for 30 days. `paginacion.siguiente` is the id to go on from. When there are no more events, it repeats the last id: keep it, and ask again with it. With a filter of fewer types, a page may be empty although `siguiente` moves: you have reached the end when it equals the id that you sent. `total_aprox` counts the events after `despues_de`, whatever the filter. For a copy without gaps: first ask for the position (`despues_de=ultimo`), then read all pages of orders, and then, with `eventos=pedido.*,pedido.importado`, the events after that position.',
    response: 'A page of events.',
    params: {},
    query: {
      despues_de: `Only events after this id: the id of an event, or the \`siguiente\` of another page. \`${ULTIMO}\` gives no events and, in \`siguiente\`, the current position. By default, the page begins with the oldest event that is kept.`,
      eventos: EVENT_TYPES,
      limite: 'How many events the page holds. May change from one page to the next.',
    },
  },
  crearWebhook: {
    summary: 'Register a webhook',
    description:
      'From this moment on, the service sends each event of the subscribed types to `url` with a signed POST. `url` has to be https and on a public machine. By default, `eventos` is `["*"]`: all types. The answer has `secreto_firma`, which is not shown again. A restaurant may have up to 20 webhooks.',
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
      'Changes the fields that you send: `url` (by the same rules as on registration), `nombre` (null removes it) and `eventos`. Pending deliveries go to the new URL; the new types apply to events that the service has not begun to send. The secret does not change, and a webhook that is off stays off.',
    response: 'The webhook, changed.',
    params: WEBHOOK_ID,
    query: {},
  },
  rotarSecreto: {
    summary: 'Rotate the signing secret',
    description:
      'Creates another `secreto_firma`, which is not shown again. For `solape_horas` the earlier secret stays valid and every delivery is signed with both: `webhook-signature` has both signatures, `X-Svc-Firma` one and `X-Svc-Firma-Alterna` the other. A receiver that knows a single secret can change it whenever it likes, too: after it answers 4xx, the service signs `X-Svc-Firma` with the other. With `solape_horas: 0`, all earlier secrets are void at once.',
    response: 'The new secret.',
    params: WEBHOOK_ID,
    query: {},
  },
  eliminarWebhook: {
    summary: 'Delete a webhook',
    description: 'The service sends nothing more to it, not even pending deliveries.',
    response: 'Deleted.',
    params: WEBHOOK_ID,
    query: {},
  },
  listarEntregas: {
    summary: 'List the deliveries of a webhook',
    description:
      'The deliveries made or attempted, from the newest to the oldest: the state of each, how many attempts it has had, what the receiver answered (up to 4 KiB) and when the next attempt is.',
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
      'Sends a made-up event at once, whose `id` begins with `evt_prueba_`, signed and delivered like all others, and answers with the result. Waits up to 15 seconds. The test does not appear in the list of deliveries and is not retried, and it works while the webhook is off, too.',
    response: 'The result of the test.',
    params: WEBHOOK_ID,
    query: {},
  },
  crearReenvio: {
    summary: 'Send events again',
    description:
      'Sends a delivery again (`entrega`: its `id`), or all events since a moment (`desde`: an ISO 8601 date with an offset), with the same `X-Svc-Id`. The re-send runs beside new events without delaying them, and goes on after a crash of the service. Send exactly one of the two fields.',
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
      'Turns on again a webhook that was turned off (by a 410, or five days without a success). The service first sends a single event; if it arrives, it sends the rest of the pending deliveries, in order and at a limited rate. If the webhook is already on, nothing changes.',
    response: 'The webhook.',
    params: WEBHOOK_ID,
    query: {},
  },
};
