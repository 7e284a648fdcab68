import type { Admission } from '../../domain/sliding-window.ts';

/** Counts the requests of a bucket: a key, or the address of a client that has none. */
export interface Limiter {
  admit(bucket: string): Admission | Promise<Admission>;
  /** The state of the bucket, without counting. */
  peek(bucket: string): Admission | Promise<Admission>;
}

/** Streams, and exports, that a key may have open at the same time. */
export const FLUJOS_POR_LLAVE_MAX = 20;
export const EXPORTACIONES_POR_LLAVE_MAX = 2;

/** The open streams and exports of each key, counted over all processes. */
export interface FlujoStore {
  /**
   * Claims places for this process. `counts`: how many it has or wants, by holder; `max`: how many a holder may have in all
   * processes together. Resolves with how many this process may have, by holder. A claim is a lease of a minute.
   */
  claim(counts: ReadonlyMap<string, number>, max: number): Promise<Map<string, number>>;
}
