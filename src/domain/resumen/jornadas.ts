import type { PeriodoPanel } from '../../contract/panel.ts';
import { PERIODOS, RANGO_DIAS_MAX } from '../../contract/recursos/resumen.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { type Dia, makeLocalShift, zonedAt } from './dias.ts';

// The panel's day (jornada) begins at an hour that the restaurant chooses, so that a night that ends at two belongs to
// the day on which it began. The API's days begin at midnight, as the contract has them (periodos.ts).

export const CORTE_MAX = 12;

export interface Reloj {
  zone: string;
  /** The local hour at which a day begins, 0 to CORTE_MAX. */
  corte: number;
}

/** Whole days from `first` to `last`, both included, and the instants that bound them. */
export interface Jornadas {
  first: Dia;
  last: Dia;
  startMs: number;
  endMs: number;
}

export const jornadaAt = (ms: number, { zone, corte }: Reloj): Dia =>
  zonedAt(ms, zone).toPlainDateTime().subtract({ hours: corte }).toPlainDate().toString();

/** If the clocks skip the hour, the first instant after it; if they repeat it, the first of the two. */
const jornadaStartMs = (dia: Dia, { zone, corte }: Reloj): number =>
  Temporal.PlainDate.from(dia).toPlainDateTime({ hour: corte }).toZonedDateTime(zone)
    .epochMilliseconds;

export const addDays = (dia: Dia, days: number): Dia =>
  Temporal.PlainDate.from(dia).add({ days }).toString();

export const daysBetween = (first: Dia, last: Dia): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;

export const jornadas = (first: Dia, last: Dia, reloj: Reloj): Jornadas => ({
  first,
  last,
  startMs: jornadaStartMs(first, reloj),
  endMs: jornadaStartMs(addDays(last, 1), reloj),
});

/** The periods of the API, and more. */
export const PERIODOS_PANEL = [
  ...PERIODOS,
  'semana',
  'mes_pasado',
  'ano',
  'ano_pasado',
] as const satisfies readonly PeriodoPanel[];

/** First and last day, where today is `hoy`. A week begins on Monday. */
const daysOf = (periodo: PeriodoPanel, hoy: Dia): [first: Dia, last: Dia] => {
  const today = Temporal.PlainDate.from(hoy);
  const monthStart = today.with({ day: 1 });
  const yearStart = monthStart.with({ month: 1 });
  const dayBefore = (date: Temporal.PlainDate) => addDays(date.toString(), -1);
  switch (periodo) {
    case 'hoy':
      return [hoy, hoy];
    case 'ayer':
      return [dayBefore(today), dayBefore(today)];
    case '7d':
      return [addDays(hoy, -6), hoy];
    case '30d':
      return [addDays(hoy, -29), hoy];
    case 'semana':
      return [addDays(hoy, 1 - today.dayOfWeek), hoy];
    case 'mes_actual':
      return [monthStart.toString(), hoy];
    case 'mes_pasado':
      return [monthStart.subtract({ months: 1 }).toString(), dayBefore(monthStart)];
    case 'ano':
      return [yearStart.toString(), hoy];
    case 'ano_pasado':
      return [yearStart.subtract({ years: 1 }).toString(), dayBefore(yearStart)];
  }
};

export const jornadasOf = (periodo: PeriodoPanel, reloj: Reloj, nowMs: number): Jornadas =>
  jornadas(...daysOf(periodo, jornadaAt(nowMs, reloj)), reloj);

/** Null if the range is empty, backwards or longer than a summary may be. */
export const jornadasBetween = (first: Dia, last: Dia, reloj: Reloj): Jornadas | null => {
  const days = daysBetween(first, last);
  return days < 1 || days > RANGO_DIAS_MAX ? null : jornadas(first, last, reloj);
};

/** Tells day, hour and weekday (Monday first) of many instants. */
export const makeLocalClock = ({ zone, corte }: Reloj) => {
  const shift = makeLocalShift(zone);
  return (ms: number): { dia: Dia; hora: number; weekday: number } => {
    const localMs = shift(ms);
    const day = new Date(localMs - corte * HOUR_MS);
    return {
      dia: day.toISOString().slice(0, 10),
      hora: Math.floor(localMs / HOUR_MS) % 24,
      weekday: (day.getUTCDay() + 6) % 7,
    };
  };
};
