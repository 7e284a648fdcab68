/** The only reader of the system clock: everything else takes a `Clock` or a `now` as an argument. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary point, never going back: for durations. */
  monotonic(): number;
}

/** A smaller correction is no leap and does little harm: it makes deletions at most an hour early. */
const LEAP_MS = 3_600_000;

/**
 * Returns a check: has the wall clock kept pace with the monotonic clock since the last call? After a start or a leap the wall
 * clock may be wrong until somebody sets it, and rows that are deleted for their age do not come back.
 */
export const makeIsSteady = ({ now, monotonic }: Clock): (() => boolean) => {
  let lastOffsetMs: number | null = null;
  return () => {
    const offsetMs = now() - monotonic();
    const isSteady = lastOffsetMs !== null && Math.abs(offsetMs - lastOffsetMs) < LEAP_MS;
    lastOffsetMs = offsetMs;
    return isSteady;
  };
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
