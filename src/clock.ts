/** The only reader of the system clock: everything else takes a `Clock` or a `now` as an argument. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary point, never going back: for durations. */
  monotonic(): number;
}

/** A correction is smaller, and does little harm: what it makes old enough to be deleted is an hour too young at most. */
const LEAP_MS = 3_600_000;

/**
 * Whether the time of day has gone on evenly since the last call. After a start or a leap it may be wrong until somebody sets it,
 * and what is deleted for its age then does not come back.
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
