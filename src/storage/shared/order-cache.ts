import { LRUCache } from 'lru-cache';
import type { StoredPedido } from '../../domain/log/batch.ts';
import { isFinal } from '../../domain/pedido/transiciones.ts';

const ORDERS_MAX = 20_000;

/**
 * Parsed orders that are not finished: the next command of an order need not read and parse it again. The
 * entries of a restaurant are valid for one version of its log, so a commit of another process invalidates
 * them.
 */
export interface OrderCache {
  /** Takes out the orders of a restaurant; empty when they were kept at another version. */
  recall(restauranteId: string, version: number): Map<string, StoredPedido>;
  /** Keeps the orders after a commit. Finished orders go: hardly anything happens to them any more. */
  keep(restauranteId: string, version: number, pedidos: Map<string, StoredPedido>): void;
  drop(restauranteId: string): void;
  /** Whether an order was kept, be it at the current version or not. */
  has(restauranteId: string, id: string): boolean;
  clear(): void;
}

export const makeOrderCache = (): OrderCache => {
  const kept = new LRUCache<string, { version: number; pedidos: Map<string, StoredPedido> }>({
    maxSize: ORDERS_MAX,
    sizeCalculation: ({ pedidos }) => pedidos.size,
  });

  return {
    drop(restauranteId) {
      kept.delete(restauranteId);
    },
    has: (restauranteId, id) => kept.peek(restauranteId)?.pedidos.has(id) ?? false,
    clear: () => kept.clear(),
    recall(restauranteId, version) {
      const entry = kept.peek(restauranteId);
      kept.delete(restauranteId);
      return entry?.version === version ? entry.pedidos : new Map();
    },
    keep(restauranteId, version, pedidos) {
      for (const [id, { pedido }] of pedidos) if (isFinal(pedido.estado)) pedidos.delete(id);
      if (pedidos.size === 0) kept.delete(restauranteId);
      else kept.set(restauranteId, { version, pedidos });
    },
  };
};
