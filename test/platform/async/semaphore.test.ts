import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeSemaphore } from '../../../src/platform/async/semaphore.ts';

test('a semaphore runs up to its maximum at a time, in order, and survives a failure', async () => {
  const semaphore = makeSemaphore(2);
  const started: number[] = [];
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const runs = gates.map(({ promise }, i) =>
    semaphore.run(async () => {
      started.push(i);
      await promise;
      if (i === 1) throw new Error('broken');
      return i;
    }),
  );
  await nextTurn();
  assert.deepEqual(started, [0, 1]);
  gates[1]?.resolve();
  await assert.rejects(runs[1] ?? Promise.resolve(), /broken/);
  await nextTurn();
  assert.deepEqual(started, [0, 1, 2]);
  assert.equal(semaphore.pending(), 3);
  for (const { resolve } of gates) resolve();
  assert.deepEqual(await Promise.all([runs[0], runs[2], runs[3]]), [0, 2, 3]);
  assert.equal(semaphore.pending(), 0);
});
