import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeAddressBuckets } from '../../../src/http/api/address-buckets.ts';
import { makeConnectionLimit } from '../../../src/storage/accounts/connection-limit.ts';
import { makeMemoryLimiter } from '../../../src/storage/accounts/memory-limiter.ts';
import { makeSharedLimiter } from '../../../src/storage/engines/postgres/limits/shared-limiter.ts';
import type {
  VentanaState,
  VentanaStore,
} from '../../../src/storage/engines/postgres/limits/ventanas.ts';
import { StorageBusyError, StorageReadOnlyError } from '../../../src/storage/port/errors.ts';
import type { Limiter } from '../../../src/storage/port/limits.ts';
import { makeTestClock, type TestClock } from '../../support/clock.ts';
import { column } from '../../support/columns.ts';

const LIMIT = 60;
const WINDOW_MS = 60_000;

/** A fake of the database's windows with a clock that is `aheadMs` ahead. */
const makeVentanas = (clock: TestClock, aheadMs = 0) => {
  const momentos = new Map<string, number[]>();
  const asked: Record<string, number>[] = [];
  let failure: Error | null = null;
  const store: VentanaStore = {
    async take(buckets) {
      asked.push(Object.fromEntries(buckets));
      await nextTurn();
      if (failure !== null) throw failure;
      const nowMs = clock.now() + aheadMs;
      const states = new Map<string, VentanaState>();
      for (const [bucket, count] of buckets) {
        const valid = (momentos.get(bucket) ?? []).filter((ms) => ms > nowMs - WINDOW_MS);
        const taken = Math.min(count, LIMIT - valid.length);
        const now = [...valid, ...Array.from({ length: taken }, () => nowMs)];
        momentos.set(bucket, now);
        const freesInMs = (now[0] ?? nowMs) + WINDOW_MS - nowMs;
        states.set(bucket, { taken, used: now.length, freesInMs });
      }
      return states;
    },
  };
  const fail = (error: Error | null) => {
    failure = error;
  };
  return { store, asked, fail };
};

const admit = (limiter: Limiter, bucket: string, times: number) =>
  Promise.all(Array.from({ length: times }, async () => limiter.admit(bucket)));
const admitted = async (limiter: Limiter, bucket: string, times: number) =>
  (await admit(limiter, bucket, times)).filter((each) => each.admitted).length;

describe('the limit that processes share', () => {
  test('asks once for all that come together, and gives each a slot of its own', async () => {
    const clock = makeTestClock();
    const { store, asked } = makeVentanas(clock);
    const limiter = makeSharedLimiter(store, clock);
    const [first, ...rest] = await Promise.all([
      limiter.admit('a'),
      ...Array.from({ length: 70 }, async (_, i) => limiter.admit(i % 2 ? 'a' : 'b')),
    ]);
    // The first request asks at once; the others gather while it waits.
    assert.deepEqual(asked, [{ a: 1 }, { b: 35, a: 35 }]);
    const resetMs = clock.now() + WINDOW_MS;
    assert.deepEqual(first, { admitted: true, remaining: 59, resetMs });
    const remaining = rest.filter((_, i) => i % 2).map((each) => each.remaining);
    assert.deepEqual(
      remaining,
      Array.from({ length: 35 }, (_, i) => 58 - i),
    );
  });

  test('a bucket found full is turned away from memory until its next slot frees', async () => {
    const clock = makeTestClock();
    const { store, asked } = makeVentanas(clock);
    const limiter = makeSharedLimiter(store, clock);
    assert.equal(await admitted(limiter, 'a', 61), LIMIT);
    const questions = asked.length;
    clock.advance(WINDOW_MS - 1);
    assert.equal(await admitted(limiter, 'a', 10), 0);
    assert.partialDeepStrictEqual(await limiter.peek('a'), { admitted: false, remaining: 0 });
    assert.equal(asked.length, questions);
    clock.advance(1);
    assert.partialDeepStrictEqual(await limiter.peek('a'), { admitted: true, remaining: LIMIT });
    assert.equal(await admitted(limiter, 'a', 1), 1);
  });

  test('a clock that is set back makes nobody wait longer than a window', async () => {
    const clock = makeTestClock();
    const limiter = makeSharedLimiter(makeVentanas(clock).store, clock);
    await admit(limiter, 'a', LIMIT + 1);
    clock.advance(10_000);
    clock.set(clock.now() - 3_600_000);
    for (const { resetMs } of [await limiter.peek('a'), ...(await admit(limiter, 'a', 1))]) {
      assert.equal(resetMs, clock.now() + WINDOW_MS - 10_000);
    }
  });

  test('a database that does not answer fails the waiting requests, and none after them', async () => {
    const clock = makeTestClock();
    const { store, fail } = makeVentanas(clock);
    const limiter = makeSharedLimiter(store, clock);
    fail(new StorageBusyError('no answer'));
    const results = await Promise.allSettled([limiter.admit('a'), limiter.admit('b')]);
    assert.deepEqual(column(results, 'status'), ['rejected', 'rejected']);
    fail(null);
    assert.equal(await admitted(limiter, 'a', 3), 3);
  });

  test('while the database is read-only, each process counts by itself', async () => {
    const clock = makeTestClock();
    const { store, fail } = makeVentanas(clock);
    const limiter = makeSharedLimiter(store, clock);
    fail(new StorageReadOnlyError('read-only'));
    assert.equal(await admitted(limiter, 'a', 61), LIMIT);
    const claim = () => Promise.reject(new StorageReadOnlyError('read-only'));
    const streams = makeConnectionLimit({ claim }, 2, assert.ifError);
    const [first, second, third] = [
      await streams.acquire('a'),
      await streams.acquire('a'),
      await streams.acquire('a'),
    ];
    assert.equal(third, null);
    for (const release of [first, second]) {
      assert.ok(release);
      release();
    }
    await streams.close();
  });

  for (const aheadMs of [-3_600_000, 3_600_000]) {
    test(`a database clock that differs by ${aheadMs / 1_000} s changes nothing for a client`, async () => {
      const clock = makeTestClock();
      const limiter = makeSharedLimiter(makeVentanas(clock, aheadMs).store, clock);
      for (const { resetMs } of await admit(limiter, 'a', 61)) {
        assert.equal(resetMs, clock.now() + WINDOW_MS);
      }
      assert.equal(await admitted(limiter, 'a', 1), 0);
      clock.advance(WINDOW_MS);
      assert.equal(await admitted(limiter, 'a', 61), LIMIT);
    });
  }
});

test('one process forgets the requests that have left the window, and no others', async () => {
  const clock = makeTestClock();
  const limiter = makeMemoryLimiter(clock);
  await admit(limiter, 'a', LIMIT);
  clock.advance(WINDOW_MS / 2);
  await admit(limiter, 'b', LIMIT);
  clock.advance(WINDOW_MS / 2);
  assert.equal(await admitted(limiter, 'a', LIMIT), LIMIT);
  assert.equal(await admitted(limiter, 'b', 1), 0);
});

test('addresses beyond the bound share a bucket until the window has passed', () => {
  const clock = makeTestClock();
  const bucketOf = makeAddressBuckets(clock, 2);
  assert.deepEqual(['a', 'b', 'c', 'd', 'a'].map(bucketOf), [
    'ip:a',
    'ip:b',
    'ip:*',
    'ip:*',
    'ip:a',
  ]);
  clock.advance(WINDOW_MS);
  assert.deepEqual(['c', 'd', 'a'].map(bucketOf), ['ip:c', 'ip:d', 'ip:*']);
});

test('a flood of addresses leaves a bounded number of buckets', () => {
  const bucketOf = makeAddressBuckets(makeTestClock());
  const buckets = new Set(Array.from({ length: 200_000 }, (_, i) => bucketOf(String(i))));
  assert.equal(buckets.size, 20_001);
});
