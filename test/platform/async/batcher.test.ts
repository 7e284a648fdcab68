import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeBatcher, nextTurn } from '../../../src/platform/async/batcher.ts';
import { column } from '../../support/columns.ts';

describe('batcher', () => {
  test('items that come while a call is under way share the next one', async () => {
    const calls: number[][] = [];
    const batcher = makeBatcher<number, number>(async (items) => {
      calls.push([...items]);
      return items.map((item) => item * 10);
    });
    const first = batcher.add(1);
    const others = [batcher.add(2), batcher.add(3)];
    assert.deepEqual(await Promise.all([first, ...others]), [10, 20, 30]);
    assert.deepEqual(calls, [[1], [2, 3]]);
  });

  test('items that come before a scheduled call join it, up to its maximum', async () => {
    const calls: number[][] = [];
    const batcher = makeBatcher<number, null>(
      async (items) => {
        calls.push([...items]);
        return items.map(() => null);
      },
      { schedule: nextTurn, take: (queue) => queue.splice(0, 2) },
    );
    await Promise.all([1, 2, 3].map(batcher.add));
    assert.deepEqual(calls, [[1, 2], [3]]);
  });

  test('a failed batch rejects all of its items and none of the next', async () => {
    let calls = 0;
    const batcher = makeBatcher<number, number>(async (items) => {
      calls += 1;
      if (items.includes(2)) throw new Error('no twos');
      return [...items];
    });
    const results = await Promise.allSettled([1, 2, 3].map(batcher.add));
    assert.deepEqual(column(results, 'status'), ['fulfilled', 'rejected', 'rejected']);
    assert.equal(await batcher.add(4), 4);
    assert.equal(calls, 3);
  });

  test('a batch that is split on failure rejects the bad item alone', async () => {
    const batcher = makeBatcher<number, number>(
      async (items) => {
        if (items.includes(2)) throw new Error('no twos');
        return [...items];
      },
      { schedule: nextTurn, splitsOn: () => true },
    );
    const results = await Promise.allSettled([1, 2, 3].map(batcher.add));
    assert.deepEqual(column(results, 'status'), ['fulfilled', 'rejected', 'fulfilled']);
  });

  test('a schedule that fails rejects the items that waited for it, and none of the next', async () => {
    let schedules = 0;
    const batcher = makeBatcher<number, number>(async (items) => [...items], {
      schedule: async (run) => {
        schedules += 1;
        await new Promise(setImmediate);
        if (schedules === 1) throw new Error('no place');
        await run();
      },
    });
    const results = await Promise.allSettled([1, 2].map(batcher.add));
    assert.deepEqual(column(results, 'status'), ['rejected', 'rejected']);
    assert.equal(await batcher.add(3), 3);
    await batcher.idle();
  });

  test('idle resolves when everything has been carried out', async () => {
    let done = 0;
    const batcher = makeBatcher<number, null>(async (items) => {
      await new Promise(setImmediate);
      done += items.length;
      return items.map(() => null);
    });
    void batcher.add(1);
    void batcher.add(2);
    await batcher.idle();
    assert.equal(done, 2);
  });
});
