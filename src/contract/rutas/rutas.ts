import Type from 'typebox';
import { Fecha } from '../instante.ts';
import { Carta } from '../recursos/carta.ts';
import { Historial } from '../recursos/historial.ts';
import { Limite, Paginacion } from '../recursos/paginacion.ts';
import { Pedido } from '../recursos/pedido.ts';
import { Restaurante } from '../recursos/restaurante.ts';
import { PERIODOS, RANGO_DIAS_MAX, Resumen } from '../recursos/resumen.ts';
import { Zona } from '../recursos/zona.ts';
import { Exact, Id, withDefault } from '../scalars.ts';
import { RUTAS_EVENTOS } from './eventos.ts';
import { RUTAS_EXPORTACION } from './exportacion.ts';
import { FILTROS } from './filtros.ts';
import { COMUNES, LECTURA, param, type Ruta } from './ruta.ts';
import { RUTAS_WEBHOOKS } from './webhooks.ts';

export const PaginaPedidos = Exact({ datos: Type.Array(Pedido), paginacion: Paginacion });
export const ListaZonas = Exact({ datos: Type.Array(Zona) });

const PEDIDO_ID = param(
  Id('pedido'),
  'Identificador del pedido, con su prefijo `ped_`.',
  'ped_01m7dtednjhcfgb5qpqadz4za0',
);

const DE_PEDIDOS = { ...LECTURA, alcance: 'pedidos.leer', tag: 'Pedidos' } as const;
const DE_RESTAURANTE = { ...LECTURA, alcance: 'restaurante.leer', tag: 'Restaurante' } as const;

/** The HTTP layer routes by this table, and the OpenAPI document is made from it. */
export const RUTAS = {
  listarPedidos: {
    ...DE_PEDIDOS,
    path: '/pedidos',
    summary: 'Lista los pedidos',
    description:
      'Los pedidos del restaurante de la llave, por páginas y por `id` descendente. Sigue `paginacion.siguiente` hasta que sea null para recorrer todos.',
    query: {
      ...FILTROS,
      limite: param(
        Limite,
        'Cuántos pedidos lleva la página. Puede cambiar de una página a otra.',
        '50',
      ),
      cursor: param(
        Type.String(),
        'El `siguiente` o el `anterior` de otra página. Es opaco, no caduca y solo sirve con los mismos filtros y el mismo restaurante.',
        '8dRdex4_UsSdFd4dkhfmKIVrBm2HiN1rYXBlZF8wMW03ZHRlZG5qaGNmZ2I1cXBxYWR6NHphMA',
      ),
    },
    response: { status: 200, description: 'Una página de pedidos.', schema: PaginaPedidos },
  },
  leerPedido: {
    ...DE_PEDIDOS,
    path: '/pedidos/{id}',
    summary: 'Lee un pedido',
    description: 'Un pedido entero. Un pedido de otro restaurante da 404.',
    params: { id: PEDIDO_ID },
    response: { status: 200, description: 'El pedido.', schema: Pedido },
    errors: [...COMUNES, 'no_encontrado'],
  },
  leerHistorial: {
    ...DE_PEDIDOS,
    path: '/pedidos/{id}/historial',
    summary: 'Lee el historial de un pedido',
    description: 'Todo lo que se hizo con el pedido, de lo más antiguo a lo más reciente.',
    params: { id: PEDIDO_ID },
    response: { status: 200, description: 'El historial del pedido.', schema: Historial },
    errors: [...COMUNES, 'no_encontrado'],
  },
  leerCarta: {
    ...LECTURA,
    path: '/carta',
    alcance: 'carta.leer',
    tag: 'Carta',
    summary: 'Lee la carta',
    description:
      'La carta entera: las categorías con sus productos, y cada producto con sus tamaños y grupos de opciones. Si el restaurante aún no tiene carta, `categorias` viene vacía.',
    query: {
      solo_disponibles: param(
        withDefault(Type.Boolean(), false),
        'Con `true`, la carta omite las categorías con `activa: false` y los productos con `disponible: false`. No tiene en cuenta `visible_dias` ni `visible_horario`: la carta es la misma a cualquier hora, y tu programa ha de comprobarlos al mostrarla.',
        'true',
      ),
    },
    response: { status: 200, description: 'La carta.', schema: Carta },
    errors: [...COMUNES, 'no_encontrado'],
  },
  listarZonas: {
    ...DE_RESTAURANTE,
    path: '/zonas',
    summary: 'Lista las zonas de reparto',
    description: 'Las zonas de reparto con su tarifa y su polígono (GeoJSON, `[lng, lat]`).',
    response: { status: 200, description: 'Las zonas.', schema: ListaZonas },
  },
  leerRestaurante: {
    ...DE_RESTAURANTE,
    path: '/restaurante',
    summary: 'Lee el perfil del restaurante',
    description: 'El perfil del restaurante de la llave, sin datos fiscales sensibles.',
    response: { status: 200, description: 'El perfil.', schema: Restaurante },
    errors: [...COMUNES, 'no_encontrado'],
  },
  leerResumen: {
    ...DE_PEDIDOS,
    path: '/resumen',
    summary: 'Resume las ventas de un periodo',
    description:
      'Cifras de un periodo en la zona horaria del restaurante. Los pedidos cancelados y rechazados solo cuentan en `pedidos_cancelados`.',
    query: {
      periodo: param(
        withDefault(Type.Enum(PERIODOS), 'hoy'),
        'Días locales enteros. `7d` y `30d` son hoy y los 6 o 29 días anteriores; `mes_actual` va del día 1 del mes en curso hasta hoy. No se combina con `desde` y `hasta`.',
        '7d',
      ),
      desde: param(
        Fecha,
        'Primer día de un rango propio, en fecha local del restaurante. Requiere `hasta`; en la respuesta, `periodo` es entonces `personalizado`.',
        '2026-10-01',
      ),
      hasta: param(
        Fecha,
        `El día siguiente al último del rango. El rango tiene como máximo ${RANGO_DIAS_MAX} días.`,
        '2026-11-01',
      ),
    },
    response: { status: 200, description: 'El resumen.', schema: Resumen },
    errors: [...COMUNES, 'no_encontrado'],
  },
  ...RUTAS_EXPORTACION,
  ...RUTAS_EVENTOS,
  ...RUTAS_WEBHOOKS,
} as const satisfies Record<string, Ruta>;

/** A map keyed by this type, such as that of the handlers, must name every operation. */
export type Operacion = keyof typeof RUTAS;

export const OPERACIONES = Object.keys(RUTAS) as Operacion[];
