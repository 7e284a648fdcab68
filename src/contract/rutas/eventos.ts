import Type from 'typebox';
import { TOKEN_PATTERN } from '../ids.ts';
import { Evento, FILTROS_EVENTO } from '../recursos/evento.ts';
import { Limite, Paginacion } from '../recursos/paginacion.ts';
import { Exact } from '../scalars.ts';
import { COMUNES, LECTURA, param, type Ruta } from './ruta.ts';

export const PaginaEventos = Exact({ datos: Type.Array(Evento), paginacion: Paginacion });

/** Stands for an event id: the current position of the log. */
export const ULTIMO = 'ultimo';

const TIPOS = param(
  Type.Array(Type.Enum(FILTROS_EVENTO), { minItems: 1 }),
  'Solo los eventos de estos tipos, separados por comas o repitiendo el parámetro. `pedido.*` y `*` equivalen a todos los tipos menos `pedido.importado`, que solo recibes si lo nombras: anuncia un pedido del pasado que se acaba de cargar.',
  'pedido.nuevo,pedido.cancelado',
);

export const RUTAS_EVENTOS = {
  escucharEventos: {
    ...LECTURA,
    path: '/stream',
    alcance: 'stream.escuchar',
    tag: 'Eventos',
    summary: 'Escucha los eventos en directo',
    description:
      'Un flujo de Server-Sent Events. El nombre de cada evento es su tipo, su `id` es el del evento y sus datos son un objeto `Evento` en una línea. Al conectar y cada 25 segundos llega un `conexion.ping`; en el primero, `reanudacion` dice si el flujo pudo reanudarse: `nueva` (no enviaste ningún id), `continuada` (no se perdió nada) o `reiniciada` (pueden faltar eventos: lee de nuevo los pedidos). El `id` de un ping es la última posición que el flujo ha examinado, aunque un filtro no dejara pasar nada. El servidor cierra la conexión a los 5 minutos, más o menos un 10 %; si reconectas con `Last-Event-ID`, ningún evento se pierde ni se repite. Una llave puede tener 20 conexiones a la vez, y cada una cuenta como una petición.',
    query: {
      llave: param(
        Type.String({ pattern: TOKEN_PATTERN.source }),
        'La llave, para clientes que no pueden enviar cabeceras.',
        'svc_live_00112233445566778899aabbccddeeff',
      ),
      eventos: TIPOS,
      'Last-Event-ID': param(
        Type.String(),
        'El último `id` que recibiste, para clientes que no pueden enviar la cabecera del mismo nombre. La cabecera prevalece. El parámetro `lastEventId`, que es como lo escriben algunas bibliotecas, hace lo mismo.',
        'evt_0000002tgk9w3x5yp3xhfrv070',
      ),
    },
    response: {
      status: 200,
      description: 'La conexión queda abierta.',
      mediaTypes: ['text/event-stream'],
      headers: ['X-Accel-Buffering'],
      schema: Type.String(),
    },
  },
  listarEventos: {
    ...LECTURA,
    path: '/eventos',
    alcance: 'pedidos.leer',
    tag: 'Eventos',
    summary: 'Lista los eventos',
    description:
      'Los mismos eventos que da el flujo, del más antiguo al más reciente; se guardan 30 días. `paginacion.siguiente` es el id desde el que seguir. Cuando no hay más eventos, repite el último id: guárdalo y pregunta de nuevo con él. Con un filtro de menos tipos, una página puede venir vacía aunque `siguiente` avance: has llegado al final cuando es igual al id que enviaste. `total_aprox` cuenta los eventos posteriores a `despues_de`, sea cual sea el filtro. Para tener una copia sin huecos: pide primero la posición (`despues_de=ultimo`), lee luego todas las páginas de pedidos y después, con `eventos=pedido.*,pedido.importado`, los eventos posteriores a esa posición.',
    query: {
      despues_de: param(
        Type.String(),
        `Solo los eventos posteriores a este id: el de un evento o el \`siguiente\` de otra página. \`${ULTIMO}\` no da eventos y, en \`siguiente\`, da la posición actual. Por defecto, la página empieza por el evento más antiguo que se guarda.`,
        'evt_0000002tge9w3x5yhmnmfmx0yk',
      ),
      eventos: TIPOS,
      limite: param(
        Limite,
        'Cuántos eventos lleva la página. Puede cambiar de una página a otra.',
        '100',
      ),
    },
    response: { status: 200, description: 'Una página de eventos.', schema: PaginaEventos },
    errors: [...COMUNES, 'eventos_caducados'],
  },
} as const satisfies Record<string, Ruta>;
