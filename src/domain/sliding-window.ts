/**
 * At most `limit` requests in any `windowMs`: a true sliding window. It remembers when each of the
 * last `limit` admitted requests came; the next one is admitted when the oldest of them has left the
 * window. What was turned away leaves no trace.
 */
export interface Admission {
  admitted: boolean;
  remaining: number;
  /** When the next slot frees, in milliseconds since the epoch. */
  resetMs: number;
}

export const RATE_LIMIT = 60;
export const RATE_WINDOW_MS = 60_000;

export interface SlidingWindow {
  admit(nowMs: number): Admission;
  /** How it stands, without taking a slot; the reset of an empty one is now. */
  peek(nowMs: number): Admission;
  /** Nothing in it counts any more: it may be forgotten. */
  isIdle(nowMs: number): boolean;
}

export const makeSlidingWindow = (
  limit: number = RATE_LIMIT,
  windowMs: number = RATE_WINDOW_MS,
): SlidingWindow => {
  /** A ring of admission times; `oldest` points at the slot that is reused next. */
  const times: number[] = [];
  let oldest = 0;
  /** A clock that is set back must not free slots early. */
  let latestMs = Number.NEGATIVE_INFINITY;

  const inWindow = (now: number): number => {
    let first = 0;
    while (first < times.length && timeAt(first) <= now - windowMs) first += 1;
    return times.length - first;
  };
  const timeAt = (age: number): number => times[(oldest + age) % times.length] ?? 0;

  return {
    admit(nowMs) {
      latestMs = Math.max(latestMs, nowMs);
      const used = inWindow(latestMs);
      if (used >= limit) {
        return { admitted: false, remaining: 0, resetMs: timeAt(times.length - used) + windowMs };
      }
      if (times.length < limit) {
        times.push(latestMs);
      } else {
        times[oldest] = latestMs;
        oldest = (oldest + 1) % limit;
      }
      const first = times.length - (used + 1);
      return { admitted: true, remaining: limit - used - 1, resetMs: timeAt(first) + windowMs };
    },
    peek(nowMs) {
      const now = Math.max(latestMs, nowMs);
      const used = inWindow(now);
      const resetMs = used === 0 ? now : timeAt(times.length - used) + windowMs;
      return { admitted: used < limit, remaining: limit - used, resetMs };
    },
    isIdle: (nowMs) => inWindow(Math.max(latestMs, nowMs)) === 0,
  };
};
