import type { Pedido } from '../../contract/recursos/pedido.ts';
import { paidMs } from '../money/payments.ts';

/** The dates of an order besides its creation, as an export asks for them; null where it has none. */
export interface Fechas {
  facturaMs: number | null;
  /** When it was last paid. */
  pagoMs: number | null;
  /** The first and the last entry of its payments, whatever became of them. */
  cobroDesdeMs: number | null;
  cobroHastaMs: number | null;
}

export const fechasOf = (pedido: Pedido): Fechas => {
  const { fiscal, pago } = pedido;
  const moments = pago.pagos.map(({ momento }) => Date.parse(momento));
  const isPaid = moments.length > 0;
  return {
    facturaMs: fiscal === null ? null : Date.parse(fiscal.factura_fecha),
    pagoMs: paidMs(pedido),
    cobroDesdeMs: isPaid ? Math.min(...moments) : null,
    cobroHastaMs: isPaid ? Math.max(...moments) : null,
  };
};
