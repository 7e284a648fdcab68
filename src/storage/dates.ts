import { isOrdered, type Orden } from '../domain/orden.ts';
import type { PedidoFilter } from './port.ts';

/** Bounds that hold for every id and every time: queries always have both, so there is one of each. */
export const ID_LOWEST = '';
export const ID_HIGHEST = '\u{10FFFF}';
export const MS_LOWEST = Number.MIN_SAFE_INTEGER;
export const MS_HIGHEST = Number.MAX_SAFE_INTEGER;

const DAY_MS = 86_400_000;

export const hasDates = ({ desdeMs, hastaMs }: PedidoFilter): boolean =>
  desdeMs !== null || hastaMs !== null;

/**
 * Where to look for the id bounds of a time range: the last order created before `belowMs` lies below
 * all of the range, the first created at or after `aboveMs` above it. Null: ids tell nothing here.
 */
export const boundProbes = (orden: Orden | null, { desdeMs, hastaMs }: PedidoFilter) =>
  isOrdered(orden)
    ? {
        belowMs: desdeMs === null ? null : desdeMs - orden.desordenMs,
        aboveMs: hastaMs === null ? null : hastaMs + orden.desordenMs,
      }
    : null;

/**
 * Where ids say nothing about time there are two ways to a page: walk the ids and skip what lies
 * outside the range (about `limit` × `total` / `inRange` entries), or sort the range. The better one
 * never touches more than the square root of `limit` × `total`.
 */
export const isTimeScanCheaper = (inRange: number, total: number, limit: number): boolean =>
  inRange * inRange <= limit * total;

/** A time range as whole UTC days, which are counted already, and what sticks out at its ends. */
export const splitDays = (filter: PedidoFilter) => {
  const desdeMs = filter.desdeMs ?? MS_LOWEST;
  const hastaMs = filter.hastaMs ?? MS_HIGHEST;
  const firstDay = Math.ceil(desdeMs / DAY_MS);
  const endDay = Math.floor(hastaMs / DAY_MS);
  if (firstDay >= endDay) {
    return { firstDay: 0, endDay: 0, edges: desdeMs < hastaMs ? [{ desdeMs, hastaMs }] : [] };
  }
  const edges = [
    { desdeMs, hastaMs: firstDay * DAY_MS },
    { desdeMs: endDay * DAY_MS, hastaMs },
  ];
  const openEnds = [filter.desdeMs === null, filter.hastaMs === null];
  return {
    firstDay,
    endDay,
    edges: edges.filter((edge, i) => !openEnds[i] && edge.desdeMs < edge.hastaMs),
  };
};
