/** Sliding windows that processes share: 60 requests in any 60 seconds, whichever process serves them. */
export interface VentanaStore {
  /** Takes up to so many slots of each bucket, by the database's clock. */
  take(buckets: ReadonlyMap<string, number>): Promise<Map<string, VentanaState>>;
}

export interface VentanaState {
  /** How many of the requested slots were free. */
  taken: number;
  /** How many requests count now, these included. */
  used: number;
  /** When the oldest of them came, in milliseconds since the epoch. */
  firstMs: number;
}

/** A key may have this many streams open at the same time. */
export const FLUJOS_POR_LLAVE_MAX = 20;

/** The open streams of each key, counted over all processes. */
export interface FlujoStore {
  /**
   * Claims streams for this process: how many it has or wants, by key. Resolves with how many it may have.
   * A claim is a lease of a minute, to be renewed before it ends.
   */
  claim(counts: ReadonlyMap<string, number>): Promise<Map<string, number>>;
}
