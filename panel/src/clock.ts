/** Corrects this device's clock, which may be an hour wrong: the times of orders are by the server's clock. */
let correctionMs = 0;

/** To be called when the server has just told its time. */
export const setServerTime = (serverMs: number): void => {
  correctionMs = serverMs - Date.now();
};

/** The only reader of the clock: everything else takes the time as an argument. */
export const nowMs = (): number => Date.now() + correctionMs;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
