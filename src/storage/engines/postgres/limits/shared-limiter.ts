import { type Admission, RATE_LIMIT, RATE_WINDOW_MS } from '../../../../domain/sliding-window.ts';
import { makeBatcher } from '../../../../platform/async/batcher.ts';
import { withTimeout } from '../../../../platform/async/timeout.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { makeMemoryLimiter } from '../../../accounts/memory-limiter.ts';
import { StorageBusyError, StorageReadOnlyError } from '../../../port/errors.ts';
import type { Limiter } from '../../../port/limits.ts';
import type { VentanaState, VentanaStore } from './ventanas.ts';

/** How long a count may take. After that the database counts as unavailable, and clients are told to come back. */
const COUNT_MS_MAX = 5_000;
/** The state of a bucket that is missing from the database's answer. */
const NOTHING_TAKEN: VentanaState = { taken: 0, used: 0, freesInMs: RATE_WINDOW_MS };
/** Full buckets that are remembered; past this many, all are forgotten. */
const FULL_BUCKETS_MAX = 10_000;

/**
 * The limit that several processes share. One statement counts all requests that arrive together. A
 * bucket that was found full is refused from memory until its next slot frees, so that a client that
 * hammers costs the database nothing.
 */
export const makeSharedLimiter = (
  ventanas: VentanaStore,
  clock: Clock,
  limit: number = RATE_LIMIT,
): Limiter => {
  /** Full buckets, and when their next slot frees, by the monotonic clock. */
  const full = new Map<string, number>();

  const count = async (buckets: readonly string[]): Promise<Admission[]> => {
    const requested = new Map<string, number>();
    for (const bucket of buckets) requested.set(bucket, (requested.get(bucket) ?? 0) + 1);
    const states = await withTimeout(ventanas.take(requested, limit), COUNT_MS_MAX, notInTime);
    const given = new Map<string, number>();
    return buckets.map((bucket) => {
      const nth = (given.get(bucket) ?? 0) + 1;
      given.set(bucket, nth);
      const admission = toAdmission(states.get(bucket) ?? NOTHING_TAKEN, nth, limit, clock.now());
      if (!admission.admitted) remember(bucket, admission);
      return admission;
    });
  };
  const counts = makeBatcher(count);
  /** While the database cannot be written, each process counts by itself, so that reads go on. */
  const own = makeMemoryLimiter(clock, limit);
  const countAlone = (bucket: string) => (error: unknown) => {
    if (error instanceof StorageReadOnlyError) return own.admit(bucket);
    throw error;
  };

  const remember = (bucket: string, { resetMs }: Admission): void => {
    if (full.size >= FULL_BUCKETS_MAX) full.clear();
    full.set(bucket, clock.monotonic() + resetMs - clock.now());
  };

  const foundFull = (bucket: string): Admission | undefined => {
    const waitMs = (full.get(bucket) ?? 0) - clock.monotonic();
    if (waitMs > 0) return { admitted: false, remaining: 0, resetMs: clock.now() + waitMs };
    full.delete(bucket);
    return undefined;
  };

  return {
    admit: (bucket) => foundFull(bucket) ?? counts.add(bucket).catch(countAlone(bucket)),
    // Not worth a query: only the headers of uncounted answers show it.
    peek: (bucket) =>
      foundFull(bucket) ?? { admitted: true, remaining: limit, resetMs: clock.now() },
  };
};

const notInTime = () => new StorageBusyError('the database did not count the request in time');

/**
 * The admission of the `nth` of the requests that were counted together. The database's clock may have
 * been set back: a client still comes back within a window's length.
 */
const toAdmission = (
  { taken, used, freesInMs }: VentanaState,
  nth: number,
  limit: number,
  nowMs: number,
): Admission => {
  const resetMs = nowMs + Math.min(freesInMs, RATE_WINDOW_MS);
  const admitted = nth <= taken;
  const remaining = admitted ? limit - used + (taken - nth) : 0;
  return { admitted, remaining, resetMs };
};
