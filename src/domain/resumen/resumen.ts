import type { Pedido, Tipo } from '../../contract/recursos/pedido.ts';
import type { Dia } from './dias.ts';

export interface DiaTotals {
  pedidos: number;
  cancelados: number;
  ventasCents: number;
  reparto: number;
  recogida: number;
  mesa: number;
}

export interface ProductoDelta {
  dia: Dia;
  productoId: string;
  nombre: string;
  unidades: number;
  ventasCents: number;
}

export interface ClienteDelta {
  dia: Dia;
  cliente: string;
  pedidos: number;
}

/** Changes of many orders, added up so that a batch touches each summary row once. */
export interface ResumenDeltas {
  dias: Map<Dia, DiaTotals>;
  productos: Map<string, ProductoDelta>;
  clientes: Map<string, ClienteDelta>;
}

export const emptyDeltas = (): ResumenDeltas => ({
  dias: new Map(),
  productos: new Map(),
  clientes: new Map(),
});

/** The order's share of the summary is the same before and after: skips most transitions. */
export const countsTheSame = (before: Pedido, after: Pedido): boolean =>
  (before.estado === 'cancelado') === (after.estado === 'cancelado') &&
  before.items === after.items &&
  before.totales === after.totales;

/** Adds an order to the deltas, or takes it out with `sign` −1. `cliente`: the first key of its customer. */
export const addToSummary = (
  deltas: ResumenDeltas,
  pedido: Pedido,
  { dia, cliente }: { dia: Dia; cliente: string | null },
  sign: 1 | -1,
): void => {
  const totals = dayOf(deltas, dia);
  if (pedido.estado === 'cancelado') {
    totals.cancelados += sign;
    return;
  }
  totals.pedidos += sign;
  totals.ventasCents += sign * pedido.totales.total_cents;
  totals[pedido.tipo satisfies Tipo] += sign;
  for (const item of pedido.items) {
    const key = `${dia} ${item.producto_id}`;
    const producto = deltas.productos.get(key);
    if (producto === undefined) {
      deltas.productos.set(key, {
        dia,
        productoId: item.producto_id,
        nombre: item.nombre,
        unidades: sign * item.cantidad,
        ventasCents: sign * item.total_cents,
      });
    } else {
      producto.unidades += sign * item.cantidad;
      producto.ventasCents += sign * item.total_cents;
      if (sign > 0) producto.nombre = item.nombre;
    }
  }
  if (cliente === null) return;
  const key = `${dia} ${cliente}`;
  const visits = deltas.clientes.get(key);
  if (visits === undefined) deltas.clientes.set(key, { dia, cliente, pedidos: sign });
  else visits.pedidos += sign;
};

const dayOf = (deltas: ResumenDeltas, dia: Dia): DiaTotals => {
  let totals = deltas.dias.get(dia);
  if (totals === undefined) {
    totals = { pedidos: 0, cancelados: 0, ventasCents: 0, reparto: 0, recogida: 0, mesa: 0 };
    deltas.dias.set(dia, totals);
  }
  return totals;
};

/** Rounded half up, in whole numbers: cents must not pass through a fraction. */
export const averageCents = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.floor((2 * sum + count) / (2 * count));
