import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTimeout } from '../../../src/platform/async/timeout.ts';

test('a promise that settles in time keeps its outcome', async () => {
  const late = () => new Error('late');
  assert.equal(await withTimeout(Promise.resolve(1), 1_000, late), 1);
  await assert.rejects(withTimeout(Promise.reject(new Error('its own')), 1_000, late), /its own/);
});

test('a promise that takes longer rejects with the caller’s error', async () => {
  const never = new Promise(() => undefined);
  await assert.rejects(
    withTimeout(never, 5, () => new Error('late')),
    /late/,
  );
});
