import type { Contado } from '../../../contract/dinero/cierre.ts';
import type { Pedido } from '../../../contract/recursos/pedido.ts';
import { salesOf } from '../share.ts';
import { addEncoded, addPart, addSums, encodeSums, noSums } from '../sums.ts';
import { countedOf, isOfPeriod, isWithin } from './counted.ts';
import type { Period } from './month.ts';

/** An order in a closing. */
export interface ClosingRow {
  pedidoId: string;
  /** The part that counts, JSON; null if nothing does: the export of a month also lists its cancelled orders. */
  cuenta: string | null;
  /** Its line of an export, JSON. */
  linea: string;
}

/** An order as it is stored, with its last change. */
export type ChangedPedido = Pedido & { cambiado_en: string; secuencia: number };

/**
 * The order as an export of the closing has it: with the rates of a sale of the month and the payments within it, and
 * without its customer.
 */
const lineOf = (pedido: ChangedPedido, period: Period) => {
  const { cambiado_en, secuencia, id, numero, tipo, estado, creado_en } = pedido;
  const { totales, pago, fiscal } = pedido;
  const isOf = isOfPeriod(pedido, period);
  return {
    ...{ cambiado_en, secuencia, id, numero, tipo, estado, creado_en },
    totales: { ...totales, iva_desglose: isOf ? totales.iva_desglose : [] },
    pago: {
      ...{ metodo: pago.metodo, estado: pago.estado },
      pagos: pago.pagos.filter(({ momento }) => isWithin(period, Date.parse(momento))),
    },
    fiscal: fiscal && {
      factura_numero: fiscal.factura_numero,
      factura_fecha: fiscal.factura_fecha,
    },
  };
};

const rowOf = (
  pedido: ChangedPedido,
  counted: Contado | null,
  period: Period,
): ClosingRow | null => {
  const line = lineOf(pedido, period);
  const isListed = isOfPeriod(pedido, period) || line.pago.pagos.length > 0;
  if (counted === null && !isListed) return null;
  const cuenta = counted === null ? null : JSON.stringify(counted);
  return { pedidoId: pedido.id, cuenta, linea: JSON.stringify(line) };
};

const sumsOf = (pedido: Pedido, counted: Contado | null, period: Period): string => {
  const sums = noSums();
  const isUninvoiced = period.fecha === 'factura' && pedido.fiscal === null;
  if (isOfPeriod(pedido, period)) addSums(sums, salesOf(pedido));
  else if (isUninvoiced && isOfPeriod(pedido, { ...period, fecha: 'creacion' })) {
    // It has no date of an invoice: it is told apart by when it was made.
    const { sinFacturaPedidos, sinFacturaCents } = salesOf(pedido);
    Object.assign(sums, { sinFacturaPedidos, sinFacturaCents });
  }
  for (const each of counted?.cobros ?? []) {
    addPart(sums.cobros, each.metodo, [1, each.cobrado_cents, each.reembolsado_cents]);
  }
  return encodeSums(sums);
};

/** Gathers the orders of a period; an order that is noted again replaces itself. Summed up as they come: the log is locked at the end. */
export const gatherRows = (period: Period) => {
  const gathered = new Map<string, { row: ClosingRow | null; sumas: string }>();
  const total = noSums();
  const add = (sumas: string, sign: 1 | -1): void => {
    const sums = noSums();
    addEncoded(sums, sumas);
    addSums(total, sums, sign);
  };
  return {
    note(pedido: ChangedPedido): void {
      const counted = countedOf(pedido, period);
      const row = rowOf(pedido, counted, period);
      const sumas = sumsOf(pedido, counted, period);
      const before = gathered.get(pedido.id);
      if (before !== undefined) add(before.sumas, -1);
      add(sumas, 1);
      gathered.set(pedido.id, { row, sumas });
    },
    /** By id, in the order of their bytes, with their sums. */
    finish(): { rows: ClosingRow[]; sumas: string } {
      const rows = [...gathered.values()].flatMap(({ row }) => row ?? []);
      rows.sort((a, b) => (a.pedidoId < b.pedidoId ? -1 : 1));
      return { rows, sumas: encodeSums(total) };
    },
  };
};

export type GatheredRows = ReturnType<typeof gatherRows>;
