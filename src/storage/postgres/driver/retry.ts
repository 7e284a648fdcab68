import { setTimeout as delay } from 'node:timers/promises';

/** Waits before another attempt: long enough for a short restart, short enough for who waits. */
const RETRY_DELAYS_MS = [20, 200, 800];

/** Tries again while the failure is one that `mayRepeat`; the last failure is the caller's. */
export const retrying = async <T>(
  attempt: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean,
): Promise<T> => {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayRepeat(error)) throw error;
    }
    await delay(delayMs);
  }
  return attempt();
};
