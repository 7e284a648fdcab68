/** Sliding windows that processes share: 60 requests in any 60 seconds, whichever process serves them. */
export interface VentanaStore {
  /** Takes up to so many slots of each bucket, by the database's clock. */
  take(buckets: ReadonlyMap<string, number>): Promise<Map<string, VentanaState>>;
}

export interface VentanaState {
  taken: number;
  /** How many requests count now, these included. */
  used: number;
  /** When the oldest of them came, in milliseconds since the epoch. */
  firstMs: number;
}

/** A key may have this many streams open at the same time, and so many exports. */
export const FLUJOS_POR_LLAVE_MAX = 20;
export const EXPORTACIONES_POR_LLAVE_MAX = 2;

/** The open streams and exports of each key, counted over all processes. */
export interface FlujoStore {
  /**
   * Claims places for this process: how many it has or wants, by holder, of `max` in all processes together.
   * Resolves with how many it may have. A claim lasts a minute.
   */
  claim(counts: ReadonlyMap<string, number>, max: number): Promise<Map<string, number>>;
}
