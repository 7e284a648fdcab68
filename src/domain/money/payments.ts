import type { Pedido } from '../../contract/recursos/pedido.ts';

/** Money received or given back, at a moment. */
interface Cobro {
  ms: number;
  metodo: string;
  cobradoCents: number;
  reembolsadoCents: number;
}

type Entry = Pedido['pago']['pagos'][number];

const ofState = ({ pagos }: Pedido['pago'], estado: string): Entry[] =>
  pagos.filter((each) => each.estado === estado);

const sumOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { importe_cents }) => sum + importe_cents, 0);

/**
 * The payments and refunds of an order, cancelled or not. Some platforms turn a payment into a refund instead of adding
 * one beside it: the part of refunds that no payment covers counts as received at the same moment. A paid order that
 * names no payment is one payment of its total when it was made.
 */
export const cobrosOf = ({ pago, totales, creado_en }: Pedido): Cobro[] => {
  if (pago.pagos.length === 0) {
    if (pago.estado !== 'pagado') return [];
    const { total_cents: cobradoCents } = totales;
    return [{ ms: Date.parse(creado_en), metodo: pago.metodo, cobradoCents, reembolsadoCents: 0 }];
  }
  const paid = ofState(pago, 'pagado');
  const refunds = ofState(pago, 'reembolsado').sort((a, b) => a.momento.localeCompare(b.momento));
  let coveredCents = sumOf(paid);
  return [
    ...paid.map(({ momento, metodo, importe_cents }) => ({
      ms: Date.parse(momento),
      metodo,
      cobradoCents: importe_cents,
      reembolsadoCents: 0,
    })),
    ...refunds.map(({ momento, metodo, importe_cents }) => {
      const covered = Math.min(coveredCents, importe_cents);
      coveredCents -= covered;
      return {
        ms: Date.parse(momento),
        metodo,
        cobradoCents: importe_cents - covered,
        reembolsadoCents: importe_cents,
      };
    }),
  ];
};

/** When an order was last paid; null if it never was. */
export const paidMs = ({ pago, creado_en }: Pedido): number | null => {
  if (pago.pagos.length === 0) return pago.estado === 'pagado' ? Date.parse(creado_en) : null;
  const moments = ofState(pago, 'pagado').map(({ momento }) => Date.parse(momento));
  return moments.length === 0 ? null : Math.max(...moments);
};

/** Still to be paid: the total less payments that were not given back. A refunded order owes nothing. */
export const sinPagarCents = (pedido: Pedido): number => {
  const { pago, totales } = pedido;
  if (pago.estado === 'pagado' || pago.estado === 'reembolsado') return 0;
  return totales.total_cents - sumOf(ofState(pago, 'pagado')) + sumOf(ofState(pago, 'reembolsado'));
};
