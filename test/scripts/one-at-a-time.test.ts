import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { oneAtATime } from '../../scripts/one-at-a-time.mjs';
import { makeFolder } from '../support/machine/folder.ts';
import { until } from '../support/until.ts';

const makeLock = () => {
  const path = join(makeFolder(), 'lock');
  return {
    path,
    /** Makes the lock look as it does after a computer has slept, or after its holder was killed. */
    age: () => utimesSync(path, new Date(0), new Date(0)),
    /** Begins work, which ends when `end` is called, or with the test. */
    begin(t: TestContext) {
      const began = Promise.withResolvers<void>();
      const { promise: ending, resolve: end } = Promise.withResolvers<void>();
      const waiting = Promise.withResolvers<void>();
      const done = oneAtATime(path, {
        async work() {
          began.resolve();
          await ending;
        },
        onWait: waiting.resolve,
        onRefused: assert.fail,
      });
      t.after(() => end());
      return { began: began.promise, waiting: waiting.promise, end, done };
    },
  };
};

test('a holder that slept keeps its lock', async (t) => {
  const lock = makeLock();
  const first = lock.begin(t);
  await first.began;
  lock.age();
  const second = lock.begin(t);
  await second.waiting;
  const order: string[] = [];
  const ended = [first.done.then(() => order.push('first ends'))];
  ended.push(second.began.then(() => order.push('second begins')));
  await until(() => Date.now() - statSync(lock.path).mtimeMs < 10_000);
  first.end();
  await Promise.all(ended);
  assert.deepEqual(order, ['first ends', 'second begins']);
  second.end();
  await second.done;
  assert.equal(existsSync(lock.path), false);
});

test('the lock of a killed process is taken over', async (t) => {
  const lock = makeLock();
  writeFileSync(lock.path, '');
  lock.age();
  const next = lock.begin(t);
  await next.began;
  next.end();
  await next.done;
});

test('a process that lost its lock leaves the next one alone', async (t) => {
  const lock = makeLock();
  const paused = lock.begin(t);
  await paused.began;
  rmSync(lock.path);
  const next = lock.begin(t);
  await next.began;
  paused.end();
  await paused.done;
  assert.ok(existsSync(lock.path));
  next.end();
  await next.done;
});
