export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Days since the epoch, in UTC. */
export const utcDay = (ms: number): number => Math.floor(ms / DAY_MS);
