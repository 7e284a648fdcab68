export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Days since the epoch, in UTC. */
export const utcDay = (ms: number): number => Math.floor(ms / DAY_MS);

/** UTC with milliseconds and `Z`, as on the wire. Remembers the last moment, which the commands of a batch share. */
export const isoTimestamp = (ms: number): string => {
  if (ms !== lastTimestamp.ms) lastTimestamp = { ms, text: new Date(ms).toISOString() };
  return lastTimestamp.text;
};
let lastTimestamp = { ms: Number.NaN, text: '' };

/** A day since the epoch, as `YYYY-MM-DD`. */
export const isoDate = (day: number): string => isoTimestamp(day * DAY_MS).slice(0, 10);

export const isoTimestampOrNull = (ms: number | null): string | null =>
  ms === null ? null : isoTimestamp(ms);
