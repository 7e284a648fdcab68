/** What to add to this device's clock, which may be an hour wrong: orders have their times from the server's. */
let correctionMs = 0;

/** The server has just said what time it is. */
export const setServerTime = (serverMs: number): void => {
  correctionMs = serverMs - Date.now();
};

/** The only reader of the clock: everything else takes the time as an argument. */
export const nowMs = (): number => Date.now() + correctionMs;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
