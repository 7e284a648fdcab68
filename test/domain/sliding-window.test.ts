import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  countIntentos,
  makeSlidingWindow,
  RATE_LIMIT,
  RATE_WINDOW_MS,
} from '../../src/domain/sliding-window.ts';
import { forEvery, weighted } from '../support/values/properties.ts';

const START_MS = 1_000_000;

/** Steps of a clock between requests: bursts, steady traffic, pauses, and exactly one window. */
const steps = (min: number) =>
  fc.array(
    weighted(
      [5, fc.constant(0)],
      [5, fc.integer({ min, max: 1_500 })],
      [1, fc.integer({ min: min * 100, max: 2 * RATE_WINDOW_MS })],
      [1, fc.constantFrom(RATE_WINDOW_MS - 1, RATE_WINDOW_MS, RATE_WINDOW_MS + 1)],
    ),
    { minLength: 1, maxLength: 400 },
  );

const limits = fc.constantFrom(1, 2, 5, RATE_LIMIT);

describe('any 60 seconds hold at most 60 admitted requests', () => {
  test('none is refused while there is room; remaining and reset are exact', () => {
    forEvery(100, fc.tuple(steps(0), limits), ([pauses, limit]) => {
      const window = makeSlidingWindow(limit);
      const admitted: number[] = [];
      let now = START_MS;
      for (const pause of pauses) {
        now += pause;
        // The plain definition, over every request that was ever admitted.
        const recent = admitted.filter((at) => at > now - RATE_WINDOW_MS);
        const free = limit - recent.length;
        assert.deepEqual(window.peek(now), {
          admitted: free > 0,
          remaining: free,
          resetMs: recent[0] === undefined ? now : recent[0] + RATE_WINDOW_MS,
        });
        assert.equal(window.isIdle(now), recent.length === 0);
        assert.deepEqual(window.admit(now), {
          admitted: free > 0,
          remaining: Math.max(0, free - 1),
          resetMs: (recent[0] ?? now) + RATE_WINDOW_MS,
        });
        if (free > 0) admitted.push(now);
      }
    });
  });

  test('the same holds when the clock is set back meanwhile', () => {
    forEvery(100, fc.tuple(steps(-1_500), limits), ([pauses, limit]) => {
      const window = makeSlidingWindow(limit);
      const admitted: number[] = [];
      let now = START_MS;
      let latest = Number.NEGATIVE_INFINITY;
      for (const pause of pauses) {
        now += pause;
        latest = Math.max(latest, now);
        const { admitted: isAdmitted, remaining, resetMs } = window.admit(now);
        assert.ok(remaining >= 0 && resetMs > latest && resetMs <= latest + RATE_WINDOW_MS);
        if (isAdmitted) admitted.push(latest);
      }
      for (const [i, at] of admitted.entries()) {
        const next = admitted[i + limit];
        assert.ok(next === undefined || next - at >= RATE_WINDOW_MS);
      }
    });
  });
});

test('attempts to sign in by a clock that was a year ahead keep nobody out once it is set back', () => {
  const bucket = { limit: 2, windowMs: 1_000 };
  const wait = (...momentos: number[]) => countIntentos(momentos, bucket, START_MS).waitMs;
  const yearMs = 365 * 86_400_000;
  assert.equal(wait(START_MS + yearMs, START_MS + yearMs), 0);
  // The clocks of processes differ slightly.
  assert.equal(wait(START_MS + 20, START_MS + 30), 1_020);
});
