import {
  type Admission,
  makeSlidingWindow,
  RATE_LIMIT,
  RATE_WINDOW_MS,
  type SlidingWindow,
} from '../../domain/sliding-window.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Limiter } from '../port/limits.ts';

/**
 * For the one process that serves a SQLite database. It counts on the monotonic clock: a time of day that
 * is set back would keep clients out until it has caught up.
 */
export const makeMemoryLimiter = (clock: Clock, limit: number = RATE_LIMIT): Limiter => {
  const windows = new Map<string, SlidingWindow>();
  let sweptAtMs = clock.monotonic();

  /** Forgets idle buckets, at most once in a window's length. */
  const sweep = (nowMs: number): void => {
    if (nowMs - sweptAtMs < RATE_WINDOW_MS) return;
    sweptAtMs = nowMs;
    for (const [bucket, window] of windows) if (window.isIdle(nowMs)) windows.delete(bucket);
  };

  /** Turns a monotonic `resetMs` into the time of day that clients are told. */
  const withTimeOfDay = (admission: Admission, nowMs: number): Admission => ({
    ...admission,
    resetMs: clock.now() + admission.resetMs - nowMs,
  });

  return {
    admit(bucket) {
      const nowMs = clock.monotonic();
      sweep(nowMs);
      const window = windows.getOrInsertComputed(bucket, () => makeSlidingWindow(limit));
      return withTimeOfDay(window.admit(nowMs), nowMs);
    },
    peek(bucket) {
      const nowMs = clock.monotonic();
      return withTimeOfDay((windows.get(bucket) ?? makeSlidingWindow(limit)).peek(nowMs), nowMs);
    },
  };
};
