import type { Comanda, LeerResumen, Pedido } from '@comanda/client';
import type { Clock } from '../clock.ts';
import { passOn } from '../export/target.ts';
import { transfer } from '../export/transfer.ts';
import { ESTADOS } from '../values.ts';

interface ProductSales {
  producto_id: string;
  /** The latest name in the period. */
  nombre: string;
  unidades: number;
  ventas_cents: number;
  pedidos: number;
}

interface ProductSalesQuery extends LeerResumen {
  tipo?: Pedido['tipo'];
}

interface ItemRow {
  pedido_id: string;
  producto_id: string;
  nombre: string;
  cantidad: number;
  total_cents: number;
}

/** As in the summary, what was cancelled was not sold. */
const SOLD = ESTADOS.filter((estado) => estado !== 'cancelado');

/** Every product that was sold in a period, best first: the summary has only ten. */
export const readProductSales = async (
  comanda: Comanda,
  { tipo, ...period }: ProductSalesQuery,
  { clock, random, signal }: { clock: Clock; random: () => number; signal: AbortSignal },
) => {
  // The summary knows where the restaurant's days begin.
  const { desde, hasta, zona_horaria, kpis } = await comanda.resumen(period, { signal });
  const filters = { desde, hasta, estado: SOLD, ...(tipo !== undefined && { tipo }) };
  const productos = new Map<string, ProductSales>();
  const lastOrders = new Map<string, string>();
  const add = ({ pedido_id, producto_id, nombre, cantidad, total_cents }: ItemRow): void => {
    const sold = productos.get(producto_id);
    productos.set(producto_id, {
      producto_id,
      nombre,
      unidades: (sold?.unidades ?? 0) + cantidad,
      ventas_cents: (sold?.ventas_cents ?? 0) + total_cents,
      // The rows of an order follow each other, so a change of id is a new order.
      pedidos: (sold?.pedidos ?? 0) + (lastOrders.get(producto_id) === pedido_id ? 0 : 1),
    });
    lastOrders.set(producto_id, pedido_id);
  };
  // As `comanda export` does: of an answer that was cut, half of the sales would pass for all.
  await transfer({
    comanda,
    tabla: 'items',
    formato: 'ndjson',
    filters,
    target: passOn('sales', async (rows) => {
      for (const line of String(rows).split('\n')) if (line !== '') add(JSON.parse(line));
    }),
    progress: { update: () => undefined, say: () => undefined },
    random,
    signal,
    clock,
  });
  return {
    desde,
    hasta,
    zona_horaria,
    moneda: kpis.moneda,
    productos: [...productos.values()].sort(
      (a, b) => b.ventas_cents - a.ventas_cents || b.unidades - a.unidades,
    ),
  };
};
