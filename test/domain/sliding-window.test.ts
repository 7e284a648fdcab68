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

test('the 61st of a burst is refused, and admitted as soon as the first has left the window', () => {
  const window = makeSlidingWindow(RATE_LIMIT);
  for (let i = 0; i < RATE_LIMIT; i += 1) {
    assert.deepEqual(window.admit(START_MS + i), {
      admitted: true,
      remaining: RATE_LIMIT - 1 - i,
      resetMs: START_MS + RATE_WINDOW_MS,
    });
  }
  const refused = { admitted: false, remaining: 0, resetMs: START_MS + RATE_WINDOW_MS };
  assert.deepEqual(window.admit(START_MS + 100), refused);
  assert.deepEqual(window.admit(START_MS + RATE_WINDOW_MS - 1), refused);
  assert.deepEqual(window.admit(START_MS + RATE_WINDOW_MS), {
    admitted: true,
    remaining: 0,
    resetMs: START_MS + 1 + RATE_WINDOW_MS,
  });
});

test('a refused request takes no slot: a client that keeps trying is admitted on time', () => {
  const window = makeSlidingWindow(2, 1_000);
  window.admit(0);
  window.admit(0);
  for (let now = 1; now < 1_000; now += 1) assert.equal(window.admit(now).admitted, false);
  assert.equal(window.admit(1_000).admitted, true);
});

test('peek takes no slot', () => {
  const window = makeSlidingWindow(1, 1_000);
  for (let i = 0; i < 5; i += 1) assert.equal(window.peek(0).remaining, 1);
  assert.equal(window.admit(0).admitted, true);
});
