import type { Comparacion } from '../../contract/panel.ts';
import { zonedAt } from './dias.ts';
import { addDays, daysBetween, type Jornadas, jornadas, type Reloj } from './jornadas.ts';

/** An earlier range. `soFarMs` is the instant at which it had lasted as long as the later one has by now; its end if that one is over. */
export type Before = Jornadas & { soFarMs: number };

const WEEK_DAYS = 7;
const STEP_MONTHS = { mes: 1, ano: 12 } as const;
/** A longer range is compared with the year before, unless somebody chooses otherwise. */
const SHORT_DAYS_MAX = 62;

const dateOf = (dia: string) => Temporal.PlainDate.from(dia);
const isWholeMonths = ({ first, last }: Jornadas): boolean =>
  first.endsWith('-01') && addDays(last, 1).endsWith('-01');

/** The comparison that people expect of such a range. */
export const usualComparison = (range: Jornadas, isOfMonth: boolean): Comparacion => {
  if (daysBetween(range.first, range.last) > SHORT_DAYS_MAX) return 'ano';
  return isOfMonth || isWholeMonths(range) ? 'mes' : 'semanas';
};

/** The same weekdays or the same dates, no later than it takes not to overlap. A whole month is compared with a whole one. */
export const rangeBefore = (
  range: Jornadas,
  comparacion: Comparacion,
  reloj: Reloj,
  nowMs: number,
): Before => {
  const { back, before } =
    comparacion === 'semanas' ? weeksBefore(range, reloj) : monthsBefore(range, comparacion, reloj);
  if (nowMs >= range.endMs) return { ...before, soFarMs: before.endMs };
  const then = zonedAt(nowMs, reloj.zone).subtract(back).epochMilliseconds;
  return { ...before, soFarMs: Math.min(then, before.endMs) };
};

const weeksBefore = ({ first, last }: Jornadas, reloj: Reloj) => {
  const days = Math.ceil(daysBetween(first, last) / WEEK_DAYS) * WEEK_DAYS;
  const before = jornadas(addDays(first, -days), addDays(last, -days), reloj);
  return { back: { days }, before };
};

const monthsBefore = (range: Jornadas, step: keyof typeof STEP_MONTHS, reloj: Reloj) => {
  const isWhole = isWholeMonths(range);
  const lastDay = (months: number): string => {
    const last = dateOf(range.last).subtract({ months });
    return (isWhole ? last.with({ day: last.daysInMonth }) : last).toString();
  };
  let months: number = STEP_MONTHS[step];
  while (lastDay(months) >= range.first) months += STEP_MONTHS[step];
  const first = dateOf(range.first).subtract({ months }).toString();
  return { back: { months }, before: jornadas(first, lastDay(months), reloj) };
};
