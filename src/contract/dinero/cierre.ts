import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, EXAMPLE_ID, exampleOf, field, flag, id, text, timestamp } from '../fields.ts';
import { Cobros, Cuadre, Ventas, VentasIva } from '../recursos/caja.ts';
import { OrigenSchema } from '../recursos/historial.ts';
import { TipoSchema } from '../recursos/pedido.ts';
import { totalCents, ZonedTimestamp } from '../recursos/resumen.ts';
import { CurrencyCode, Id, LARGE, Nullable, Text } from '../scalars.ts';
import { FECHAS } from './fechas.ts';

const SELLO_EXAMPLE = '5f3c9a0d7b1e42868cbe0f6a91d2437e5d8c1f0a6b7e94d3c2a18f5e60b7d941';
const SELLO_ANTERIOR = 'a1d04c7e93b258f6e07d3a9c5b184f2260ce7d91f8a35b4e6d92c0171fa84e35';

const totalOrNull = (es: string, en: string, example: number) =>
  field(Nullable(Type.Integer({ minimum: 0, ...LARGE })), es, en, example);

const CobroContado = Component('CobroContado', {
  $: both('Un cobro o una devolución dentro del mes.', 'A payment or refund within the month.'),
  momento: timestamp('Cuándo.', 'When.', '2026-10-30T21:14:00.000Z'),
  metodo: field(Type.String(), 'Medio de pago.', 'Payment method.', 'tarjeta'),
  cobrado_cents: totalCents('Lo cobrado.', 'What was received.', 2_750),
  reembolsado_cents: totalCents('Lo devuelto.', 'What was given back.', 0),
});

/** Everything of an order that a closing counts, and nothing of its customer. */
export const Contado = Component('Contado', {
  $: both(
    'Lo que cuenta de un pedido en un mes: su venta, si es del mes (si no, sus campos son null), y sus cobros dentro del mes.',
    'What counts of an order in a month: its sale, if it is of the month (else its fields are null), and its payments within the month.',
  ),
  tipo: field(Nullable(TipoSchema), 'Tipo de pedido.', 'Type of order.', 'reparto'),
  metodo: field(Nullable(Type.String()), 'Medio de pago.', 'Payment method.', 'tarjeta'),
  total_cents: totalOrNull('Total del pedido.', 'Total of the order.', 2_750),
  descuento_cents: totalOrNull('Descuento.', 'Discount.', 0),
  propina_cents: totalOrNull('Propina.', 'Tip.', 0),
  tarifa_reparto_cents: totalOrNull('Tarifa de reparto.', 'Delivery fee.', 250),
  iva_desglose: field(Type.Array(VentasIva), 'El IVA, por tipo.', 'The VAT, by rate.'),
  factura_numero: field(Nullable(Text()), 'Número de factura.', 'Invoice number.', 'F-2026-1042'),
  factura_fecha: field(
    Nullable(Type.String({ format: 'date-time' })),
    'Fecha de factura.',
    'Invoice date.',
    '2026-10-30T21:15:00.000Z',
  ),
  cobros: field(
    Type.Array(CobroContado),
    'Los cobros y devoluciones dentro del mes.',
    'The payments and refunds within the month.',
  ),
});
export type Contado = Type.Static<typeof Contado>;

const TotalesCierre = Component('TotalesCierre', {
  $: both(
    'Lo vendido y lo cobrado en el mes, como se cerró: los mismos importes que da `/caja`.',
    'What was sold and paid in the month, as it was closed: the same amounts as `/caja` gives.',
  ),
  moneda: field(
    CurrencyCode(),
    'Moneda de los importes, ISO 4217.',
    'Currency of the amounts, ISO 4217.',
    'EUR',
  ),
  ventas: field(Ventas, 'Lo vendido.', 'What was sold.'),
  cobros: field(Cobros, 'Lo cobrado y devuelto.', 'What was received and given back.'),
  cuadre: field(Cuadre, 'De qué se compone el total.', 'What the total is made of.'),
});

const zoned = (es: string, en: string, example: string) => field(ZonedTimestamp(), es, en, example);
const sello = (es: string, en: string, example: string) =>
  field(Type.String({ pattern: '^[0-9a-f]{64}$' }), es, en, example);

export const Cierre = Component('Cierre', {
  $: both(
    'Un mes cerrado: no cambia nunca. `intacto` dice si los pedidos siguen siendo los que eran.',
    'A closed month: it never changes. `intacto` says whether the orders still are what they were.',
  ),
  id: id('cierre'),
  desde: zoned(
    'Inicio del mes: la medianoche local del día 1.',
    'Start of the month: local midnight of its first day.',
    '2026-10-01T00:00:00+02:00',
  ),
  hasta: zoned(
    'Fin del mes (excluido).',
    'End of the month (exclusive).',
    '2026-11-01T00:00:00+01:00',
  ),
  fecha: field(
    Type.Enum(FECHAS),
    'La fecha por la que cuentan los pedidos: la de su creación, su factura o su último cobro.',
    'The date by which orders count: of their creation, invoice or last payment.',
    'creacion',
  ),
  creado_en: timestamp('Cuándo se cerró.', 'When it was closed.', '2026-11-03T09:12:44.000Z'),
  creado_por: text('Quién lo cerró.', 'Who closed it.', 'gestoria@example.com'),
  totales: field(TotalesCierre, 'Los totales del mes.', 'The totals of the month.'),
  sello: sello(
    'Resumen SHA-256 de las filas del cierre y del sello anterior: compáralo con el que lleva tu archivo.',
    'SHA-256 hash over the rows of the closing and the seal before it: compare it with the one in your file.',
    SELLO_EXAMPLE,
  ),
  anterior: field(
    Nullable(Type.String()),
    'El sello del cierre anterior de este restaurante; null en el primero.',
    'The seal of the closing before it of this restaurant; null in the first.',
    SELLO_ANTERIOR,
  ),
  sustituye: field(
    Nullable(Id('cierre')),
    'El cierre del mismo mes y la misma fecha al que sustituye.',
    'The closing of the same month and date that it supersedes.',
    null,
  ),
  intacto: flag(
    'Si ningún importe contado ha cambiado desde que se cerró.',
    'Whether no counted amount has changed since it was closed.',
    true,
  ),
});
export type Cierre = Type.Static<typeof Cierre>;

export const ListaCierres = Component('ListaCierres', {
  $: both('Los cierres, del más reciente al más antiguo.', 'The closings, newest first.'),
  datos: field(Type.Array(Cierre), 'Los cierres.', 'The closings.'),
});

const CAMBIADO = exampleOf(Contado);

export const CambioCierre = Component('CambioCierre', {
  $: both(
    'Un pedido que ya no cuenta lo que contaba cuando se cerró el mes.',
    'An order that no longer counts what it counted when the month was closed.',
  ),
  pedido_id: field(Id('pedido'), 'El pedido.', 'The order.', EXAMPLE_ID.pedido),
  numero: text('Su número.', 'Its number.', '20261030-0042'),
  momento: timestamp('Cuándo cambió.', 'When it changed.', '2026-11-05T10:02:11.000Z'),
  origen: field(OrigenSchema, 'Desde dónde.', 'Where from.', 'tpv'),
  usuario: field(
    Nullable(Text()),
    'Quién; null si no consta.',
    'Who; null if none is recorded.',
    'Begoña',
  ),
  antes: field(
    Nullable(Contado),
    'Lo que contaba; null si no estaba.',
    'What it counted; null if it was not there.',
    CAMBIADO,
  ),
  despues: field(
    Nullable(Contado),
    'Lo que cuenta ahora; null si ya no cuenta.',
    'What it counts now; null if it counts no more.',
    { ...CAMBIADO, cobros: [] },
  ),
});
export type CambioCierre = Type.Static<typeof CambioCierre>;

export const ListaCambiosCierre = Component('ListaCambiosCierre', {
  $: both(
    'Los pedidos que han cambiado, por `pedido_id`.',
    'The orders that changed, by `pedido_id`.',
  ),
  datos: field(Type.Array(CambioCierre), 'Los cambios.', 'The changes.'),
});
