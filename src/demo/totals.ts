import type { Totales } from '../contract/recursos/pedido.ts';

/** What one line of an order costs, and the VAT within it. */
export interface Importe {
  cents: number;
  iva: number;
}

export interface Cuenta {
  moneda: string;
  lineas: readonly Importe[];
  descuentoCents: number;
  tarifa: Importe;
  propinaCents: number;
}

/**
 * The totals of an order, to the cent: prices include VAT, a discount lowers every rate in proportion,
 * and a tip is nobody's turnover. Base and VAT of all rates add up to what is paid without the tip.
 */
export const totalesOf = ({
  moneda,
  lineas,
  descuentoCents,
  tarifa,
  propinaCents,
}: Cuenta): Totales => {
  const subtotal = lineas.reduce((sum, { cents }) => sum + cents, 0);
  const gross = new Map<number, number>();
  for (const { cents, iva } of discounted(lineas, subtotal, descuentoCents)) {
    gross.set(iva, (gross.get(iva) ?? 0) + cents);
  }
  if (tarifa.cents > 0) gross.set(tarifa.iva, (gross.get(tarifa.iva) ?? 0) + tarifa.cents);
  const desglose = [...gross]
    .sort(([a], [b]) => a - b)
    .map(([iva, cents]) => {
      const base = Math.round((cents * 100) / (100 + iva));
      return { tipo_porcentaje: iva, base_cents: base, iva_cents: cents - base };
    });
  return {
    moneda,
    subtotal_cents: subtotal,
    descuento_cents: descuentoCents,
    propina_cents: propinaCents,
    tarifa_reparto_cents: tarifa.cents,
    impuestos_cents: desglose.reduce((sum, { iva_cents }) => sum + iva_cents, 0),
    total_cents: subtotal - descuentoCents + tarifa.cents + propinaCents,
    iva_desglose: desglose,
  };
};

/** Each line with its part of the discount; the parts add up to it exactly. */
const discounted = (
  lineas: readonly Importe[],
  subtotal: number,
  descuentoCents: number,
): Importe[] => {
  let seen = 0;
  let given = 0;
  return lineas.map(({ cents, iva }) => {
    seen += cents;
    const until = subtotal === 0 ? 0 : Math.round((descuentoCents * seen) / subtotal);
    const part = until - given;
    given = until;
    return { cents: cents - part, iva };
  });
};
