/** Sliding windows of 60 seconds that processes share, whichever of them serves the requests. */
export interface VentanaStore {
  /** Takes up to so many slots of each bucket, by the database's clock; a bucket has `limit` of them. */
  take(buckets: ReadonlyMap<string, number>, limit: number): Promise<Map<string, VentanaState>>;
}

export interface VentanaState {
  taken: number;
  /** How many requests count now, these included. */
  used: number;
  /** How long the oldest of them still counts, by the database's clock. */
  freesInMs: number;
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
