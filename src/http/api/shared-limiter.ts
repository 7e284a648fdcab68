import { makeBatcher } from '../../async/batcher.ts';
import { withTimeout } from '../../async/timeout.ts';
import type { Clock } from '../../clock.ts';
import { type Admission, RATE_LIMIT, RATE_WINDOW_MS } from '../../domain/sliding-window.ts';
import { StorageBusyError } from '../../storage/port/errors.ts';
import type { VentanaState, VentanaStore } from '../../storage/port/limits.ts';
import type { Limiter } from './limiter.ts';

/** A database that keeps silent for so long is not there: whoever waits is told to come back. */
const PATIENCE_MS = 5_000;
/** Of a bucket that the database did not speak of. */
const NOTHING_TAKEN: VentanaState = { taken: 0, used: 0, firstMs: Number.POSITIVE_INFINITY };
/** Buckets that were found full are remembered; past this many, all are asked about again. */
const FULL_BUCKETS_MAX = 10_000;

/**
 * The limit that several processes share. Requests that come in together are counted with one
 * statement. A bucket that was found full is turned away from memory until its next slot frees, so that
 * a client that hammers costs the database nothing.
 */
export const makeSharedLimiter = (ventanas: VentanaStore, clock: Clock): Limiter => {
  const full = new Map<string, { admission: Admission; untilMonotonicMs: number }>();

  const count = async (buckets: readonly string[]): Promise<Admission[]> => {
    const wanted = new Map<string, number>();
    for (const bucket of buckets) wanted.set(bucket, (wanted.get(bucket) ?? 0) + 1);
    const states = await withTimeout(ventanas.take(wanted), PATIENCE_MS, notInTime);
    const given = new Map<string, number>();
    return buckets.map((bucket) => {
      const nth = (given.get(bucket) ?? 0) + 1;
      given.set(bucket, nth);
      const admission = toAdmission(states.get(bucket) ?? NOTHING_TAKEN, nth, clock.now());
      if (!admission.admitted) remember(bucket, admission);
      return admission;
    });
  };
  const counts = makeBatcher(count);

  const remember = (bucket: string, admission: Admission): void => {
    if (full.size >= FULL_BUCKETS_MAX) full.clear();
    const untilMonotonicMs = clock.monotonic() + admission.resetMs - clock.now();
    full.set(bucket, { admission, untilMonotonicMs });
  };

  const foundFull = (bucket: string): Admission | undefined => {
    const known = full.get(bucket);
    if (known === undefined || clock.monotonic() < known.untilMonotonicMs) return known?.admission;
    full.delete(bucket);
    return undefined;
  };

  return {
    admit: (bucket) => foundFull(bucket) ?? counts.add(bucket),
    // Only shown to those who are not counted: what they would find is worth no question.
    peek: (bucket) =>
      foundFull(bucket) ?? { admitted: true, remaining: RATE_LIMIT, resetMs: clock.now() },
  };
};

const notInTime = () => new StorageBusyError('the count of requests was not answered in time');

/**
 * The standing of the `nth` of the requests that asked together. The database's clock may be ahead of
 * ours: a slot frees within a window's length nevertheless.
 */
const toAdmission = (
  { taken, used, firstMs }: VentanaState,
  nth: number,
  nowMs: number,
): Admission => {
  const resetMs = Math.min(firstMs, nowMs) + RATE_WINDOW_MS;
  const admitted = nth <= taken;
  const remaining = admitted ? RATE_LIMIT - used + (taken - nth) : 0;
  return { admitted, remaining, resetMs };
};
