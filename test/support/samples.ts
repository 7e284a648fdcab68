import { randomBytes } from 'node:crypto';
import type { Comando, Op } from '../../src/contract/comandos.ts';
import { exampleOf } from '../../src/contract/fields.ts';
import type { CartaDraft } from '../../src/contract/recursos/carta.ts';
import type { EntradaHistorial } from '../../src/contract/recursos/historial.ts';
import type { Totales } from '../../src/contract/recursos/importes.ts';
import type { ItemDraft } from '../../src/contract/recursos/item.ts';
import {
  type Anotacion,
  type Estado,
  Pedido,
  type PedidoDraft,
  type Tipo,
} from '../../src/contract/recursos/pedido.ts';
import { Restaurante } from '../../src/contract/recursos/restaurante.ts';
import { Zona } from '../../src/contract/recursos/zona.ts';
import { TEXT_CHARS_MAX } from '../../src/contract/scalars.ts';
import { makeClientKeys } from '../../src/domain/cliente/client-keys.ts';
import type { Cuenta } from '../../src/domain/log/batch.ts';
import { PLAZOS_POR_DEFECTO } from '../../src/domain/pedido/plazos.ts';
import type { RandomBytes } from '../../src/platform/random.ts';
import { makeXorshift } from './values/xorshift.ts';

/**
 * Valid data of an invented restaurant, the same on every run. Each builder gives a fresh object, so
 * a test may change what it was given; `overrides` replace top-level fields.
 */
export const RESTAURANTE_ID = 'rest_casa_pepa';

/** A Sunday at lunch time: 14:30 in Madrid. */
export const NOW_MS = Date.UTC(2026, 10, 15, 13, 30);
export const NOW = new Date(NOW_MS).toISOString();

/** The moment `minutes` after NOW, as on the wire. */
export const momento = (minutes: number): string =>
  new Date(NOW_MS + minutes * 60_000).toISOString();

/** Random bytes that a seed repeats. */
export const seededRandomBytes = (seed: number): RandomBytes => {
  const next = makeXorshift(seed ^ 0x9e3779b9 || 1);
  return (size) => Uint8Array.from({ length: size }, () => next() >>> 24);
};

/** The keys of customers, made with a secret of zeros. */
export const clientKeys = makeClientKeys(new Uint8Array(32));

export const sampleRestaurante = (overrides: Partial<Restaurante> = {}): Restaurante => ({
  ...structuredClone(exampleOf(Restaurante)),
  id: RESTAURANTE_ID,
  ...overrides,
});

/** The account as the domain sees it. */
export const sampleCuenta = (overrides: Partial<Cuenta> = {}): Cuenta => ({
  id: RESTAURANTE_ID,
  slug: 'casa-pepa',
  nombre: 'Casa Pepa',
  zonaHoraria: 'Europe/Madrid',
  activo: true,
  ingesta: true,
  corte: 5,
  plazos: PLAZOS_POR_DEFECTO,
  ...overrides,
});

/** The menu as `carta.guardar` takes it, every id given. */
export const sampleCarta = (overrides: Partial<CartaDraft> = {}): CartaDraft => ({
  moneda: 'EUR',
  idioma_origen: 'es',
  categorias: [
    {
      id: 'cat_pizzas',
      nombre: 'Pizzas',
      activa: true,
      visible_dias: ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'],
      visible_horario: null,
      productos: [
        {
          id: 'prod_margarita',
          nombre: 'Pizza Margarita',
          precio_cents: 950,
          disponible: true,
          destacado: true,
          alergenos: ['gluten', 'lácteos'],
          tamaños: [
            { id: 'tam_mediana', nombre: 'Mediana', precio_cents: 950, predeterminado: true },
            { id: 'tam_familiar', nombre: 'Familiar', precio_cents: 1_450, predeterminado: false },
          ],
          grupos_opcion: [
            {
              id: 'grp_extras',
              nombre: 'Extras',
              requerido: false,
              min_seleccion: 0,
              max_seleccion: 3,
              opciones: [
                { id: 'opt_mozzarella', nombre: 'Mozzarella extra', precio_cents: 150 },
                { id: 'opt_jalapenos', nombre: 'Jalapeños', precio_cents: 0 },
              ],
            },
          ],
        },
        {
          id: 'prod_calzone',
          nombre: 'Calzone',
          precio_cents: 1_100,
          disponible: false,
          destacado: false,
          alergenos: ['gluten'],
          tamaños: [],
          grupos_opcion: [],
        },
      ],
    },
    {
      id: 'cat_menu_dia',
      nombre: 'Menú del día',
      activa: false,
      visible_dias: ['lun', 'mar', 'mie', 'jue', 'vie'],
      visible_horario: [{ desde: '13:00', hasta: '16:00' }],
      productos: [],
    },
  ],
  ...overrides,
});

export const sampleZonas = (): Zona[] => [
  structuredClone({ ...exampleOf(Zona), id: 'zon_centro' }),
];

export const sampleItems = (): ItemDraft[] => [
  {
    producto_id: 'prod_margarita',
    nombre: 'Pizza Margarita',
    tamaño: 'Familiar',
    cantidad: 2,
    precio_unitario_cents: 1_450,
    opciones_total_cents: 150,
    total_cents: 3_200,
    estado_cocina: 'pendiente',
    opciones: [
      { grupo: 'Extras', nombre: 'Mozzarella extra', cantidad: 1, precio_cents: 150 },
      { grupo: 'Extras', nombre: 'Jalapeños', cantidad: 1, precio_cents: 0 },
    ],
  },
  {
    producto_id: 'prod_agua',
    nombre: 'Agua con gas',
    tamaño: '50 cl',
    cantidad: 1,
    precio_unitario_cents: 180,
    opciones_total_cents: 0,
    total_cents: 180,
    estado_cocina: 'pendiente',
    opciones: [],
  },
];

const PEDIDO_REPARTO_JSON = JSON.stringify(exampleOf(Pedido));
/** A copy of the contract's example: tests make thousands, and `structuredClone` takes five times as long. */
const pedidoReparto = (): Pedido => JSON.parse(PEDIDO_REPARTO_JSON);

export const sampleTotales = (overrides: Partial<Totales> = {}): Totales => ({
  ...pedidoReparto().totales,
  ...overrides,
});

/** The fields that apply to one type of order only. */
const ofTipo = (tipo: Tipo, { direccion, entrega }: Pedido): Partial<PedidoDraft> => {
  if (tipo === 'mesa') return { mesa: { numero: '12', comensales: 4 } };
  if (tipo === 'recogida') return {};
  return { direccion, entrega: entrega && { ...entrega, repartidor_nombre: null } };
};

/** A draft for `pedido.crear`, without the fields that the service mints. */
export const samplePedido = (overrides: Partial<PedidoDraft> = {}): PedidoDraft => {
  const tipo = overrides.tipo ?? 'reparto';
  const entero = pedidoReparto();
  const { fuente, cliente, totales, pago } = entero;
  return {
    tipo,
    fuente,
    cliente,
    ...ofTipo(tipo, entero),
    items: sampleItems(),
    totales,
    pago: { ...pago, estado: 'pendiente', pagos: [] },
    instrucciones: 'Sin cebolla, por favor 🧅🚫. El timbre no va: ¡llamen! 👩‍🍳',
    ...overrides,
  };
};

/** A finished order with nothing left to mint: `pedido.importar` takes it as it appears on the wire. */
export const samplePedidoEntero = (overrides: Partial<Pedido> = {}): Pedido => ({
  ...pedidoReparto(),
  id: 'ped_20261114_cena_1',
  // Timestamps are kept as they were given, with and without milliseconds.
  aceptado_en: '2026-11-14T20:03:40Z',
  entregado_en: '2026-11-14T20:41:05Z',
  restaurante: { id: RESTAURANTE_ID, slug: 'casa-pepa', nombre: 'Casa Pepa' },
  items: sampleItems().map(({ opciones, ...item }, i) => ({
    ...item,
    id: `itm_${i + 1}`,
    opciones: opciones.map((opcion, n) => ({ ...opcion, id: `opc_${n + 1}` })),
  })),
  ...overrides,
});

const LONG_PEDIDOS = 600;

/** A text that hardly compresses. */
const longText = (): string => randomBytes((TEXT_CHARS_MAX * 3) / 4).toString('base64');

/**
 * Orders that exceed, in every format, what the sockets of a client that does not read can hold: twice the usual
 * size.
 */
export const longPedidos = (): Pedido[] =>
  Array.from({ length: LONG_PEDIDOS }, (_, i) => {
    const id = `ped_${String(i).padStart(5, '0')}`;
    const { cliente, direccion, pago, entrega, ...pedido } = samplePedidoEntero({ id });
    return {
      ...pedido,
      numero: `20261101-${i + 1}`,
      instrucciones: longText(),
      cliente: { ...cliente, nombre: longText(), email: longText() },
      direccion: direccion && { ...direccion, linea: longText() },
      pago: { ...pago, proveedor: longText() },
      entrega: entrega && { ...entrega, repartidor_nombre: longText(), zona_nombre: longText() },
    };
  });

export const sampleHistorial = (): EntradaHistorial[] => {
  const { creado_en, aceptado_en, entregado_en } = samplePedidoEntero();
  const plain = { origen: 'sistema', usuario: null, detalle: {} } as const;
  return [
    { ...plain, momento: creado_en, accion: 'creado' },
    {
      momento: aceptado_en ?? '',
      accion: 'confirmado',
      origen: 'apk_recepcion',
      usuario: 'Begoña',
      detalle: { minutos: 35, nota: '🛵' },
    },
    { ...plain, momento: entregado_en ?? '', accion: 'entregado', origen: 'panel' },
  ];
};

/** The fields that every order command may carry besides its own. */
type Extra<O extends Op> = Partial<
  Pick<
    Comando<O>,
    Extract<
      keyof Comando<O>,
      'restaurante_id' | 'origen' | 'usuario' | 'detalle' | 'momento' | 'clave'
    >
  >
>;

const onOrder = (pedidoId: string) => ({ restaurante_id: RESTAURANTE_ID, pedido_id: pedidoId });

/** Commands, ready to be sent or applied: `comando.avanzar(id, 'listo', { origen: 'tpv' })`. */
export const comando = {
  guardarRestaurante: (
    restaurante: Restaurante = sampleRestaurante(),
    flags: { activo?: boolean; ingesta?: boolean } = { activo: true, ingesta: true },
  ): Comando<'restaurante.guardar'> => ({ op: 'restaurante.guardar', restaurante, ...flags }),

  guardarCarta: (
    carta: CartaDraft = sampleCarta(),
    restauranteId = RESTAURANTE_ID,
  ): Comando<'carta.guardar'> => ({ op: 'carta.guardar', restaurante_id: restauranteId, carta }),

  guardarZonas: (
    zonas: Comando<'zonas.guardar'>['zonas'] = sampleZonas(),
    restauranteId = RESTAURANTE_ID,
  ): Comando<'zonas.guardar'> => ({ op: 'zonas.guardar', restaurante_id: restauranteId, zonas }),

  olvidar: (
    who: Omit<Comando<'cliente.olvidar'>, 'op' | 'restaurante_id'>,
  ): Comando<'cliente.olvidar'> => ({
    op: 'cliente.olvidar',
    restaurante_id: RESTAURANTE_ID,
    ...who,
  }),

  crear: (
    pedido: PedidoDraft = samplePedido(),
    extra: Extra<'pedido.crear'> = {},
  ): Comando<'pedido.crear'> => ({
    op: 'pedido.crear',
    restaurante_id: RESTAURANTE_ID,
    pedido,
    ...extra,
  }),

  crearVarios: (count: number): Comando<'pedido.crear'>[] =>
    Array.from({ length: count }, () => comando.crear()),

  importar: (
    pedido: PedidoDraft = samplePedidoEntero(),
    historial: EntradaHistorial[] = sampleHistorial(),
    extra: Extra<'pedido.importar'> = {},
  ): Comando<'pedido.importar'> => ({
    op: 'pedido.importar',
    restaurante_id: RESTAURANTE_ID,
    pedido,
    historial,
    ...extra,
  }),

  avanzar: (
    pedidoId: string,
    estado: Estado,
    extra: Extra<'pedido.avanzar'> = {},
  ): Comando<'pedido.avanzar'> => ({
    op: 'pedido.avanzar',
    ...onOrder(pedidoId),
    estado,
    ...extra,
  }),

  rechazar: (
    pedidoId: string,
    extra: Extra<'pedido.rechazar'> = {},
  ): Comando<'pedido.rechazar'> => ({ op: 'pedido.rechazar', ...onOrder(pedidoId), ...extra }),

  cancelar: (
    pedidoId: string,
    extra: Extra<'pedido.cancelar'> = {},
  ): Comando<'pedido.cancelar'> => ({ op: 'pedido.cancelar', ...onOrder(pedidoId), ...extra }),

  modificarItems: (
    pedidoId: string,
    items: ItemDraft[] = sampleItems().slice(0, 1),
    totales: Totales = sampleTotales({ subtotal_cents: 3_200, total_cents: 3_499 }),
    extra: Extra<'pedido.modificar_items'> = {},
  ): Comando<'pedido.modificar_items'> => ({
    op: 'pedido.modificar_items',
    ...onOrder(pedidoId),
    items,
    totales,
    ...extra,
  }),

  anotar: (
    pedidoId: string,
    cambios: Anotacion,
    extra: Extra<'pedido.anotar'> = {},
  ): Comando<'pedido.anotar'> => ({ op: 'pedido.anotar', ...onOrder(pedidoId), cambios, ...extra }),
};
