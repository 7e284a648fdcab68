/** A true sliding window: at most `limit` requests in any `RATE_WINDOW_MS`. */
export interface SlidingWindow {
  /** A request that is turned away takes no slot. */
  admit(nowMs: number): Admission;
  /** The state of the window, without taking a slot. An empty window resets now. */
  peek(nowMs: number): Admission;
  /** No request counts any more: the window may be forgotten. */
  isIdle(nowMs: number): boolean;
}

export interface Admission {
  admitted: boolean;
  remaining: number;
  /** When the next slot frees, in milliseconds since the epoch. */
  resetMs: number;
}

export const RATE_LIMIT = 60;
export const RATE_WINDOW_MS = 60_000;

export const makeSlidingWindow = (limit: number): SlidingWindow => {
  /** The times at which the requests that still count were admitted, ascending. */
  const times: number[] = [];
  /** A clock that is set back must not free slots early. */
  let latestMs = Number.NEGATIVE_INFINITY;

  const advance = (nowMs: number): void => {
    latestMs = Math.max(latestMs, nowMs);
    while (times[0] !== undefined && times[0] <= latestMs - RATE_WINDOW_MS) times.shift();
  };
  const admission = (admitted: boolean): Admission => {
    const resetMs = times[0] === undefined ? latestMs : times[0] + RATE_WINDOW_MS;
    return { admitted, remaining: limit - times.length, resetMs };
  };

  return {
    admit(nowMs) {
      advance(nowMs);
      const isAdmitted = times.length < limit;
      if (isAdmitted) times.push(latestMs);
      return admission(isAdmitted);
    },
    peek(nowMs) {
      advance(nowMs);
      return admission(times.length < limit);
    },
    isIdle(nowMs) {
      advance(nowMs);
      return times.length === 0;
    },
  };
};

/** Because clocks differ, attempts less than a window in the future count too. Those of a clock further ahead do not. */
export const countIntentos = (
  momentos: readonly number[],
  { limit, windowMs }: { limit: number; windowMs: number },
  nowMs: number,
): { momentos: number[]; waitMs: number } => {
  const counting = momentos.filter((ms) => Math.abs(nowMs - ms) < windowMs);
  const blocking = counting[counting.length - limit];
  return { momentos: counting, waitMs: blocking === undefined ? 0 : blocking + windowMs - nowMs };
};
