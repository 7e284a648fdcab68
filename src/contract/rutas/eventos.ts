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
  'Solo los eventos de estos tipos, separados por comas o con el parámetro repetido. `pedido.*` y `*` son todos menos `pedido.importado`, que solo se da a quien lo nombra: avisa de un pedido del pasado que se acaba de cargar.',
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
      'Conexión de Server-Sent Events. El nombre de cada evento es su tipo, su `id` el del evento y sus datos un objeto `Evento` en una línea. Al conectar y cada 25 segundos llega un `conexion.ping`; el primero dice en `reanudacion` cómo se reanudó: `nueva` (no se pidió), `continuada` (sin pérdida) o `reiniciada` (la continuidad no se puede asegurar: lee de nuevo los pedidos). El `id` de un ping es la última posición examinada, también con filtro. El servidor cierra a los 5 minutos, más o menos un 10 %; al reconectar con `Last-Event-ID` no se pierde ni se repite nada. Una llave puede tener 20 conexiones a la vez, y cada conexión cuenta como una petición.',
    query: {
      llave: param(
        Type.String({ pattern: TOKEN_PATTERN.source }),
        'La llave, para quien no puede enviar cabeceras.',
        'svc_live_00112233445566778899aabbccddeeff',
      ),
      eventos: TIPOS,
      'Last-Event-ID': param(
        Type.String(),
        'El último `id` recibido, para quien no puede enviar la cabecera del mismo nombre. La cabecera prevalece. También vale como `lastEventId`, que es como lo escriben algunas bibliotecas.',
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
      'Los mismos eventos que da la conexión en directo, del más antiguo al más reciente, durante 30 días. `paginacion.siguiente` es el id con el que seguir y, cuando no hay más, repite el último: basta con preguntar de nuevo con él. Con un filtro de menos tipos, una página puede venir vacía y `siguiente` avanzar: si es igual al id que se envió, se ha llegado al final. `total_aprox` cuenta los eventos que siguen a `despues_de`, sin mirar el filtro. Para tener una copia sin huecos: pide primero la posición (`despues_de=ultimo`), luego todas las páginas de pedidos y después, con `eventos=pedido.*,pedido.importado`, los eventos que siguen a esa posición.',
    query: {
      despues_de: param(
        Type.String(),
        `Solo los eventos que siguen a este id: el de un evento o el \`siguiente\` de otra página. Con \`${ULTIMO}\`, ninguno: \`siguiente\` es la posición actual. Si falta, desde el más antiguo que se guarda.`,
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
