import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeGatherer } from '../../../src/platform/async/gatherer.ts';
import { until } from '../../support/until.ts';

/** A gatherer of which the first write fails. */
const failingOnce = () => {
  const written: number[] = [];
  let calls = 0;
  const gatherer = makeGatherer(0, async () => {
    calls += 1;
    if (calls === 1) throw new Error('no room');
    written.push(calls);
  });
  return { ...gatherer, written, calls: () => calls };
};

describe('a gatherer writes again after a write that failed', () => {
  test('when it is flushed: the one who waits for the failed write is told', async () => {
    const { flush, written } = failingOnce();
    await assert.rejects(flush(), /no room/);
    await flush();
    assert.deepEqual(written, [2]);
  });

  test('by itself', async () => {
    const { soon, written, calls } = failingOnce();
    soon();
    await until(() => calls() === 1);
    soon();
    await until(() => written.length === 1);
  });
});
