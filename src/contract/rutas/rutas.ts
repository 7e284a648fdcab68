import Type from 'typebox';
import { both } from '../bilingual.ts';
import { exampleOf } from '../fields.ts';
import { Fecha } from '../instante.ts';
import { Carta } from '../recursos/carta.ts';
import { Historial } from '../recursos/historial.ts';
import { Limite, PaginaPedidos } from '../recursos/paginacion.ts';
import { Pedido } from '../recursos/pedido.ts';
import { Restaurante } from '../recursos/restaurante.ts';
import { PERIODOS, RANGO_DIAS_MAX, Resumen } from '../recursos/resumen.ts';
import { ListaZonas } from '../recursos/zona.ts';
import { Id, withDefault } from '../scalars.ts';
import { RUTAS_CAJA } from './caja.ts';
import { RUTAS_CIERRES } from './cierres.ts';
import { PEDIDO_MESA, PEDIDO_REPARTO } from './ejemplos.ts';
import { RUTAS_EVENTOS } from './eventos.ts';
import { RUTAS_EXPORTACION } from './exportacion.ts';
import { FILTROS } from './filtros.ts';
import { COMUNES, example, LECTURA, ok, param, type Ruta } from './ruta.ts';
import { RUTAS_WEBHOOKS } from './webhooks.ts';

const PEDIDO_ID = param(
  Id('pedido'),
  'Identificador del pedido, con su prefijo `ped_`.',
  'Identifier of the order, with its prefix `ped_`.',
  'ped_01m7dtednjhcfgb5qpqadz4za0',
);

const DE_PEDIDOS = { ...LECTURA, alcance: 'pedidos.leer', tag: 'Pedidos' } as const;
const DE_RESTAURANTE = { ...LECTURA, alcance: 'restaurante.leer', tag: 'Restaurante' } as const;

/** The HTTP layer routes by this table, and the OpenAPI document is made from it. */
export const RUTAS = {
  listarPedidos: {
    ...DE_PEDIDOS,
    path: '/pedidos',
    summary: both('Lista los pedidos', 'List orders'),
    description: both(
      'Los pedidos del restaurante de la llave, por páginas y por `id` descendente. Sigue `paginacion.siguiente` hasta que sea null para recorrer todos.',
      'The orders of the key’s restaurant, in pages and by descending `id`. Follow `paginacion.siguiente` until it is null to walk through all of them.',
    ),
    query: {
      ...FILTROS,
      limite: param(
        Limite,
        'Cuántos pedidos lleva la página. Puede cambiar de una página a otra.',
        'How many orders the page holds. May change from one page to the next.',
        '50',
      ),
      cursor: param(
        Type.String(),
        'El `siguiente` o el `anterior` de otra página. Es opaco, no caduca y solo sirve con los mismos filtros y el mismo restaurante.',
        'The `siguiente` or the `anterior` of another page. It is opaque, never expires, and is valid only with the same filters and the same restaurant.',
        '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYXBlZF8wMW03ZHRlZG5qaGNmZ2I1cXBxYWR6NHphMA',
      ),
    },
    response: ok('Una página de pedidos.', 'A page of orders.', PaginaPedidos, {
      primera: example('Primera página de dos pedidos', 'First page of two orders', {
        ...exampleOf(PaginaPedidos),
        datos: [PEDIDO_REPARTO, PEDIDO_MESA],
      }),
      vacia: example('Nada cumple los filtros', 'Nothing matches the filters', {
        datos: [],
        paginacion: { limite: 25, siguiente: null, anterior: null, total_aprox: 0 },
      }),
    }),
  },
  leerPedido: {
    ...DE_PEDIDOS,
    path: '/pedidos/{id}',
    summary: both('Lee un pedido', 'Read an order'),
    description: both(
      'Un pedido entero. Un pedido de otro restaurante da 404, y también su número en lugar del `id`: por número se busca con `GET /pedidos?numero=`.',
      'A whole order. An order of another restaurant gives 404, and so does its number in place of the `id`: look a number up with `GET /pedidos?numero=`.',
    ),
    params: { id: PEDIDO_ID },
    response: ok('El pedido.', 'The order.', Pedido, {
      reparto: example(
        'Un pedido de reparto ya entregado',
        'A delivery order, already delivered',
        PEDIDO_REPARTO,
      ),
      mesa: example(
        'Un pedido de mesa aún sin aceptar',
        'A table order, not accepted yet',
        PEDIDO_MESA,
      ),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
  leerHistorial: {
    ...DE_PEDIDOS,
    path: '/pedidos/{id}/historial',
    summary: both('Lee el historial de un pedido', 'Read the history of an order'),
    description: both(
      'Todo lo que se hizo con el pedido, de lo más antiguo a lo más reciente.',
      'Everything that was done with the order, from the oldest to the newest.',
    ),
    params: { id: PEDIDO_ID },
    response: ok('El historial del pedido.', 'The history of the order.', Historial, {
      entregado: example(
        'De la creación a la entrega',
        'From creation to delivery',
        exampleOf(Historial),
      ),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
  leerCarta: {
    ...LECTURA,
    path: '/carta',
    alcance: 'carta.leer',
    tag: 'Carta',
    summary: both('Lee la carta', 'Read the menu'),
    description: both(
      'La carta entera: las categorías con sus productos, y cada producto con sus tamaños y grupos de opciones. Si el restaurante aún no tiene carta, `categorias` viene vacía.',
      'The whole menu: the categories with their products, and each product with its sizes and option groups. If the restaurant has no menu yet, `categorias` is empty.',
    ),
    query: {
      solo_disponibles: param(
        withDefault(Type.Boolean(), false),
        'Con `true`, la carta omite las categorías con `activa: false` y los productos con `disponible: false`. No tiene en cuenta `visible_dias` ni `visible_horario`: la carta es la misma a cualquier hora, y tu programa ha de comprobarlos al mostrarla.',
        'With `true`, the menu leaves out categories with `activa: false` and products with `disponible: false`. It ignores `visible_dias` and `visible_horario`: the menu is the same at any hour, and your program has to check them when it shows the menu.',
        'true',
      ),
    },
    response: ok('La carta.', 'The menu.', Carta, {
      carta: example('Una carta breve', 'A short menu', exampleOf(Carta)),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
  listarZonas: {
    ...DE_RESTAURANTE,
    path: '/zonas',
    summary: both('Lista las zonas de reparto', 'List the delivery zones'),
    description: both(
      'Las zonas de reparto con su tarifa y su polígono (GeoJSON, `[lng, lat]`).',
      'The delivery zones with their fee and their polygon (GeoJSON, `[lng, lat]`).',
    ),
    response: ok('Las zonas.', 'The zones.', ListaZonas, {
      zonas: example('Una zona', 'A zone', exampleOf(ListaZonas)),
    }),
  },
  leerRestaurante: {
    ...DE_RESTAURANTE,
    path: '/restaurante',
    summary: both('Lee el perfil del restaurante', 'Read the profile of the restaurant'),
    description: both(
      'El perfil del restaurante de la llave, sin datos fiscales sensibles.',
      'The profile of the key’s restaurant, without sensitive fiscal data.',
    ),
    response: ok('El perfil.', 'The profile.', Restaurante, {
      perfil: example('El perfil de Casa Pepa', 'The profile of Casa Pepa', exampleOf(Restaurante)),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
  leerResumen: {
    ...DE_PEDIDOS,
    path: '/resumen',
    summary: both('Resume las ventas de un periodo', 'Summarise the sales of a period'),
    description: both(
      'Cifras de un periodo en la zona horaria del restaurante. Los pedidos cancelados y rechazados solo cuentan en `pedidos_cancelados`.',
      'Figures of a period in the time zone of the restaurant. Cancelled and rejected orders only count in `pedidos_cancelados`.',
    ),
    query: {
      periodo: param(
        withDefault(Type.Enum(PERIODOS), 'hoy'),
        'Días locales enteros. `7d` y `30d` son hoy y los 6 o 29 días anteriores; `mes_actual` va del día 1 del mes en curso hasta hoy. No se combina con `desde` y `hasta`.',
        'Whole local days. `7d` and `30d` are today and the 6 or 29 days before; `mes_actual` runs from the first of the current month until today. Cannot be combined with `desde` and `hasta`.',
        '7d',
      ),
      desde: param(
        Fecha,
        'Primer día de un rango propio, en fecha local del restaurante. Requiere `hasta`; en la respuesta, `periodo` es entonces `personalizado`.',
        'First day of a range of your own, as a local date of the restaurant. Requires `hasta`; in the answer, `periodo` is then `personalizado`.',
        '2026-10-01',
      ),
      hasta: param(
        Fecha,
        `El día siguiente al último del rango. El rango tiene como máximo ${RANGO_DIAS_MAX} días.`,
        `The day after the last day of the range. A range has at most ${RANGO_DIAS_MAX} days.`,
        '2026-11-01',
      ),
    },
    response: ok('El resumen.', 'The summary.', Resumen, {
      semana: example('Los últimos siete días', 'The last seven days', exampleOf(Resumen)),
    }),
    errors: [...COMUNES, 'no_encontrado'],
  },
  ...RUTAS_CAJA,
  ...RUTAS_CIERRES,
  ...RUTAS_EXPORTACION,
  ...RUTAS_EVENTOS,
  ...RUTAS_WEBHOOKS,
} as const satisfies Record<string, Ruta>;

/** A map keyed by this type, such as that of the handlers, must name every operation. */
export type Operacion = keyof typeof RUTAS;

export const OPERACIONES = Object.keys(RUTAS) as Operacion[];
