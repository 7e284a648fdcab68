import { isOrdered, type Orden } from '../../domain/log/orden.ts';
import type { PedidoFilter } from '../port/pedidos.ts';

/** Bounds that hold for every id and every time: queries always have both, so there is one of each. */
export const ID_LOWEST = '';
export const ID_HIGHEST = '\u{10FFFF}';
export const MS_LOWEST = Number.MIN_SAFE_INTEGER;
export const MS_HIGHEST = Number.MAX_SAFE_INTEGER;

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
