import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PedidoFilter, PedidoStore, SliceBy } from '../storage/port/pedidos.ts';
import { keepLines } from './keep-lines.ts';
import { collectYoungGarbage } from './young-garbage.ts';

/** About 0.2 ms of SQLite's one thread. A slice has fewer orders at first, and while orders are large. */
const SLICE_ORDERS_MAX = 100;
const SLICE_ORDERS_FIRST = 10;
const SLICE_BYTES = 512 * 1_024;
/** Slices live outside of V8's heap: V8 alone would collect them only after some ten times as many bytes. */
const COLLECT_BYTES = 8 * 1_024 * 1_024;

export interface ExportRange {
  filter: PedidoFilter;
  by: SliceBy;
  /** The order after which it begins; empty: the first. */
  after: string;
}

/**
 * All orders of a range as NDJSON, ascending by id, a slice at a time. Each slice is a read of its own, in a turn of
 * its own: a slow client holds no transaction open, and other requests come in between.
 */
export async function* readSlices(
  pedidos: Pick<PedidoStore, 'slice'>,
  { filter, by, after }: ExportRange,
  /** Called before each slice; throws to end the export. */
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { buscar } = filter;
  const isScanned = buscar !== null && !buscar.isIndexed;
  let from = after;
  let orders = SLICE_ORDERS_FIRST;
  let uncollected = 0;
  while (true) {
    await nextTurn();
    await check();
    const { lines, last } = await pedidos.slice(filter, from, orders, by);
    if (last === null) return;
    from = last;
    if (lines.length === 0) continue;
    orders = nextSize(orders, lines.length);
    uncollected += lines.length;
    const kept = isScanned ? keepLines(lines, buscar.matches) : lines;
    if (kept.length > 0) yield kept;
    if (uncollected < COLLECT_BYTES) continue;
    collectYoungGarbage();
    uncollected = 0;
  }
}

/** The number of orders that have about SLICE_BYTES, if they are like those of the last slice. */
const nextSize = (orders: number, bytes: number): number => {
  const wanted = Math.floor((orders * SLICE_BYTES) / bytes);
  return Math.max(1, Math.min(wanted, 2 * orders, SLICE_ORDERS_MAX));
};
