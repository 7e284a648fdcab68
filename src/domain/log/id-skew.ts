import { DAY_MS } from '../time.ts';

/**
 * How far id order strays from creation order.
 *
 * Pages are in id order and `desde`/`hasta` cut by creation time. Where both orders agree, a time
 * range is an id range, and its page costs no more than any page. Ids minted here always agree; ids that
 * a platform brings mostly do. So each restaurant keeps `skewMs`: for any two of its orders, the
 * one with the smaller id was created at most this much later than the other. A time range widened
 * by it gives exact id bounds.
 */
export interface IdSkew {
  idMin: string;
  idMax: string;
  creadoMinMs: number;
  creadoMaxMs: number;
  /** UNORDERED when ids say nothing about time; nothing is tracked from then on. */
  skewMs: number;
}

export interface DatedId {
  id: string;
  creadoMs: number;
}

/** Beyond this, widened ranges would be no help: the ids are taken to be random. */
export const SKEW_MAX_MS = 7 * DAY_MS;
export const UNORDERED = -1;

export const isOrdered = (idSkew: IdSkew | null): idSkew is IdSkew =>
  idSkew !== null && idSkew.skewMs !== UNORDERED;

/** The known range suffices to judge an order outside of it; `skewOf` measures one that falls inside. */
export const widenSkew = (
  idSkew: IdSkew | null,
  added: readonly DatedId[],
  skewOf: (order: DatedId) => number,
): IdSkew | null => {
  const byId = [...added].sort((a, b) => (a.id < b.id ? -1 : 1));
  let next = idSkew;
  let skewMs = Math.max(0, idSkew?.skewMs ?? 0);
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const order of byId) {
    const { id, creadoMs } = order;
    if (isOrdered(idSkew)) skewMs = Math.max(skewMs, skewFromStored(idSkew, order, skewOf));
    newestMs = Math.max(newestMs, creadoMs);
    skewMs = Math.max(skewMs, newestMs - creadoMs);
    next = {
      idMin: next === null || id < next.idMin ? id : next.idMin,
      idMax: next === null || id > next.idMax ? id : next.idMax,
      creadoMinMs: Math.min(next?.creadoMinMs ?? creadoMs, creadoMs),
      creadoMaxMs: Math.max(next?.creadoMaxMs ?? creadoMs, creadoMs),
      skewMs: 0,
    };
  }
  if (next === null || next === idSkew) return next;
  const isLost = idSkew?.skewMs === UNORDERED || skewMs > SKEW_MAX_MS;
  return { ...next, skewMs: isLost ? UNORDERED : skewMs };
};

const skewFromStored = (
  idSkew: IdSkew,
  order: DatedId,
  skewOf: (order: DatedId) => number,
): number => {
  if (order.id > idSkew.idMax) return idSkew.creadoMaxMs - order.creadoMs;
  if (order.id < idSkew.idMin) return order.creadoMs - idSkew.creadoMinMs;
  return skewOf(order);
};
