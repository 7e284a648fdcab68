import { RATE_WINDOW_MS } from '../../domain/sliding-window.ts';
import type { Clock } from '../../platform/clock.ts';

/** Addresses that get a bucket of their own within a window's length; each bucket takes about a kilobyte. */
const ADDRESSES_MAX = 20_000;
const SHARED = 'ip:*';

/**
 * Names the rate bucket of a client that has no key. Past `max` addresses in a minute, new ones share one
 * bucket: a flood from many addresses then takes no more memory, and requests with a key are not affected.
 */
export const makeAddressBuckets = (clock: Pick<Clock, 'monotonic'>, max = ADDRESSES_MAX) => {
  const seen = new Set<string>();
  let clearedAtMs = clock.monotonic();

  return (address: string): string => {
    const nowMs = clock.monotonic();
    if (nowMs - clearedAtMs >= RATE_WINDOW_MS) {
      seen.clear();
      clearedAtMs = nowMs;
    }
    if (seen.size >= max && !seen.has(address)) return SHARED;
    seen.add(address);
    return `ip:${address}`;
  };
};
