import Type from 'typebox';
import { both } from '../bilingual.ts';
import { FECHAS } from '../dinero/fechas.ts';
import { Component, exampleOf, field, whole } from '../fields.ts';
import { CurrencyCode, LARGE } from '../scalars.ts';
import { TipoSchema } from './pedido.ts';
import { totalCents, ZonedTimestamp } from './resumen.ts';

export const AGRUPACIONES = ['dia', 'mes'] as const;
export type Agrupacion = (typeof AGRUPACIONES)[number];

/** An amount that may be negative: on some days more is given back than received. */
const balance = (es: string, en: string, example: number) =>
  field(Type.Integer({ ...LARGE }), es, en, example);
const metodo = (example: string) =>
  field(Type.String(), 'Medio de pago.', 'Payment method.', example);
const orders = (example: number) => whole('Número de pedidos.', 'Number of orders.', example);
const sales = (example: number) =>
  totalCents('Suma de sus totales.', 'Sum of their totals.', example);

const VentasMetodo = Component('VentasMetodo', {
  $: both('Los pedidos de un medio de pago.', 'The orders of a payment method.'),
  metodo: metodo('efectivo'),
  pedidos: orders(8),
  total_cents: sales(22_000),
});

const VentasTipo = Component('VentasTipo', {
  $: both('Los pedidos de un tipo.', 'The orders of a type.'),
  tipo: field(TipoSchema, 'Tipo de pedido.', 'Type of order.', 'mesa'),
  pedidos: orders(8),
  total_cents: sales(22_000),
});

export const VentasIva = Component('VentasIva', {
  $: both('El IVA de un tipo impositivo.', 'The VAT at one rate.'),
  tipo_porcentaje: field(Type.Number(), 'Tipo en tanto por ciento.', 'Rate in percent.', 10),
  base_cents: totalCents('Base imponible.', 'Taxable amount.', 19_545),
  iva_cents: totalCents('Cuota.', 'Tax.', 1_955),
});

const SinFactura = Component('SinFactura', {
  $: both(
    'Los pedidos sin factura. Con `fecha=factura` cuentan por su creación, porque no tienen fecha de factura.',
    'The orders without an invoice. With `fecha=factura` they count by their creation, because they have no invoice date.',
  ),
  pedidos: orders(3),
  total_cents: sales(7_500),
});

export const Ventas = Component('Ventas', {
  $: both(
    'Lo vendido: los pedidos que cuentan en `/resumen`, sin cancelados ni rechazados.',
    'What was sold: the orders that count in `/resumen`, without cancelled and rejected ones.',
  ),
  pedidos: orders(8),
  cancelados: whole(
    'Número de pedidos cancelados o rechazados, que no suman en nada más.',
    'Number of cancelled or rejected orders, which add to nothing else.',
    1,
  ),
  total_cents: sales(22_000),
  descuento_cents: totalCents('Descuentos.', 'Discounts.', 0),
  propina_cents: totalCents('Propinas.', 'Tips.', 500),
  tarifa_reparto_cents: totalCents('Tarifas de reparto.', 'Delivery fees.', 0),
  sin_pagar_cents: balance(
    'Lo que falta por pagar: el total de los pedidos que no están pagados ni reembolsados, menos lo que se cobró de ellos y no se devolvió.',
    'What is still to be paid: the total of orders that are neither paid nor refunded, less what was received for them and not given back.',
    2_500,
  ),
  sin_factura: field(SinFactura, 'Los pedidos sin factura.', 'The orders without an invoice.'),
  por_metodo: field(
    Type.Array(VentasMetodo),
    'Por el medio de pago del pedido.',
    'By the payment method of the order.',
  ),
  por_tipo: field(Type.Array(VentasTipo), 'Por tipo de pedido.', 'By type of order.'),
  por_iva: field(Type.Array(VentasIva), 'Por tipo de IVA.', 'By rate of VAT.'),
});

const amounts = {
  cobrado_cents: totalCents('Lo cobrado.', 'What was received.', 22_000),
  reembolsado_cents: totalCents('Lo devuelto.', 'What was given back.', 2_500),
  neto_cents: balance('Lo cobrado menos lo devuelto.', 'Received less given back.', 19_500),
};

const CobrosMetodo = Component('CobrosMetodo', {
  $: both('Los cobros de un medio de pago.', 'The payments of a method.'),
  metodo: metodo('efectivo'),
  ...amounts,
});

export const Cobros = Component('Cobros', {
  $: both(
    'Lo cobrado y devuelto, por el momento de cada cobro: de todos los pedidos, también de los cancelados.',
    'What was received and given back, by the moment of each payment: of all orders, cancelled ones too.',
  ),
  ...amounts,
  por_metodo: field(Type.Array(CobrosMetodo), 'Por medio de pago.', 'By payment method.'),
});

export const Cuadre = Component('Cuadre', {
  $: both(
    'De qué se compone el total: la suma de los otros cuatro importes.',
    'What the total is made of: the sum of the other four amounts.',
  ),
  total_cents: totalCents('El total de las ventas.', 'The total of the sales.', 22_000),
  bases_cents: totalCents('Las bases imponibles.', 'The taxable amounts.', 19_545),
  iva_cents: totalCents('El IVA.', 'The VAT.', 1_955),
  propina_cents: totalCents('Las propinas.', 'The tips.', 500),
  resto_cents: balance(
    'Lo que el total no explica; 0 si los importes de los pedidos cuadran.',
    'What the total does not explain; 0 if the amounts of the orders add up.',
    0,
  ),
});

const desde = field(
  ZonedTimestamp(),
  'Inicio, con el desfase horario del restaurante.',
  'Start, with the UTC offset of the restaurant.',
  '2026-10-30T20:00:00+01:00',
);
const hasta = field(
  ZonedTimestamp(),
  'Fin (excluido), con el desfase horario del restaurante.',
  'End (exclusive), with the UTC offset of the restaurant.',
  '2026-10-31T03:00:00+01:00',
);
const sums = {
  ventas: field(Ventas, 'Lo vendido.', 'What was sold.'),
  cobros: field(Cobros, 'Lo cobrado y devuelto.', 'What was received and given back.'),
  cuadre: field(Cuadre, 'De qué se compone el total.', 'What the total is made of.'),
};

const CajaGrupo = Component('CajaGrupo', {
  $: both('Un día o un mes del tramo.', 'A day or a month of the span.'),
  desde,
  hasta,
  ...sums,
});

const grupos = field(
  Type.Array(CajaGrupo),
  'Los días o los meses del tramo, si se pide `agrupar`; si no, el campo falta.',
  'The days or months of the span, if `agrupar` was given; else the field is missing.',
);

/** Its example is of a Friday night. */
export const Caja = Component('Caja', {
  $: both(
    'Lo vendido y lo cobrado en un tramo, dos vistas que no se mezclan.',
    'What was sold and what was paid in a span, two views that are never mixed.',
  ),
  desde,
  hasta,
  moneda: field(
    CurrencyCode(),
    'Moneda de los importes, ISO 4217.',
    'Currency of the amounts, ISO 4217.',
    'EUR',
  ),
  fecha: field(
    Type.Enum(FECHAS),
    'La fecha por la que cuentan los pedidos.',
    'The date by which orders count.',
    'creacion',
  ),
  ...sums,
  grupos: { ...grupos, schema: Type.Optional(grupos.schema) },
});

export type Caja = Type.Static<typeof Caja>;
export type CajaGrupo = Type.Static<typeof CajaGrupo>;

/** Without groups. */
export const CAJA_EXAMPLE = (() => {
  const { grupos: _, ...caja } = exampleOf(Caja);
  return caja;
})();
