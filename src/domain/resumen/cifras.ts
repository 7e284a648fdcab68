import { QUARTER_MS } from '../time.ts';
import type { Dia } from './dias.ts';
import { addDays, daysBetween, type Jornadas, makeLocalClock, type Reloj } from './jornadas.ts';
import { type DiaTotals, noSales } from './resumen.ts';

/** Orders created in a quarter of an hour: in every time zone, an hour consists of whole ones. */
export interface Cuarto extends DiaTotals {
  inicioMs: number;
}

export interface Windows {
  /** What is asked for. */
  range: Jornadas;
  /** What it is compared with: up to `soFarMs` where the range is not over. */
  before: Jornadas & { soFarMs: number };
  /** The days of the charts and of the weekdays: the range, or more if that is short. */
  shown: Jornadas;
}

const HOURS = 24;
const WEEK_DAYS = 7;

const plus = (into: DiaTotals, each: DiaTotals): void => {
  for (const field of Object.keys(into) as (keyof DiaTotals)[]) into[field] += each[field];
};

const hoursOf = () => Array.from({ length: HOURS }, noSales);
const within = (ms: number, { startMs, endMs }: Jornadas): boolean => ms >= startMs && ms < endMs;

/** Adds quarters of an hour up to all figures of the first page, in one pass. */
export const addUp = (cuartos: Iterable<Cuarto>, windows: Windows, reloj: Reloj) => {
  const { range, before, shown } = windows;
  const localTime = makeLocalClock(reloj);
  const sums = {
    now: noSales(),
    before: noSales(),
    beforeSoFar: noSales(),
    hours: hoursOf(),
    hoursBefore: hoursOf(),
    days: new Map<Dia, DiaTotals>(),
    /** By weekday, Monday first, and hour. */
    week: Array.from({ length: WEEK_DAYS }, hoursOf),
  };
  for (const cuarto of cuartos) {
    const { inicioMs, ...totals } = cuarto;
    const { dia, hora, weekday } = localTime(inicioMs);
    plus(sums.days.getOrInsertComputed(dia, noSales), totals);
    const [hour, hourBefore] = [sums.hours[hora], sums.hoursBefore[hora]];
    const cell = sums.week[weekday]?.[hora];
    if (within(inicioMs, range)) {
      plus(sums.now, totals);
      if (hour) plus(hour, totals);
    }
    if (within(inicioMs, before)) {
      plus(sums.before, totals);
      if (hourBefore) plus(hourBefore, totals);
      if (inicioMs + QUARTER_MS <= before.soFarMs) plus(sums.beforeSoFar, totals);
    }
    if (cell && within(inicioMs, shown)) plus(cell, totals);
  }
  return sums;
};

export const daysOfWindow = ({ first, last }: Jornadas): Dia[] =>
  Array.from({ length: daysBetween(first, last) }, (_, i) => addDays(first, i));
