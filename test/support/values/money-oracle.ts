import type { Caja } from '../../../src/contract/recursos/caja.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';

/** A question to a caja: instants, and how orders are dated. */
interface Asked {
  startMs: number;
  endMs: number;
  fecha: Caja['fecha'];
}

type Sums = Pick<Caja, 'ventas' | 'cobros' | 'cuadre'>;
type Entry = Pedido['pago']['pagos'][number];

const sum = <T>(all: readonly T[], of: (each: T) => number): number =>
  all.reduce((total, each) => total + of(each), 0);

const within = (moment: string | undefined, { startMs, endMs }: Asked): boolean => {
  const ms = moment === undefined ? Number.NaN : Date.parse(moment);
  return ms >= startMs && ms < endMs;
};

const entries = ({ pago }: Pedido, estado: string): Entry[] =>
  pago.pagos.filter((each) => each.estado === estado);

/** Payments as if each order said them all: one that is paid and names none was paid when it was made. */
const payments = (pedido: Pedido): Entry[] => {
  const { pago, totales, creado_en: momento } = pedido;
  if (pago.pagos.length > 0 || pago.estado !== 'pagado') return entries(pedido, 'pagado');
  const { total_cents: importe_cents } = totales;
  const { metodo, estado } = pago;
  return [{ metodo, importe_cents, estado, referencia_externa: null, momento }];
};

/** The part of each refund that no payment of its order covers. */
const uncovered = (pedido: Pedido): Entry[] => {
  const refunds = entries(pedido, 'reembolsado').sort((a, b) => (a.momento < b.momento ? -1 : 1));
  let left = sum(payments(pedido), ({ importe_cents }) => importe_cents);
  return refunds.flatMap((refund) => {
    const importe_cents = Math.max(0, refund.importe_cents - left);
    left = Math.max(0, left - refund.importe_cents);
    return importe_cents === 0 ? [] : [{ ...refund, importe_cents }];
  });
};

const dateOf = (pedido: Pedido, fecha: Caja['fecha']): string | undefined => {
  if (fecha === 'creacion') return pedido.creado_en;
  if (fecha === 'factura') return pedido.fiscal?.factura_fecha;
  return payments(pedido)
    .map(({ momento }) => momento)
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
};

const KNOWN = ['efectivo', 'tarjeta', 'online'];
const rankOf = (metodo: string): number => KNOWN.indexOf(metodo) >>> 0;
const byMethod = (a: { metodo: string }, b: { metodo: string }): number =>
  rankOf(a.metodo) - rankOf(b.metodo) || (a.metodo < b.metodo ? -1 : 1);

/** Recomputes a caja from the orders themselves, slowly. */
export const slowCaja = (pedidos: readonly Pedido[], asked: Asked): Sums => {
  const dated = pedidos.filter((each) => within(dateOf(each, asked.fecha), asked));
  const sold = dated.filter(({ estado }) => estado !== 'cancelado');
  const madeWithin = pedidos.filter(
    (each) => each.estado !== 'cancelado' && within(each.creado_en, asked),
  );
  const uninvoiced = (asked.fecha === 'factura' ? madeWithin : sold).filter(
    ({ fiscal }) => fiscal === null,
  );
  const unpaid = sold.filter(({ pago }) => !['pagado', 'reembolsado'].includes(pago.estado));
  const total = (all: readonly Pedido[]) => sum(all, ({ totales }) => totales.total_cents);
  const rates = sold.flatMap(({ totales }) => totales.iva_desglose);
  const ventas: Caja['ventas'] = {
    pedidos: sold.length,
    cancelados: dated.length - sold.length,
    total_cents: total(sold),
    descuento_cents: sum(sold, ({ totales }) => totales.descuento_cents),
    propina_cents: sum(sold, ({ totales }) => totales.propina_cents),
    tarifa_reparto_cents: sum(sold, ({ totales }) => totales.tarifa_reparto_cents),
    sin_pagar_cents:
      total(unpaid) -
      sum(unpaid, (each) => sum(entries(each, 'pagado'), ({ importe_cents }) => importe_cents)) +
      sum(unpaid, (each) =>
        sum(entries(each, 'reembolsado'), ({ importe_cents }) => importe_cents),
      ),
    sin_factura: { pedidos: uninvoiced.length, total_cents: total(uninvoiced) },
    por_metodo: [...Map.groupBy(sold, ({ pago }) => pago.metodo)]
      .map(([metodo, all]) => ({ metodo, pedidos: all.length, total_cents: total(all) }))
      .sort(byMethod),
    por_tipo: (['reparto', 'recogida', 'mesa'] as const).flatMap((tipo) => {
      const all = sold.filter((each) => each.tipo === tipo);
      return all.length === 0 ? [] : [{ tipo, pedidos: all.length, total_cents: total(all) }];
    }),
    por_iva: [...Map.groupBy(rates, ({ tipo_porcentaje }) => tipo_porcentaje)]
      .map(([tipo_porcentaje, all]) => ({
        tipo_porcentaje,
        base_cents: sum(all, ({ base_cents }) => base_cents),
        iva_cents: sum(all, ({ iva_cents }) => iva_cents),
      }))
      .sort((a, b) => a.tipo_porcentaje - b.tipo_porcentaje),
  };
  const received = pedidos.flatMap((each) => [...payments(each), ...uncovered(each)]);
  const refunded = pedidos.flatMap((each) => entries(each, 'reembolsado'));
  const moved = [
    ...received.map((each) => ({ ...each, cobrado: each.importe_cents, reembolsado: 0 })),
    ...refunded.map((each) => ({ ...each, cobrado: 0, reembolsado: each.importe_cents })),
  ].filter(({ momento }) => within(momento, asked));
  const amounts = (all: typeof moved) => {
    const cobrado_cents = sum(all, ({ cobrado }) => cobrado);
    const reembolsado_cents = sum(all, ({ reembolsado }) => reembolsado);
    return { cobrado_cents, reembolsado_cents, neto_cents: cobrado_cents - reembolsado_cents };
  };
  const cobros: Caja['cobros'] = {
    ...amounts(moved),
    por_metodo: [...Map.groupBy(moved, ({ metodo }) => metodo)]
      .map(([metodo, all]) => ({ metodo, ...amounts(all) }))
      .sort(byMethod),
  };
  const bases_cents = sum(rates, ({ base_cents }) => base_cents);
  const iva_cents = sum(rates, ({ iva_cents: each }) => each);
  const { total_cents, propina_cents } = ventas;
  const resto_cents = total_cents - bases_cents - iva_cents - propina_cents;
  const cuadre = { total_cents, bases_cents, iva_cents, propina_cents, resto_cents };
  return { ventas, cobros, cuadre };
};
