import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/** Waits until something becomes true elsewhere. */
export const until = async (check: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await check())) await wait(5);
};

/** Polls for up to a second, in which a change made elsewhere has to show. */
export const withinASecond = async (check: () => Promise<boolean>): Promise<void> => {
  const deadlineMs = performance.now() + 1_000;
  for (;;) {
    const isLast = performance.now() >= deadlineMs;
    if (await check()) return;
    assert.ok(!isLast, 'it took more than a second');
    await wait(40);
  }
};
