import type { Contado } from '../../../contract/dinero/cierre.ts';
import type { Pedido } from '../../../contract/recursos/pedido.ts';
import { fechasOf } from '../../pedido/fechas.ts';
import { isoTimestamp } from '../../time.ts';
import { cobrosOf, paidMs } from '../payments.ts';
import { movesNoMoney } from '../share.ts';
import type { Period } from './month.ts';

export const isWithin = ({ desdeMs, hastaMs }: Period, ms: number | null): boolean =>
  ms !== null && ms >= desdeMs && ms < hastaMs;

const saleMs = (pedido: Pedido, { fecha }: Period): number | null => {
  if (fecha === 'pago') return paidMs(pedido);
  if (fecha === 'creacion') return Date.parse(pedido.creado_en);
  return pedido.fiscal === null ? null : Date.parse(pedido.fiscal.factura_fecha);
};

/** Whether the date of an order is in the period, cancelled or not. */
export const isOfPeriod = (pedido: Pedido, period: Period): boolean =>
  isWithin(period, saleMs(pedido, period));

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byText = <T>(textOf: (each: T) => string): ((a: T, b: T) => number) => {
  return (a, b) => compareTexts(textOf(a), textOf(b));
};

/** In an order of its own: platforms list rates and payments in any. */
const cobrosWithin = (pedido: Pedido, period: Period): Contado['cobros'] =>
  cobrosOf(pedido)
    .filter(({ ms }) => isWithin(period, ms))
    .map(({ ms, metodo, cobradoCents, reembolsadoCents }) => ({
      momento: isoTimestamp(ms),
      metodo,
      cobrado_cents: cobradoCents,
      reembolsado_cents: reembolsadoCents,
    }))
    .sort(byText((each) => JSON.stringify(each)));

const NO_SALE: Omit<Contado, 'cobros'> = {
  tipo: null,
  metodo: null,
  total_cents: null,
  descuento_cents: null,
  propina_cents: null,
  tarifa_reparto_cents: null,
  iva_desglose: [],
  factura_numero: null,
  factura_fecha: null,
};

const saleOf = ({ tipo, pago, totales, fiscal }: Pedido): Omit<Contado, 'cobros'> => ({
  tipo,
  metodo: pago.metodo,
  total_cents: totales.total_cents,
  descuento_cents: totales.descuento_cents,
  propina_cents: totales.propina_cents,
  tarifa_reparto_cents: totales.tarifa_reparto_cents,
  iva_desglose: totales.iva_desglose
    .map(({ tipo_porcentaje, base_cents, iva_cents }) => ({
      tipo_porcentaje,
      base_cents,
      iva_cents,
    }))
    .sort((a, b) => a.tipo_porcentaje - b.tipo_porcentaje || a.base_cents - b.base_cents),
  factura_numero: fiscal?.factura_numero ?? null,
  factura_fecha: fiscal === null ? null : isoTimestamp(Date.parse(fiscal.factura_fecha)),
});

/** The part of an order that counts in a period; null if nothing does. A cancelled order is no sale, but its payments count. */
export const countedOf = (pedido: Pedido, period: Period): Contado | null => {
  const isSale = pedido.estado !== 'cancelado' && isOfPeriod(pedido, period);
  const cobros = cobrosWithin(pedido, period);
  if (!isSale && cobros.length === 0) return null;
  return { ...(isSale ? saleOf(pedido) : NO_SALE), cobros };
};

/** As it is stored, sealed and compared; null if nothing counts. */
export const countedText = (pedido: Pedido | null, period: Period): string | null => {
  const counted = pedido === null ? null : countedOf(pedido, period);
  return counted === null ? null : JSON.stringify(counted);
};

/** The first moment at which an order may count. */
const firstMs = (pedido: Pedido): number => {
  const { facturaMs, pagoMs, cobroDesdeMs } = fechasOf(pedido);
  const creadoMs = Date.parse(pedido.creado_en);
  return Math.min(creadoMs, facturaMs ?? creadoMs, pagoMs ?? creadoMs, cobroDesdeMs ?? creadoMs);
};

/** Whether a change of an order may move what counts in months that end by this moment. Most changes move no money. */
export const reachesBack = (before: Pedido | null, after: Pedido, untilMs: number): boolean => {
  if (before === null) return firstMs(after) < untilMs;
  return !movesNoMoney(before, after) && Math.min(firstMs(before), firstMs(after)) < untilMs;
};
