import type { Restaurante } from '../../contract/recursos/restaurante.ts';
import { fold } from '../fold.ts';
import { zonedAt } from '../resumen/dias.ts';
import { HOUR_MS } from '../time.ts';

export interface Span {
  fromMs: number;
  untilMs: number;
}

type Horario = Restaurante['horario'];

/** Profiles name their days freely: `miercoles`, `Miércoles`, `mie`. */
const DAYS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'];
const MINUTES_A_DAY = 1_440;

const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
};

const hoursOn = (horario: Horario, day: number): Horario[string] =>
  Object.entries(horario).find(([name]) => fold(name).startsWith(DAYS[day] ?? ''))?.[1] ?? [];

/** Whether the profile says open for the whole of a span that lies within one day of opening. An end before its begin is after midnight. */
export const isOpenDuring = (
  horario: Horario,
  zone: string,
  { fromMs, untilMs }: Span,
): boolean => {
  const from = zonedAt(fromMs, zone);
  const start = from.hour * 60 + from.minute;
  const length = (untilMs - fromMs) / 60_000;
  const today = from.dayOfWeek - 1;
  const covers = (day: number, shift: number): boolean =>
    hoursOn(horario, (day + 7) % 7).some(({ desde, hasta }) => {
      const opens = minutesOf(desde);
      const closes = minutesOf(hasta) > opens ? minutesOf(hasta) : minutesOf(hasta) + MINUTES_A_DAY;
      return opens <= start + shift && start + shift + length <= closes;
    });
  return covers(today, 0) || covers(today - 1, MINUTES_A_DAY);
};

const WEEKS = 4;
const HOURS = 2;

/**
 * The last two whole local hours, and the same hours of the last four weeks. Null around a change of the clocks, when an hour
 * is missing or comes twice.
 */
export const hoursToCompare = (
  nowMs: number,
  zone: string,
): { now: Span[]; before: Span[][] } | null => {
  const end = zonedAt(nowMs, zone).round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const spansUntil = (until: Temporal.ZonedDateTime): Span[] | null => {
    const ms = until.epochMilliseconds;
    const first = zonedAt(ms - HOURS * HOUR_MS, zone);
    if (first.offsetNanoseconds !== until.offsetNanoseconds) return null;
    return Array.from({ length: HOURS }, (_, i) => ({
      fromMs: ms - (HOURS - i) * HOUR_MS,
      untilMs: ms - (HOURS - i - 1) * HOUR_MS,
    }));
  };
  const now = spansUntil(end);
  const before = Array.from({ length: WEEKS }, (_, i) =>
    spansUntil(end.subtract({ weeks: i + 1 })),
  );
  if (now === null || before.some((spans) => spans === null)) return null;
  return { now, before: before.filter((spans) => spans !== null) };
};

/** Whether orders that usually come have not: `counts` are the orders of the hours now and of those before. */
export const isUnusuallyQuiet = (
  now: readonly number[],
  before: readonly (readonly number[])[],
): boolean =>
  now.every((count) => count === 0) && before.every((hours) => hours.every((count) => count > 0));
