import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, exampleOf, field, id, text, whole } from '../fields.ts';
import { CurrencyCode, LARGE } from '../scalars.ts';

export const PERIODOS = ['hoy', 'ayer', '7d', '30d', 'mes_actual'] as const;
export type Periodo = (typeof PERIODOS)[number];

/** The longest range of a summary: a leap year. */
export const RANGO_DIAS_MAX = 366;

/** Sums may exceed what a single order may hold. */
export const totalCents = (es: string, en: string, example: number) =>
  field(Type.Integer({ minimum: 0, ...LARGE }), es, en, example);

/** The one place where timestamps carry the restaurant's own offset instead of `Z`. */
export const ZonedTimestamp = () =>
  Type.String({ format: 'date-time', examples: ['2026-11-15T00:00:00+01:00'] });

/** The `periodo` of a range that the request gave. */
export const PERSONALIZADO = 'personalizado';

const Kpis = Component('Kpis', {
  $: both(
    'Las cifras principales. Todas excepto `pedidos_cancelados` excluyen los pedidos cancelados y rechazados.',
    'The main figures. All except `pedidos_cancelados` exclude cancelled and rejected orders.',
  ),
  pedidos_total: whole('Número de pedidos.', 'Number of orders.', 412),
  pedidos_cancelados: whole(
    'Número de pedidos cancelados o rechazados.',
    'Number of cancelled or rejected orders.',
    9,
  ),
  clientes_distintos: whole(
    'Número de clientes distintos, identificados por su teléfono o, si falta, por su correo.',
    'Number of distinct customers, identified by their phone or, without one, by their e-mail.',
    287,
  ),
  ventas_cents: totalCents(
    'Suma de los totales de los pedidos. En céntimos de `moneda`.',
    'Sum of the totals of the orders. In cents of `moneda`.',
    1_134_260,
  ),
  ticket_medio_cents: totalCents(
    'Total medio de un pedido, redondeado; 0 si no hay pedidos. En céntimos de `moneda`.',
    'Average total of an order, rounded; 0 if there are no orders. In cents of `moneda`.',
    2_753,
  ),
  moneda: field(
    CurrencyCode(),
    'Moneda de los importes, ISO 4217.',
    'Currency of the amounts, ISO 4217.',
    'EUR',
  ),
});

const MixTipo = Component('MixTipo', {
  $: both(
    'Pedidos por tipo, sin cancelados ni rechazados.',
    'Orders by type, excluding cancelled and rejected ones.',
  ),
  reparto: whole('Pedidos de reparto.', 'Delivery orders.', 251),
  recogida: whole('Pedidos de recogida.', 'Collection orders.', 98),
  mesa: whole('Pedidos de mesa.', 'Table orders.', 63),
});

const ProductoVendido = Component('ProductoVendido', {
  $: both('Un producto y sus ventas.', 'A product and its sales.'),
  producto_id: id('producto', 'El producto', 'The product'),
  nombre: text(
    'Su nombre más reciente en el periodo.',
    'Its latest name in the period.',
    'Pizza Margarita',
  ),
  unidades: whole('Unidades vendidas.', 'Units sold.', 196),
  ventas_cents: totalCents('Importe vendido, en céntimos.', 'Amount sold, in cents.', 261_400),
});

const SEGUNDO: Type.Static<typeof ProductoVendido> = {
  producto_id: 'prod_01kjsesxm0mf8mk85k58f79tvm',
  nombre: 'Agua con gas',
  unidades: 144,
  ventas_cents: 25_920,
};

/** Its example is of seven days that end today. */
export const Resumen = Component('Resumen', {
  $: both(
    'Las cifras de un periodo, en la zona horaria del restaurante.',
    'The figures of a period, in the time zone of the restaurant.',
  ),
  periodo: field(
    Type.Enum([...PERIODOS, PERSONALIZADO]),
    'El periodo pedido.',
    'The period that was asked for.',
    '7d',
  ),
  desde: field(
    ZonedTimestamp(),
    'Inicio, con el desfase horario del restaurante.',
    'Start, with the UTC offset of the restaurant.',
    '2026-11-08T00:00:00+01:00',
  ),
  hasta: field(
    ZonedTimestamp(),
    'Fin (excluido), con el desfase horario del restaurante.',
    'End (exclusive), with the UTC offset of the restaurant.',
    '2026-11-15T00:00:00+01:00',
  ),
  zona_horaria: field(
    Type.String(),
    'Zona horaria del restaurante, de la base IANA.',
    'Time zone of the restaurant, an IANA name.',
    'Europe/Madrid',
  ),
  kpis: field(Kpis, 'Las cifras principales.', 'The main figures.'),
  mix_tipo: field(MixTipo, 'Pedidos por tipo.', 'Orders by type.'),
  top_productos: field(
    Type.Array(ProductoVendido),
    'Los diez productos con más ventas.',
    'The ten products with the most sales.',
    [exampleOf(ProductoVendido), SEGUNDO],
  ),
});

export type Resumen = Type.Static<typeof Resumen>;
