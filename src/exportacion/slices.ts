import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PedidoFilter, PedidoStore } from '../storage/port/pedidos.ts';

/** About 0.2 ms of SQLite's one thread. */
const SLICE_ORDERS = 100;

export interface ExportRange {
  filter: PedidoFilter;
  /** The order after which it begins; empty: the first. */
  after: string;
}

/**
 * All orders of a range as NDJSON, ascending by id, some at a time. Each slice is a read of its own, in a
 * turn of its own: whoever reads slowly holds no transaction open, and others come in between.
 */
export async function* readSlices(
  pedidos: Pick<PedidoStore, 'slice'>,
  { filter, after }: ExportRange,
  /** Called before each slice; throws to end the export. */
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let from = after;
  while (true) {
    await nextTurn();
    await check();
    const { lines, last } = await pedidos.slice(filter, from, SLICE_ORDERS);
    if (last === null) return;
    yield lines;
    from = last;
  }
}
