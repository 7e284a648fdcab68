import Type from 'typebox';
import { both } from '../bilingual.ts';
import { TOKEN_PATTERN } from '../ids.ts';
import { FILTROS_EVENTO } from '../recursos/evento.ts';
import { Limite, PaginaEventos } from '../recursos/paginacion.ts';
import { ENTREGADO, FLUJO, NUEVO } from './ejemplos.ts';
import { COMUNES, example, LECTURA, ok, param, type Ruta } from './ruta.ts';

/** Stands for an event id: the current position of the log. */
export const ULTIMO = 'ultimo';

const TIPOS = param(
  Type.Array(Type.Enum(FILTROS_EVENTO), { minItems: 1 }),
  'Solo los eventos de estos tipos, separados por comas o repitiendo el parámetro. `pedido.*` y `*` equivalen a todos los tipos menos `pedido.importado`, que solo recibes si lo nombras: anuncia un pedido del pasado que se acaba de cargar.',
  'Only events of these types, separated by commas or by repeating the parameter. `pedido.*` and `*` mean all types except `pedido.importado`, which you get only if you name it: it announces an order of the past that has just been loaded.',
  'pedido.nuevo,pedido.cancelado',
);

export const RUTAS_EVENTOS = {
  escucharEventos: {
    ...LECTURA,
    path: '/stream',
    alcance: 'stream.escuchar',
    tag: 'Eventos',
    summary: both('Escucha los eventos en directo', 'Listen to events live'),
    description: both(
      'Un flujo de Server-Sent Events. El nombre de cada evento es su tipo, su `id` es el del evento y sus datos son un objeto `Evento` en una línea. Al conectar y cada 25 segundos llega un `conexion.ping`; en el primero, `reanudacion` dice si el flujo pudo reanudarse: `nueva` (no enviaste ningún id), `continuada` (no se perdió nada) o `reiniciada` (pueden faltar eventos: lee de nuevo los pedidos). El `id` de un ping es la última posición que el flujo ha examinado, aunque un filtro no dejara pasar nada. El servidor cierra la conexión a los 5 minutos, más o menos un 10 %; si reconectas con `Last-Event-ID`, ningún evento se pierde ni se repite. Una llave puede tener 20 conexiones a la vez, y cada una cuenta como una petición.',
      'A stream of Server-Sent Events. The name of each event is its type, its `id` is that of the event, and its data is an `Evento` object on one line. A `conexion.ping` arrives on connecting and every 25 seconds; in the first one, `reanudacion` says whether the stream could resume: `nueva` (you sent no id), `continuada` (nothing was lost) or `reiniciada` (events may be missing: read the orders again). The `id` of a ping is the last position that the stream has checked, even if a filter let nothing through. The server closes the connection after 5 minutes, give or take 10 %; if you reconnect with `Last-Event-ID`, no event is lost or repeated. A key may have 20 connections at a time, and each counts as one request.',
    ),
    query: {
      llave: param(
        Type.String({ pattern: TOKEN_PATTERN.source }),
        'La llave, para clientes que no pueden enviar cabeceras.',
        'The key, for clients that cannot send headers.',
        'svc_live_00112233445566778899aabbccddeeff',
      ),
      eventos: TIPOS,
      'Last-Event-ID': param(
        Type.String(),
        'El último `id` que recibiste, para clientes que no pueden enviar la cabecera del mismo nombre. La cabecera prevalece.',
        'The last `id` that you received, for clients that cannot send the header of the same name. The header takes precedence.',
        'evt_0000002tgk9w3x5yp3xhfrv070',
      ),
      lastEventId: param(
        Type.String(),
        'Lo mismo que `Last-Event-ID`, como lo escriben event-source-polyfill y reconnecting-eventsource. Prevalece sobre ese parámetro.',
        'The same as `Last-Event-ID`, as event-source-polyfill and reconnecting-eventsource write it. It takes precedence over that parameter.',
        'evt_0000002tgk9w3x5yp3xhfrv070',
      ),
    },
    response: {
      ...ok('La conexión queda abierta.', 'The connection stays open.', Type.String(), {
        reanudada: example(
          'Una conexión reanudada y un evento',
          'A resumed connection and an event',
          FLUJO,
        ),
      }),
      mediaTypes: ['text/event-stream'],
      headers: ['X-Accel-Buffering'],
    },
  },
  listarEventos: {
    ...LECTURA,
    path: '/eventos',
    alcance: 'pedidos.leer',
    tag: 'Eventos',
    summary: both('Lista los eventos', 'List events'),
    description: both(
      'Los mismos eventos que da el flujo, del más antiguo al más reciente; se guardan 30 días. `paginacion.siguiente` es el id desde el que seguir. Cuando no hay más eventos, repite el último id: guárdalo y pregunta de nuevo con él. Con un filtro de menos tipos, una página puede venir vacía aunque `siguiente` avance: has llegado al final cuando es igual al id que enviaste. `total_aprox` cuenta los eventos posteriores a `despues_de`, sea cual sea el filtro. Para tener una copia sin huecos: pide primero la posición (`despues_de=ultimo`), lee luego todas las páginas de pedidos y después, con `eventos=pedido.*,pedido.importado`, los eventos posteriores a esa posición.',
      'The same events as the stream, from the oldest to the newest; they are kept for 30 days. `paginacion.siguiente` is the id to go on from. When there are no more events, it repeats the last id: keep it, and ask again with it. With a filter of fewer types, a page may be empty although `siguiente` moves: you have reached the end when it equals the id that you sent. `total_aprox` counts the events after `despues_de`, whatever the filter. For a copy without gaps: first ask for the position (`despues_de=ultimo`), then read all pages of orders, and then, with `eventos=pedido.*,pedido.importado`, the events after that position.',
    ),
    query: {
      despues_de: param(
        Type.String(),
        `Solo los eventos posteriores a este id: el de un evento o el \`siguiente\` de otra página. \`${ULTIMO}\` no da eventos y, en \`siguiente\`, da la posición actual. Por defecto, la página empieza por el evento más antiguo que se guarda.`,
        `Only events after this id: the id of an event, or the \`siguiente\` of another page. \`${ULTIMO}\` gives no events and, in \`siguiente\`, the current position. By default, the page begins with the oldest event that is kept.`,
        'evt_0000002tge9w3x5yhmnmfmx0yk',
      ),
      eventos: TIPOS,
      limite: param(
        Limite,
        'Cuántos eventos lleva la página. Puede cambiar de una página a otra.',
        'How many events the page holds. May change from one page to the next.',
        '100',
      ),
    },
    response: ok('Una página de eventos.', 'A page of events.', PaginaEventos, {
      pagina: example('Dos eventos, y hay más', 'Two events, and there are more', {
        datos: [NUEVO, ENTREGADO],
        paginacion: { limite: 2, siguiente: ENTREGADO.id, anterior: null, total_aprox: 31 },
      }),
      ultimo: example(
        'La posición actual, con `despues_de=ultimo`',
        'The current position, with `despues_de=ultimo`',
        {
          datos: [],
          paginacion: { limite: 25, siguiente: ENTREGADO.id, anterior: null, total_aprox: 0 },
        },
      ),
    }),
    errors: [...COMUNES, 'eventos_caducados'],
  },
} as const satisfies Record<string, Ruta>;
