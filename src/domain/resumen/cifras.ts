import { QUARTER_MS } from '../time.ts';
import type { Before } from './comparacion.ts';
import type { Dia } from './dias.ts';
import { addDays, type Jornadas, makeLocalClock, type Reloj } from './jornadas.ts';
import { type DiaTotals, noSales } from './resumen.ts';
import type { Tramo } from './tramos.ts';

/** Totals of the orders created in a quarter of an hour: in every time zone, hours begin on one. */
export interface Cuarto extends DiaTotals {
  inicioMs: number;
}

export interface Windows {
  /** The range asked for. */
  range: Jornadas;
  /** The range to compare it with: only up to `soFarMs` while `range` is not over. */
  before: Before;
  /** The days of the charts and of the weekdays: the range, or more days if it is short. */
  shown: Jornadas;
}

const HOURS = 24;
const WEEK_DAYS = 7;

const addInto = (sum: DiaTotals, each: DiaTotals): void => {
  for (const field of Object.keys(sum) as (keyof DiaTotals)[]) sum[field] += each[field];
};

const hoursOf = () => Array.from({ length: HOURS }, noSales);
const within = (ms: number, { startMs, endMs }: Jornadas): boolean => ms >= startMs && ms < endMs;

/** Adds up quarters of an hour to all figures of the panel's first page, in one pass. */
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
    /** By weekday (Monday first) and hour. */
    week: Array.from({ length: WEEK_DAYS }, hoursOf),
  };
  for (const cuarto of cuartos) {
    const { inicioMs, ...totals } = cuarto;
    const { dia, hora, weekday } = localTime(inicioMs);
    addInto(sums.days.getOrInsertComputed(dia, noSales), totals);
    const [hour, hourBefore] = [sums.hours[hora], sums.hoursBefore[hora]];
    const cell = sums.week[weekday]?.[hora];
    if (within(inicioMs, range)) {
      addInto(sums.now, totals);
      if (hour) addInto(hour, totals);
    }
    if (within(inicioMs, before)) {
      addInto(sums.before, totals);
      if (hourBefore) addInto(hourBefore, totals);
      if (inicioMs + QUARTER_MS <= before.soFarMs) addInto(sums.beforeSoFar, totals);
    }
    if (cell && within(inicioMs, shown)) addInto(cell, totals);
  }
  return sums;
};

/** The totals of a stretch of days; of none if there is no stretch. */
export const sumOfDays = (days: ReadonlyMap<Dia, DiaTotals>, tramo: Tramo | null): DiaTotals => {
  const sum = noSales();
  if (tramo === null) return sum;
  for (let dia = tramo.first; dia <= tramo.last; dia = addDays(dia, 1)) {
    const totals = days.get(dia);
    if (totals !== undefined) addInto(sum, totals);
  }
  return sum;
};
