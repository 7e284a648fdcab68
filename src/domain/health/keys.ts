import { DAY_MS, HOUR_MS, utcDay } from '../time.ts';
import type { Signal } from './signals.ts';

export interface KeyFacts {
  restauranteId: string;
  id: string;
  nombre: string;
  creadaMs: number;
  expiraMs: number | null;
  ultimoUsoMs: number | null;
  /** Whether a younger key of the same name is active: this one has been renewed. */
  isRenewed: boolean;
}

const EXPIRY_STAGES_MS = [14 * DAY_MS, DAY_MS, 0];
/** So long after its end nobody waits for a key any more. */
const EXPIRED_SHOWN_MS = 7 * DAY_MS;
const UNUSED_MS = DAY_MS;
/** The days of use in a row after which a pause is unusual. */
export const HABIT_DAYS = 14;

/** Stage 0 begins 14 days before the end, 1 a day before, 2 at the end. A key that was made for less time than that is left alone. */
export const expirySignals = (keys: readonly KeyFacts[], nowMs: number): Signal[] =>
  keys.flatMap((key): Signal[] => {
    const { restauranteId, id, nombre, creadaMs, expiraMs, isRenewed } = key;
    if (expiraMs === null || isRenewed || nowMs - expiraMs > EXPIRED_SHOWN_MS) return [];
    const lifeMs = expiraMs - creadaMs;
    const etapa = EXPIRY_STAGES_MS.findLastIndex((ms) => lifeMs > ms && expiraMs - nowMs <= ms);
    if (etapa < 0) return [];
    return [
      {
        tipo: 'llave_caduca',
        restauranteId,
        objeto: id,
        nombre,
        detalle: { expira_ms: expiraMs },
        etapa,
      },
    ];
  });

/** `daysUsed`: the days since the epoch on which the key was used. */
export const isHabit = (ultimoUsoMs: number, daysUsed: ReadonlySet<number>): boolean => {
  const last = utcDay(ultimoUsoMs);
  for (let day = last; day > last - HABIT_DAYS; day -= 1) if (!daysUsed.has(day)) return false;
  return true;
};

/** Keys that may just have stopped: unused for 24 h and not for 48. */
export const mayHaveStopped = ({ ultimoUsoMs }: KeyFacts, nowMs: number): boolean =>
  ultimoUsoMs !== null && nowMs - ultimoUsoMs >= UNUSED_MS && nowMs - ultimoUsoMs < 2 * UNUSED_MS;

export const isStillUnused = ({ ultimoUsoMs }: KeyFacts, nowMs: number): boolean =>
  ultimoUsoMs !== null && nowMs - ultimoUsoMs >= UNUSED_MS;

export const unusedSignal = ({ restauranteId, id, nombre, ultimoUsoMs }: KeyFacts): Signal => ({
  ...{ tipo: 'llave_sin_uso', restauranteId, objeto: id, nombre },
  detalle: { ultimo_uso_ms: ultimoUsoMs },
});

export interface KeyCounts {
  restauranteId: string;
  id: string;
  nombre: string;
  /** So far today and yesterday. */
  peticiones: number;
  limitadas: number;
}

interface Sample {
  atMs: number;
  counts: ReadonlyMap<string, KeyCounts>;
}

const REFUSED_SHARE = 0.05;
const REFUSED_MIN = 20;

/** Compares two samples of the counts, an hour apart: keys that were refused too often in between. */
export const limitSignals = (before: Sample, now: Sample): Signal[] =>
  [...now.counts.values()].flatMap((key): Signal[] => {
    const { restauranteId, id, nombre } = key;
    const earlier = before.counts.get(id);
    const peticiones = key.peticiones - (earlier?.peticiones ?? 0);
    const limitadas = key.limitadas - (earlier?.limitadas ?? 0);
    if (limitadas < REFUSED_MIN || limitadas <= REFUSED_SHARE * peticiones) return [];
    return [
      {
        tipo: 'limite_superado',
        restauranteId,
        objeto: id,
        nombre,
        detalle: { peticiones, limitadas },
      },
    ];
  });

export type { Sample };
export const SAMPLE_MS = HOUR_MS;
