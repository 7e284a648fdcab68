import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../platform/clock.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { ordersBetween } from './orders-between.ts';

export type Sold = { nombre: string; unidades: number; ventasCents: number };

/** The sales of each product between two moments, by the product's id. */
export type NightSales = (
  restauranteId: string,
  fromMs: number,
  toMs: number,
) => Promise<ReadonlyMap<string, Sold>>;

/** How long a night that is over is kept. It hardly changes, so its orders are not read again for every change of today's. */
const KEPT_MS = 60_000;
const KEPT_MAX = 500;

export const makeNightSales = ({ pedidos }: Pick<Store, 'pedidos'>, clock: Clock): NightSales => {
  type Kept = { atMs: number; sold: Promise<ReadonlyMap<string, Sold>> };
  const nights = new LRUCache<string, Kept>({ max: KEPT_MAX });

  const read: NightSales = async (restauranteId, fromMs, toMs) => {
    const sold = new Map<string, Sold>();
    for await (const pedido of ordersBetween(pedidos, restauranteId, fromMs, toMs)) {
      if (pedido.estado === 'cancelado') continue;
      for (const { producto_id, nombre, cantidad, total_cents } of pedido.items) {
        const none = () => ({ nombre, unidades: 0, ventasCents: 0 });
        const product = sold.getOrInsertComputed(producto_id, none);
        product.unidades += cantidad;
        product.ventasCents += total_cents;
      }
    }
    return sold;
  };

  return (restauranteId, fromMs, toMs) => {
    if (toMs > clock.now()) return read(restauranteId, fromMs, toMs);
    const key = JSON.stringify([restauranteId, fromMs, toMs]);
    const kept = nights.get(key);
    const atMs = clock.monotonic();
    if (kept !== undefined && atMs - kept.atMs < KEPT_MS) return kept.sold;
    const sold = read(restauranteId, fromMs, toMs);
    nights.set(key, { atMs, sold });
    sold.catch(() => nights.delete(key));
    return sold;
  };
};
