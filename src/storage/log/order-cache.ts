import { LRUCache } from 'lru-cache';
import type { StoredPedido } from '../../domain/log/batch.ts';
import { isFinal } from '../../domain/pedido/transiciones.ts';
import { inOwnMemory } from '../port/body.ts';

/** Bytes of JSON: some 20,000 ordinary orders. Together with the parsed orders they take three times as much memory. */
const BYTES_MAX = 32 * 1_024 * 1_024;

/**
 * Parsed orders that are not finished: the next command of an order need not read and parse it again. The
 * entries of a restaurant are valid for one version of its log, so a commit of another process invalidates
 * them.
 */
export const makeOrderCache = () => {
  const kept = new LRUCache<string, { version: number; pedidos: Map<string, StoredPedido> }>({
    maxSize: BYTES_MAX,
  });

  return {
    /** Takes out the orders of a restaurant; empty when they were kept at another version. */
    recall(restauranteId: string, version: number): Map<string, StoredPedido> {
      const entry = kept.peek(restauranteId);
      kept.delete(restauranteId);
      return entry?.version === version ? entry.pedidos : new Map();
    },
    /** Keeps the orders that a commit changed, except finished ones: hardly anything happens to them. */
    keep(restauranteId: string, version: number, pedidos: Map<string, StoredPedido>): void {
      let size = 0;
      for (const [id, { pedido, json }] of pedidos) {
        if (json === undefined || isFinal(pedido.estado)) pedidos.delete(id);
        else {
          json.head = inOwnMemory(json.head);
          json.tail = inOwnMemory(json.tail);
          size += json.head.length + json.tail.length;
        }
      }
      if (size === 0) kept.delete(restauranteId);
      else kept.set(restauranteId, { version, pedidos }, { size });
    },
    drop: (restauranteId: string): boolean => kept.delete(restauranteId),
    /** Whether an order is kept, at whatever version. */
    has: (restauranteId: string, id: string): boolean =>
      kept.peek(restauranteId)?.pedidos.has(id) ?? false,
    clear: (): void => kept.clear(),
  };
};

export type OrderCache = ReturnType<typeof makeOrderCache>;
