/** The only reader of the clock: everything else takes the time as an argument. */
export const nowMs = (): number => Date.now();

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
