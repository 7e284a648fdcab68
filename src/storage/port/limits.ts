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

export const FLUJOS_POR_LLAVE_MAX = 20;

/** The open streams of each key, counted over all processes. */
export interface FlujoStore {
  /** How many streams this process has or wants, by key, and how many it may have. A claim lasts a minute. */
  claim(counts: ReadonlyMap<string, number>): Promise<Map<string, number>>;
}
