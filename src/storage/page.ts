/**
 * Tells a page from what it was: an order that changes has more entries or another checksum, and which
 * orders lie between two ids cannot change without the sums doing so.
 */
export const pageVersion = (ids: readonly string[], entradas: number, huellas: number): string =>
  `${ids[0]}.${ids.at(-1)}.${ids.length}.${entradas}.${huellas}`;

/** The same for a single order. */
export const orderVersion = (entradas: number, huella: number): string => `${entradas}.${huella}`;
