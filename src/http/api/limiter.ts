import type { Clock } from '../../clock.ts';
import {
  type Admission,
  makeSlidingWindow,
  RATE_LIMIT,
  RATE_WINDOW_MS,
  type SlidingWindow,
} from '../../domain/sliding-window.ts';
import type { HeaderLines } from '../wire/head.ts';

/** Counts the requests of a bucket: a key, or the address of whoever has none. */
export interface Limiter {
  admit(bucket: string): Admission | Promise<Admission>;
  /** How the bucket stands, without counting. */
  peek(bucket: string): Admission | Promise<Admission>;
}

/**
 * For the one process that serves a SQLite database: its memory is all there is to share. It counts
 * on a clock that nobody sets: one that is set back would keep a client out until it has caught up.
 */
export const makeMemoryLimiter = (clock: Clock): Limiter => {
  const windows = new Map<string, SlidingWindow>();
  let sweptAtMs = clock.monotonic();

  /** Once a window's length, what no longer counts is forgotten. */
  const sweep = (nowMs: number): void => {
    if (nowMs - sweptAtMs < RATE_WINDOW_MS) return;
    sweptAtMs = nowMs;
    for (const [bucket, window] of windows) if (window.isIdle(nowMs)) windows.delete(bucket);
  };

  /** As clients see it: by the time of day. */
  const dated = ({ admitted, remaining, resetMs }: Admission, nowMs: number): Admission => ({
    admitted,
    remaining,
    resetMs: clock.now() + resetMs - nowMs,
  });

  return {
    admit(bucket) {
      const nowMs = clock.monotonic();
      sweep(nowMs);
      const window = windows.getOrInsertComputed(bucket, () => makeSlidingWindow());
      return dated(window.admit(nowMs), nowMs);
    },
    peek(bucket) {
      const nowMs = clock.monotonic();
      return dated((windows.get(bucket) ?? makeSlidingWindow()).peek(nowMs), nowMs);
    },
  };
};

const POLICY = `"llave";q=${RATE_LIMIT};w=${RATE_WINDOW_MS / 1_000}`;

/** The contract's three headers and the IETF's two. */
export const rateLines = ({ remaining, resetMs }: Admission, nowMs: number): HeaderLines =>
  `X-RateLimit-Limit: ${RATE_LIMIT}\r\nX-RateLimit-Remaining: ${remaining}\r\n` +
  `X-RateLimit-Reset: ${Math.ceil(resetMs / 1_000)}\r\nRateLimit-Policy: ${POLICY}\r\n` +
  `RateLimit: "llave";r=${remaining};t=${secondsUntil(resetMs, nowMs)}\r\n`;

/** Whole seconds, at least one: a client that waits for them finds a slot. */
export const secondsUntil = (resetMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((resetMs - nowMs) / 1_000));
