import {
  type Admission,
  makeSlidingWindow,
  RATE_LIMIT,
  RATE_WINDOW_MS,
  type SlidingWindow,
} from '../../domain/sliding-window.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HeaderList } from '../wire/answer.ts';

/** Counts the requests of a bucket: a key, or the address of a client that has none. */
export interface Limiter {
  admit(bucket: string): Admission | Promise<Admission>;
  /** The state of the bucket, without counting. */
  peek(bucket: string): Admission | Promise<Admission>;
}

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

const POLICY = `"llave";q=${RATE_LIMIT};w=${RATE_WINDOW_MS / 1_000}`;

/** The contract's three headers and the IETF's two. */
export const rateHeaders = ({ remaining, resetMs }: Admission, nowMs: number): HeaderList => [
  ...['X-RateLimit-Limit', String(RATE_LIMIT)],
  ...['X-RateLimit-Remaining', String(remaining)],
  ...['X-RateLimit-Reset', String(Math.ceil(resetMs / 1_000))],
  ...['RateLimit-Policy', POLICY],
  ...['RateLimit', `"llave";r=${remaining};t=${secondsUntil(resetMs, nowMs)}`],
];

/** Whole seconds, at least one: a client that waits for them finds a slot. */
export const secondsUntil = (resetMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((resetMs - nowMs) / 1_000));
