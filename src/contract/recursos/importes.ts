import Type from 'typebox';
import { both } from '../bilingual.ts';
import { Component, cents, field, text, timestamp } from '../fields.ts';
import { Cents, CurrencyCode, Nullable, OpenEnum, Text } from '../scalars.ts';

export const METODOS_PAGO = ['efectivo', 'tarjeta', 'online'] as const;
/** The known ones of an open list. */
export type MetodoPago = (typeof METODOS_PAGO)[number];
const ESTADOS_PAGO = ['pendiente', 'pagado', 'fallido', 'reembolsado'] as const;

const IvaDesglose = Component('IvaDesglose', {
  $: both('El IVA de un tipo impositivo.', 'The VAT at one rate.'),
  tipo_porcentaje: field(
    Type.Number({ minimum: 0, maximum: 100 }),
    'Tipo en tanto por ciento.',
    'Rate in percent.',
    10,
  ),
  base_cents: cents('Base imponible.', 'Taxable amount.', 3_254),
  iva_cents: cents('Cuota.', 'Tax.', 325),
});

/** Its description says for all amounts what `cents` says for each. */
export const Totales = Component('Totales', {
  $: both(
    'Los importes del pedido: enteros, en céntimos de `moneda`.',
    'The amounts of the order: integers, in cents of `moneda`.',
  ),
  moneda: field(
    CurrencyCode(),
    'Código de la moneda, ISO 4217.',
    'Currency code, ISO 4217.',
    'EUR',
  ),
  subtotal_cents: field(Cents(), 'Suma de las líneas.', 'Sum of the lines.', 3_380),
  descuento_cents: field(Cents(), 'Descuento aplicado.', 'Discount.', 0),
  propina_cents: field(Cents(), 'Propina.', 'Tip.', 100),
  tarifa_reparto_cents: field(Cents(), 'Tarifa de reparto.', 'Delivery fee.', 199),
  impuestos_cents: field(Cents(), 'Impuestos.', 'Taxes.', 325),
  total_cents: field(Cents(), 'Total que se paga.', 'Total to pay.', 3_679),
  iva_desglose: field(
    Type.Array(IvaDesglose, { maxItems: 20 }),
    'El IVA por tipos.',
    'VAT by rate.',
  ),
});

const Cobro = Component('Cobro', {
  $: both('Un cobro, total o parcial.', 'A full or partial payment.'),
  metodo: field(OpenEnum(METODOS_PAGO), 'Medio de pago.', 'Payment method.', 'tarjeta'),
  importe_cents: cents('Importe.', 'Amount.', 3_679),
  estado: field(OpenEnum(ESTADOS_PAGO), 'Estado del cobro.', 'State of the payment.', 'pagado'),
  referencia_externa: field(
    Nullable(Text()),
    'Referencia en el proveedor, si la hay.',
    'Reference at the provider, if there is one.',
    'rs-000917',
  ),
  momento: timestamp('Cuándo se hizo.', 'When it was made.', '2026-11-14T20:02:15.000Z'),
});

export const Pago = Component('Pago', {
  $: both('Cómo se paga el pedido.', 'How the order is paid.'),
  metodo: field(OpenEnum(METODOS_PAGO), 'Medio de pago.', 'Payment method.', 'tarjeta'),
  estado: field(OpenEnum(ESTADOS_PAGO), 'Estado del pago.', 'State of the payment.', 'pagado'),
  proveedor: text(
    'Pasarela de pago o terminal; texto libre.',
    'Payment gateway or terminal; free text.',
    'redsys',
  ),
  referencia_externa: text(
    'Referencia en el proveedor.',
    'Reference at the provider.',
    'rs-000917',
  ),
  pagos: field(
    Type.Array(Cobro, { maxItems: 100 }),
    'Cada cobro por separado.',
    'The individual payments.',
  ),
});

export type Totales = Type.Static<typeof Totales>;
