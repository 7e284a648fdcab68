import type { Grano } from '../../contract/panel.ts';
import type { Dia } from './dias.ts';
import { addDays, daysBetween, type Jornadas } from './jornadas.ts';

/** Days that are drawn as one bar, both included. */
export interface Tramo {
  first: Dia;
  last: Dia;
}

/** More bars than these are too thin to be read. */
const DAYS_MAX = 62;
const WEEKS_MAX = 27;
const WEEK_DAYS = 7;

export const granoOf = ({ first, last }: Tramo): Grano => {
  const days = daysBetween(first, last);
  if (days <= DAYS_MAX) return 'dia';
  return days <= WEEKS_MAX * WEEK_DAYS ? 'semana' : 'mes';
};

const lastOf = (dia: Dia, grano: Grano): Dia => {
  if (grano === 'dia') return dia;
  const date = Temporal.PlainDate.from(dia);
  return grano === 'semana'
    ? date.add({ days: WEEK_DAYS - date.dayOfWeek }).toString()
    : date.with({ day: date.daysInMonth }).toString();
};

/** Cuts days at the ends of weeks (Sunday) or months. */
export const tramosOf = ({ first, last }: Tramo, grano: Grano): Tramo[] => {
  const tramos: Tramo[] = [];
  for (let dia = first; dia <= last; ) {
    const end = lastOf(dia, grano);
    tramos.push({ first: dia, last: end < last ? end : last });
    dia = addDays(end, 1);
  }
  return tramos;
};

/** The stretch to compare each with: month by month, or as many days earlier as the ranges are apart. Null after its end. */
export const tramosBefore = (
  range: Jornadas,
  before: Jornadas,
  grano: Grano,
): ((tramo: Tramo, at: number) => Tramo | null) => {
  if (grano === 'mes' && range.first.slice(8) === before.first.slice(8)) {
    const months = tramosOf(before, grano);
    return (_, at) => months[at] ?? null;
  }
  const shift = 1 - daysBetween(before.first, range.first);
  return (tramo) => {
    const first = addDays(tramo.first, shift);
    const last = addDays(tramo.last, shift);
    if (first > before.last) return null;
    return { first, last: last < before.last ? last : before.last };
  };
};
