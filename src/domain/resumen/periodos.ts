import { type Periodo, RANGO_DIAS_MAX } from '../../contract/recursos/resumen.ts';
import { type Dia, isoDay, zonedAt } from './dias.ts';

/** A window between local midnights: `desde` included, `hasta` not; `first` and `last` day included. */
export interface Ventana {
  desde: string;
  hasta: string;
  first: Dia;
  last: Dia;
}

/** How many days before today a window begins. */
const DAYS_BACK = { hoy: 0, '7d': 6, '30d': 29 } as const;

export const windowOf = (periodo: Periodo, zone: string, now: number): Ventana => {
  const [first, last] = daysOf(periodo, zonedAt(now, zone).toPlainDate());
  return windowBetween(first, last, zone);
};

/** The window from one local day up to another, which is not part of it; null if it is empty or too long. */
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

/** First and last day, counted from the one that is today. */
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
