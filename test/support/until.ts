import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_WAIT_MS = 5;
const LAST_WAIT_MS = 60;

/** Polls until the check is true, less and less often, because many a check costs a request. */
export const until = async (check: () => Promise<boolean> | boolean): Promise<void> => {
  for (let waitMs = FIRST_WAIT_MS; !(await check()); waitMs = Math.min(waitMs * 1.4, LAST_WAIT_MS))
    await wait(waitMs);
};

const POLL_MS = 40;

/**
 * Checks that a change made elsewhere shows within a second: in one of 25 polls, 40 ms apart. On a busy machine the
 * polls take longer, and so does the service that answers them.
 */
export const withinASecond = async (check: () => Promise<boolean>): Promise<void> => {
  for (let left = 1_000 / POLL_MS; !(await check()); left -= 1) {
    assert.ok(left > 0, 'it took more than a second');
    await wait(POLL_MS);
  }
};
