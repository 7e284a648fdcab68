/** The attempts of a bucket that still count, ascending, and how long until one more is allowed. */
export interface IntentoState {
  momentos: number[];
  waitMs: number;
}

/**
 * At most `limit` attempts in any `windowMs`. A clock that was set back must not let anybody in early:
 * attempts of the future count until they are past.
 */
export const countIntentos = (
  momentos: readonly number[],
  { limit, windowMs }: { limit: number; windowMs: number },
  nowMs: number,
): IntentoState => {
  const counting = momentos.filter((ms) => ms > nowMs - windowMs);
  const blocking = counting[counting.length - limit];
  return { momentos: counting, waitMs: blocking === undefined ? 0 : blocking + windowMs - nowMs };
};
