import type { Clock } from '../../src/platform/clock.ts';
import { NOW_MS } from './samples.ts';

/** A clock that only moves when it is told to. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Sets the wall clock, as an operator would; monotonic time stays as it is. */
  set(ms: number): void;
}

export const makeTestClock = (): TestClock => {
  let [now, monotonic] = [NOW_MS, 1_000_000];
  return {
    now: () => now,
    monotonic: () => monotonic,
    advance(ms) {
      now += ms;
      monotonic += ms;
    },
    set(ms) {
      now = ms;
    },
  };
};
