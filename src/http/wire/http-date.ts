import type { Clock } from '../../clock.ts';

/** The value of a `Date` header, made once a second. */
export const makeHttpDate = (clock: Clock): (() => string) => {
  let second = Number.NaN;
  let text = '';
  return () => {
    const current = Math.floor(clock.now() / 1_000);
    if (current !== second) {
      second = current;
      text = new Date(current * 1_000).toUTCString();
    }
    return text;
  };
};
