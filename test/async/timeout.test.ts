import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTimeout } from '../../src/async/timeout.ts';

test('what settles in time settles as it would have', async () => {
  const late = () => new Error('late');
  assert.equal(await withTimeout(Promise.resolve(1), 1_000, late), 1);
  await assert.rejects(withTimeout(Promise.reject(new Error('its own')), 1_000, late), /its own/);
});

test('what takes longer is given up with the error of the caller', async () => {
  const never = new Promise(() => undefined);
  await assert.rejects(
    withTimeout(never, 5, () => new Error('late')),
    /late/,
  );
});
