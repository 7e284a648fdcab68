import type { Item, Tipo, Totales } from '../contract/recursos/pedido.ts';
import type { Place } from './places/place.ts';
import { totalesOf } from './totals.ts';

export interface BillOf {
  tipo: Tipo;
  items: readonly Pick<Item, 'producto_id' | 'total_cents'>[];
  descuentoCents: number;
  tarifaCents: number;
  propinaCents: number;
}

/** Writes the bills of a restaurant: it knows how each of its products is taxed. */
export const makeBill = ({ perfil, secciones, impuesto }: Place) => {
  const general = new Set(
    secciones
      .flatMap(({ platos }) => platos)
      .filter((dish) => dish.general)
      .map(({ producto }) => producto.id),
  );
  return ({ tipo, items, descuentoCents, tarifaCents, propinaCents }: BillOf): Totales =>
    totalesOf({
      moneda: perfil.moneda,
      lineas: items.map(({ producto_id, total_cents }) => ({
        cents: total_cents,
        // At a table a drink is part of the meal.
        iva: tipo !== 'mesa' && general.has(producto_id) ? impuesto.general : impuesto.servicio,
      })),
      descuentoCents,
      // Bringing a meal belongs to the meal, and is taxed as it is.
      tarifa: { cents: tarifaCents, iva: impuesto.servicio },
      propinaCents,
    });
};
export type Bill = ReturnType<typeof makeBill>;
