import type { Signal } from '../domain/health/signals.ts';
import { MINUTE_MS, SECOND_MS } from '../domain/time.ts';
import type { Clock } from '../platform/clock.ts';

const AWAY_MS = 10 * SECOND_MS;
const SLOW_MS = SECOND_MS;
const SLOW_FOR_MS = 5 * MINUTE_MS;
/** Fewer would be no basis for a percentile. */
const SAMPLES_MIN = 60;

interface Outage {
  fromMs: number;
  untilMs: number | null;
}

/** Watches the database from one process, also while nothing can be stored. */
export const makeDatabaseWatch = (clock: Clock) => {
  let failingSince: { monotonicMs: number; ms: number } | null = null;
  let outage: Outage | null = null;
  let samples: { atMs: number; tookMs: number }[] = [];

  return {
    answered(tookMs: number): void {
      const atMs = clock.monotonic();
      samples = [...samples.filter((each) => atMs - each.atMs <= SLOW_FOR_MS), { atMs, tookMs }];
      failingSince = null;
      if (outage?.untilMs === null) outage.untilMs = clock.now();
    },
    /** True when the outage has now lasted long enough to be told. */
    failed(): boolean {
      failingSince ??= { monotonicMs: clock.monotonic(), ms: clock.now() };
      if (outage?.untilMs === null) return false;
      if (clock.monotonic() - failingSince.monotonicMs < AWAY_MS) return false;
      outage = { fromMs: failingSince.ms, untilMs: null };
      return true;
    },
    isAway: (): boolean => outage?.untilMs === null,
    /** The last outage, once it is over. */
    takeOutage(): { fromMs: number; untilMs: number } | null {
      if (outage?.untilMs == null) return null;
      const { fromMs, untilMs } = outage;
      outage = null;
      return { fromMs, untilMs };
    },
    slowSignals(): Signal[] {
      const took = samples.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
      const oldest = samples[0]?.atMs ?? 0;
      if (took.length < SAMPLES_MIN || clock.monotonic() - oldest < SLOW_FOR_MS * 0.9) return [];
      const p95 = took[Math.floor(took.length * 0.95)] ?? 0;
      if (p95 <= SLOW_MS) return [];
      const detalle = { p95_ms: Math.round(p95) };
      return [{ tipo: 'base_lenta', restauranteId: null, objeto: '', nombre: '', detalle }];
    },
  };
};

export type DatabaseWatch = ReturnType<typeof makeDatabaseWatch>;
