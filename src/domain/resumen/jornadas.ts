import { type Periodo, RANGO_DIAS_MAX } from '../../contract/recursos/resumen.ts';
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

/** Days before today on which a period begins. */
const DAYS_BACK = { hoy: 0, '7d': 6, '30d': 29 } as const;

export const jornadasOf = (periodo: Periodo, reloj: Reloj, nowMs: number): Jornadas => {
  const today = jornadaAt(nowMs, reloj);
  const yesterday = addDays(today, -1);
  if (periodo === 'ayer') return jornadas(yesterday, yesterday, reloj);
  const first =
    periodo === 'mes_actual' ? `${today.slice(0, -2)}01` : addDays(today, -DAYS_BACK[periodo]);
  return jornadas(first, today, reloj);
};

/** Null if the range is empty, backwards or longer than a summary may be. */
export const jornadasBetween = (first: Dia, last: Dia, reloj: Reloj): Jornadas | null => {
  const days = daysBetween(first, last);
  return days < 1 || days > RANGO_DIAS_MAX ? null : jornadas(first, last, reloj);
};

const WEEK_DAYS = 7;

/**
 * The same weekdays, as few weeks earlier as it takes not to overlap. `soFarMs` is the instant at which that range had
 * lasted as long as this one has by now; its end if this one is over.
 */
export const weeksBefore = (
  { first, last, endMs }: Jornadas,
  reloj: Reloj,
  nowMs: number,
): Jornadas & { soFarMs: number } => {
  const days = Math.ceil(daysBetween(first, last) / WEEK_DAYS) * WEEK_DAYS;
  const before = jornadas(addDays(first, -days), addDays(last, -days), reloj);
  const then = zonedAt(nowMs, reloj.zone).subtract({ days }).epochMilliseconds;
  return { ...before, soFarMs: nowMs < endMs ? Math.min(then, before.endMs) : before.endMs };
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
