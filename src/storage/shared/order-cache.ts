import type { StoredPedido } from '../../domain/log/batch.ts';
import { isFinal } from '../../domain/pedido/transiciones.ts';

const ORDERS_MAX = 20_000;

/**
 * Orders in flight, parsed: the next command of an order finds it here instead of reading and parsing
 * it again. A restaurant's entries are valid only for the version of its log at which they were
 * kept, so that a commit by another process makes them vanish instead of lie.
 */
export interface OrderCache {
  /** The live map of a restaurant at this version; empty when another version was kept. */
  recall(restauranteId: string, version: number): Map<string, StoredPedido>;
  /** Keeps the map after a commit. Finished orders go: hardly anything happens to them any more. */
  keep(restauranteId: string, version: number, pedidos: Map<string, StoredPedido>): void;
  drop(restauranteId: string): void;
  /** An order as it was kept, valid or not: for guessing what need not be read. */
  guess(restauranteId: string, id: string): StoredPedido | undefined;
  clear(): void;
}

export const makeOrderCache = (ordersMax = ORDERS_MAX): OrderCache => {
  const kept = new Map<string, { version: number; pedidos: Map<string, StoredPedido> }>();
  let orders = 0;

  const drop = (restauranteId: string) => {
    orders -= kept.get(restauranteId)?.pedidos.size ?? 0;
    kept.delete(restauranteId);
  };

  return {
    drop,
    guess: (restauranteId, id) => kept.get(restauranteId)?.pedidos.get(id),
    clear() {
      kept.clear();
      orders = 0;
    },
    recall(restauranteId, version) {
      const entry = kept.get(restauranteId);
      drop(restauranteId);
      return entry?.version === version ? entry.pedidos : new Map();
    },
    keep(restauranteId, version, pedidos) {
      for (const [id, { pedido }] of pedidos) if (isFinal(pedido.estado)) pedidos.delete(id);
      drop(restauranteId);
      if (pedidos.size === 0 || pedidos.size > ordersMax) return;
      kept.set(restauranteId, { version, pedidos });
      orders += pedidos.size;
      // Map order is the order of keeping: the restaurant that was quiet for longest goes first.
      for (const oldest of kept.keys()) {
        if (orders <= ordersMax) break;
        drop(oldest);
      }
    },
  };
};
