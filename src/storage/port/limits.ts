/** Sliding windows of 60 seconds, counted over all processes. */
export interface VentanaStore {
  /** Takes up to the given number of slots in each bucket, by the database's clock; a bucket has `limit` slots. */
  take(buckets: ReadonlyMap<string, number>, limit: number): Promise<Map<string, VentanaState>>;
}

export interface VentanaState {
  taken: number;
  /** Requests that count now, these included. */
  used: number;
  /** How long the oldest of them still counts, by the database's clock. */
  freesInMs: number;
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
