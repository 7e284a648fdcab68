import type { Totales } from '../contract/recursos/importes.ts';
import type { Item } from '../contract/recursos/item.ts';
import type { Tipo } from '../contract/recursos/pedido.ts';
import type { Place } from './places/place.ts';

interface BillInput {
  tipo: Tipo;
  items: readonly Pick<Item, 'producto_id' | 'total_cents'>[];
  descuento: number;
  tarifaCents: number;
  propinaCents: number;
}

/** Prices include VAT, a discount lowers every line, a tip is not taxed; base and VAT add up to the rest. */
export const makeBill = ({ perfil, secciones, impuesto }: Place) => {
  const platos = secciones.flatMap((seccion) => seccion.platos);
  const general = new Set(platos.filter((p) => p.general).map(({ producto }) => producto.id));

  return ({ tipo, items, descuento, tarifaCents, propinaCents }: BillInput): Totales => {
    const subtotal = items.reduce((sum, { total_cents }) => sum + total_cents, 0);
    // Delivering a meal is taxed as the meal is.
    const grossByRate = new Map([[impuesto.servicio, tarifaCents]]);
    let discountCents = 0;
    for (const { producto_id, total_cents } of items) {
      // At a table a drink is part of the meal.
      const isGeneral = tipo !== 'mesa' && general.has(producto_id);
      const rate = isGeneral ? impuesto.general : impuesto.servicio;
      const off = Math.round(total_cents * descuento);
      discountCents += off;
      grossByRate.set(rate, (grossByRate.get(rate) ?? 0) + total_cents - off);
    }
    const iva_desglose = [...grossByRate]
      .filter(([, cents]) => cents > 0)
      .sort(([a], [b]) => a - b)
      .map(([rate, cents]) => {
        const base_cents = Math.round((cents * 100) / (100 + rate));
        return { tipo_porcentaje: rate, base_cents, iva_cents: cents - base_cents };
      });
    return {
      moneda: perfil.moneda,
      subtotal_cents: subtotal,
      descuento_cents: discountCents,
      propina_cents: propinaCents,
      tarifa_reparto_cents: tarifaCents,
      impuestos_cents: iva_desglose.reduce((sum, { iva_cents }) => sum + iva_cents, 0),
      total_cents: subtotal - discountCents + tarifaCents + propinaCents,
      iva_desglose,
    };
  };
};
