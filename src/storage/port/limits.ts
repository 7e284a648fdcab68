/** Sliding windows of requests that processes share: 60 in any 60 seconds, whoever serves them. */
export interface VentanaStore {
  /** Takes so many slots of each bucket, as far as they are free, by the database's own clock. */
  take(buckets: ReadonlyMap<string, number>): Promise<Map<string, VentanaState>>;
}

export interface VentanaState {
  /** How many of the slots asked for were given. */
  taken: number;
  /** How many requests count now, with those. */
  used: number;
  /** When the first of them came, in milliseconds since the epoch. */
  firstMs: number;
}

/** Streams that a key may have open at the same time. */
export const FLUJOS_POR_LLAVE_MAX = 20;

/** The open streams of each key, which processes share. */
export interface FlujoStore {
  /**
   * Says how many streams this process has or wants, by key; how many it may have. A claim holds for
   * a minute and is made anew before that.
   */
  claim(counts: ReadonlyMap<string, number>): Promise<Map<string, number>>;
}
