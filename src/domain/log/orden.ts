import { DAY_MS } from '../time.ts';
/**
 * How far the order of ids strays from the order of creation.
 *
 * Pages are in id order and `desde`/`hasta` cut by creation time. Where both orders agree, a time
 * range is an id range and its page costs what a page costs. Ids minted here always agree; ids that
 * a platform brings mostly do. So each restaurant keeps `desordenMs`: for any two of its orders, the
 * one with the smaller id was created at most this much later than the other. A time range widened
 * by it gives exact id bounds.
 */
export interface Orden {
  idMin: string;
  idMax: string;
  creadoMinMs: number;
  creadoMaxMs: number;
  /** UNORDERED when ids say nothing about time; nothing is tracked from then on. */
  desordenMs: number;
}

export interface Placed {
  id: string;
  creadoMs: number;
}

/** Beyond this, widened ranges would be no help: the ids are taken to be random. */
export const DESORDEN_MAX_MS = 7 * DAY_MS;
export const UNORDERED = -1;

export const isOrdered = (orden: Orden | null): orden is Orden =>
  orden !== null && orden.desordenMs !== UNORDERED;

/**
 * Takes new orders into account. Those that extend the known range at its ends are judged by the
 * range alone; `strayOf` is asked about one that falls inside: by how much do stored orders of smaller
 * ids exceed its creation, or it those of larger ids.
 */
export const widen = (
  orden: Orden | null,
  added: readonly Placed[],
  strayOf: (placed: Placed) => number,
): Orden | null => {
  const byId = [...added].sort((a, b) => (a.id < b.id ? -1 : 1));
  let next = orden;
  let strayMs = Math.max(0, orden?.desordenMs ?? 0);
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const placed of byId) {
    const { id, creadoMs } = placed;
    if (isOrdered(orden)) strayMs = Math.max(strayMs, strayFromStored(orden, placed, strayOf));
    newestMs = Math.max(newestMs, creadoMs);
    strayMs = Math.max(strayMs, newestMs - creadoMs);
    next = {
      idMin: next === null || id < next.idMin ? id : next.idMin,
      idMax: next === null || id > next.idMax ? id : next.idMax,
      creadoMinMs: Math.min(next?.creadoMinMs ?? creadoMs, creadoMs),
      creadoMaxMs: Math.max(next?.creadoMaxMs ?? creadoMs, creadoMs),
      desordenMs: 0,
    };
  }
  if (next === null || next === orden) return next;
  const lost = orden?.desordenMs === UNORDERED || strayMs > DESORDEN_MAX_MS;
  return { ...next, desordenMs: lost ? UNORDERED : strayMs };
};

const strayFromStored = (
  orden: Orden,
  placed: Placed,
  strayOf: (placed: Placed) => number,
): number => {
  if (placed.id > orden.idMax) return orden.creadoMaxMs - placed.creadoMs;
  if (placed.id < orden.idMin) return placed.creadoMs - orden.creadoMinMs;
  return strayOf(placed);
};
