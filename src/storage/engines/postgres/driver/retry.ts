import { setTimeout as delay } from 'node:timers/promises';

/** Long enough in all for a short restart of the server, short enough for the caller. */
const RETRY_DELAYS_MS = [20, 200, 800];

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
