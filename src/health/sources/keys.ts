import {
  expirySignals,
  HABIT_DAYS,
  isHabit,
  isStillUnused,
  type KeyFacts,
  limitSignals,
  mayHaveStopped,
  SAMPLE_MS,
  type Sample,
  unusedSignal,
} from '../../domain/health/keys.ts';
import type { Signal } from '../../domain/health/signals.ts';
import { DAY_MS, MINUTE_MS, utcDay } from '../../domain/time.ts';
import type { HealthStore } from '../../storage/port/notices/health.ts';
import type { Source } from '../source.ts';

type Store = Pick<HealthStore, 'keys' | 'daysUsed' | 'limited'>;

const NEVER: readonly [number, number] = [1, 0];

export const makeKeySources = (store: Store): Source[] => [
  {
    tipos: ['llave_caduca'],
    everyMs: MINUTE_MS,
    async signals(nowMs) {
      const expiraBeforeMs = nowMs + 15 * DAY_MS;
      return expirySignals(
        await store.keys({ expiraBeforeMs, usedBetweenMs: NEVER, ids: [] }),
        nowMs,
      );
    },
  },
  {
    tipos: ['llave_sin_uso'],
    everyMs: MINUTE_MS,
    async signals(nowMs, open) {
      const ids = open.map(({ objeto }) => objeto);
      const usedBetweenMs = [nowMs - 2 * DAY_MS, nowMs - DAY_MS] as const;
      const keys = await store.keys({ expiraBeforeMs: 0, usedBetweenMs, ids });
      const isUnused = async (key: KeyFacts): Promise<boolean> => {
        if (key.isRenewed || (key.expiraMs !== null && key.expiraMs <= nowMs)) return false;
        if (ids.includes(key.id)) return isStillUnused(key, nowMs);
        const { ultimoUsoMs } = key;
        if (ultimoUsoMs === null || !mayHaveStopped(key, nowMs)) return false;
        return isHabit(ultimoUsoMs, await store.daysUsed(key, utcDay(ultimoUsoMs) - HABIT_DAYS));
      };
      const signals: Signal[] = [];
      for (const key of keys) if (await isUnused(key)) signals.push(unusedSignal(key));
      return signals;
    },
  },
  makeLimitSource(store),
];

const SAMPLES_MS = 5 * MINUTE_MS;

/** The counts are those of days: an hour is the difference of two samples. A process that begins knows it after an hour. */
const makeLimitSource = (store: Store): Source => {
  let samples: Sample[] = [];
  const sample = async (nowMs: number): Promise<Sample> => {
    // From a fixed day on, or a sample after midnight would have less than the one before.
    const found = await store.limited(utcDay(nowMs - SAMPLE_MS - DAY_MS));
    return { atMs: nowMs, counts: new Map(found.map((key) => [key.id, key])) };
  };
  return {
    tipos: ['limite_superado'],
    everyMs: SAMPLES_MS,
    async signals(nowMs) {
      const now = await sample(nowMs);
      samples = [...samples.filter(({ atMs }) => nowMs - atMs < SAMPLE_MS + SAMPLES_MS), now];
      const [before] = samples;
      if (before === undefined || nowMs - before.atMs < SAMPLE_MS) return null;
      return limitSignals(before, now);
    },
  };
};
