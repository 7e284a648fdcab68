import { type Periodo, RANGO_DIAS_MAX } from '../../contract/recursos/resumen.ts';
import { type Dia, isoDay, zonedAt } from './dias.ts';

/** A window between local midnights: includes `desde` but not `hasta`, and both the `first` and the `last` day. */
export interface Ventana {
  desde: string;
  hasta: string;
  first: Dia;
  last: Dia;
}

/** Days before today on which a window begins. */
const DAYS_BACK = { hoy: 0, '7d': 6, '30d': 29 } as const;

export const windowOf = (periodo: Periodo, zone: string, now: number): Ventana => {
  const [first, last] = daysOf(periodo, zonedAt(now, zone).toPlainDate());
  return windowBetween(first, last, zone);
};

/** The window from local day `desde` up to, but without, `hasta`; null if it is empty or too long. */
export const rangeOf = (desde: Dia, hasta: Dia, zone: string): Ventana | null => {
  const first = Temporal.PlainDate.from(desde);
  const end = Temporal.PlainDate.from(hasta);
  const { days } = first.until(end, { largestUnit: 'days' });
  if (days < 1 || days > RANGO_DIAS_MAX) return null;
  return windowBetween(first, end.subtract({ days: 1 }), zone);
};

const windowBetween = (
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  zone: string,
): Ventana => ({
  desde: midnight(first, zone),
  hasta: midnight(last.add({ days: 1 }), zone),
  first: isoDay(first),
  last: isoDay(last),
});

/** The first and the last day of a period, relative to `today`. */
export const daysOf = (
  periodo: Periodo,
  today: Temporal.PlainDate,
): [Temporal.PlainDate, Temporal.PlainDate] => {
  switch (periodo) {
    case 'ayer': {
      const yesterday = today.subtract({ days: 1 });
      return [yesterday, yesterday];
    }
    case 'mes_actual':
      return [today.with({ day: 1 }), today];
    default:
      return [today.subtract({ days: DAYS_BACK[periodo] }), today];
  }
};

const midnight = (date: Temporal.PlainDate, zone: string): string =>
  date.toZonedDateTime(zone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
