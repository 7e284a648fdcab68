import type { Pedido, Tipo } from '../../contract/recursos/pedido.ts';
import { QUARTER_MS } from '../time.ts';
import type { Dia } from './dias.ts';

export interface DiaTotals extends Record<Tipo, number> {
  pedidos: number;
  cancelados: number;
  ventasCents: number;
}

interface ProductoDelta {
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
  /** By quarters of an hour since the epoch: in every time zone, hours begin on one. */
  cuartos: Map<number, DiaTotals>;
  productos: Map<string, ProductoDelta>;
  clientes: Map<string, ClienteDelta>;
}

export const emptyDeltas = (): ResumenDeltas => ({
  dias: new Map(),
  cuartos: new Map(),
  productos: new Map(),
  clientes: new Map(),
});

/** Whether a change leaves the order's share of the summary as it is, like most transitions. */
export const countsTheSame = (before: Pedido, after: Pedido): boolean =>
  (before.estado === 'cancelado') === (after.estado === 'cancelado') &&
  before.items === after.items &&
  before.totales === after.totales;

/** The rows of the summary in which an order counts. `cliente` is the first key of its customer. */
interface SummaryPlace {
  dia: Dia;
  creadoMs: number;
  cliente: string | null;
}

/** Adds an order to the deltas, or takes it out with `sign` −1. */
export const addToSummary = (
  deltas: ResumenDeltas,
  pedido: Pedido,
  { dia, creadoMs, cliente }: SummaryPlace,
  sign: 1 | -1,
): void => {
  const cuarto = Math.floor(creadoMs / QUARTER_MS);
  addTotals(deltas.dias.getOrInsertComputed(dia, noSales), pedido, sign);
  addTotals(deltas.cuartos.getOrInsertComputed(cuarto, noSales), pedido, sign);
  if (pedido.estado === 'cancelado') return;
  for (const item of pedido.items) {
    const { producto_id: productoId, nombre } = item;
    const producto = deltas.productos.getOrInsertComputed(`${dia} ${productoId}`, () => ({
      dia,
      productoId,
      nombre,
      unidades: 0,
      ventasCents: 0,
    }));
    producto.unidades += sign * item.cantidad;
    producto.ventasCents += sign * item.total_cents;
    if (sign > 0) producto.nombre = nombre;
  }
  if (cliente === null) return;
  const newVisits = () => ({ dia, cliente, pedidos: 0 });
  deltas.clientes.getOrInsertComputed(`${dia} ${cliente}`, newVisits).pedidos += sign;
};

export const noSales = (): DiaTotals => ({
  pedidos: 0,
  cancelados: 0,
  ventasCents: 0,
  reparto: 0,
  recogida: 0,
  mesa: 0,
});

export const addTotals = (totals: DiaTotals, pedido: Pedido, sign: 1 | -1): void => {
  if (pedido.estado === 'cancelado') {
    totals.cancelados += sign;
    return;
  }
  totals.pedidos += sign;
  totals.ventasCents += sign * pedido.totales.total_cents;
  totals[pedido.tipo] += sign;
};

/** Rounds half up, in whole numbers: cents must not pass through a fraction. */
export const averageCents = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.floor((2 * sum + count) / (2 * count));
