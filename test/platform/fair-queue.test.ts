import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFairQueue, QueueFullError } from '../../src/platform/async/fair-queue.ts';

/** A queue whose work ends when it is told to. */
const startQueue = (slots: number, waitingMax: number) => {
  const run = makeFairQueue(slots, waitingMax);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (lane: string, name = lane) =>
    run(lane, () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return promise;
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { add, endOne, started };
};

test('lanes take turns, whichever came first', async () => {
  const { add, endOne, started } = startQueue(1, 10);
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => add(name.slice(0, 1), name));
  for (let i = 0; i < all.length; i += 1) await endOne();
  await Promise.all(all);
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('a full queue turns away the newest of its longest lane', async () => {
  const { add, endOne, started } = startQueue(1, 3);
  const kept = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3')];
  const evicted = add('a', 'a4');
  const refused = assert.rejects(evicted, QueueFullError);
  kept.push(add('b', 'b1'));
  await refused;
  await assert.rejects(add('a', 'a5'), QueueFullError);
  await assert.rejects(add('b', 'b2'), QueueFullError);
  for (let i = 0; i < 4; i += 1) await endOne();
  await Promise.all(kept);
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3']);
});

test('work that fails frees its slot', async () => {
  const run = makeFairQueue(1, 1);
  await assert.rejects(
    run('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await run('b', async () => 7), 7);
});
