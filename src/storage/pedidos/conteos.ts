import type { ConteoDelta } from '../../domain/log/batch.ts';
import type { Narrowed } from '../../domain/pedido/filtros.ts';
import { DAY_MS, utcDay } from '../../domain/time.ts';
import { MS_HIGHEST, MS_LOWEST } from './list.ts';

/**
 * Orders are counted per UTC day, state and type, and once more per block of days, so that the total
 * of years is added up from some tens of rows and not from a row for each day. Each method of payment has rows of its
 * own beside those of all methods: adding methods up would cost every other total three times as much.
 */
const BLOCK_DAYS = 32;

/** Counts the orders of `dias` days from `inicio` on. */
interface ConteoRow extends Omit<ConteoDelta, 'diaUtc'> {
  dias: number;
  inicio: number;
}

const blockStart = (day: number): number => Math.floor(day / BLOCK_DAYS) * BLOCK_DAYS;

/** The rows that a batch changes, each once. */
export const conteoRows = (deltas: readonly ConteoDelta[]): ConteoRow[] => {
  const rows = new Map<string, ConteoRow>();
  const add = (dias: number, inicio: number, delta: ConteoDelta) => {
    const { metodo, estado, tipo, pedidos } = delta;
    const key = `${dias} ${inicio} ${estado} ${tipo} ${metodo}`;
    const newRow = () => ({ metodo, dias, inicio, estado, tipo, pedidos: 0 });
    const row = rows.getOrInsertComputed(key, newRow);
    row.pedidos += pedidos;
  };
  for (const delta of deltas) {
    add(1, delta.diaUtc, delta);
    add(BLOCK_DAYS, blockStart(delta.diaUtc), delta);
  }
  return [...rows.values()];
};

/** The rows of `dias` days with `from` <= `inicio` < `to`. */
interface ConteoRange {
  dias: number;
  from: number;
  to: number;
}

/** A part of a day. */
export interface Edge {
  dia: number;
  desdeMs: number;
  hastaMs: number;
  /** The fraction of the day. */
  share: number;
}

/** How to count a time range. */
interface ConteoParts {
  /** Days, blocks, days: always three, so that one statement serves every range. */
  ranges: [ConteoRange, ConteoRange, ConteoRange];
  /** The partial days at both ends, to be counted order by order where that matters. */
  edges: Edge[];
}

/** Totals are exact up to here, and beyond it within this much. */
export const EXACT_MAX = 10_000;
export const TOLERANCE = 0.05;

const EMPTY: ConteoRange = { dias: 1, from: 0, to: 0 };

export const conteoParts = (filter: Pick<Narrowed, 'desdeMs' | 'hastaMs'>): ConteoParts => {
  const desdeMs = filter.desdeMs ?? MS_LOWEST;
  const hastaMs = filter.hastaMs ?? MS_HIGHEST;
  const firstDay = Math.ceil(desdeMs / DAY_MS);
  const endDay = utcDay(hastaMs);
  if (firstDay >= endDay) {
    const edges = desdeMs < hastaMs ? [edgeOf(desdeMs, hastaMs)] : [];
    return { ranges: [EMPTY, EMPTY, EMPTY], edges };
  }
  const edges: Edge[] = [];
  if (filter.desdeMs !== null) edges.push(edgeOf(desdeMs, firstDay * DAY_MS));
  if (filter.hastaMs !== null) edges.push(edgeOf(endDay * DAY_MS, hastaMs));
  return {
    ranges: splitDays(firstDay, endDay),
    edges: edges.filter((edge) => edge.desdeMs < edge.hastaMs),
  };
};

const edgeOf = (desdeMs: number, hastaMs: number): Edge => ({
  dia: utcDay(desdeMs),
  desdeMs,
  hastaMs,
  share: (hastaMs - desdeMs) / DAY_MS,
});

const splitDays = (firstDay: number, endDay: number): ConteoParts['ranges'] => {
  const firstBlock = blockStart(firstDay + BLOCK_DAYS - 1);
  const endBlock = blockStart(endDay);
  if (firstBlock >= endBlock) return [{ dias: 1, from: firstDay, to: endDay }, EMPTY, EMPTY];
  return [
    { dias: 1, from: firstDay, to: firstBlock },
    { dias: BLOCK_DAYS, from: firstBlock, to: endBlock },
    { dias: 1, from: endBlock, to: endDay },
  ];
};
