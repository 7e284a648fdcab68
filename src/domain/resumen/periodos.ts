import type { Periodo } from '../../contract/recursos/resumen.ts';
import { type Dia, zonedAt } from './dias.ts';
import { addDays, type Jornadas, jornadasBetween, jornadasOf } from './jornadas.ts';

/** A window between local midnights: includes `desde` but not `hasta`, and both the `first` and the `last` day. */
export interface Ventana {
  desde: string;
  hasta: string;
  first: Dia;
  last: Dia;
}

const fromMidnight = (zone: string) => ({ zone, corte: 0 });

export const windowOf = (periodo: Periodo, zone: string, nowMs: number): Ventana =>
  toVentana(jornadasOf(periodo, fromMidnight(zone), nowMs), zone);

/** The window from local day `desde` up to, but without, `hasta`; null if it is empty or too long. */
export const rangeOf = (desde: Dia, hasta: Dia, zone: string): Ventana | null => {
  const days = jornadasBetween(desde, addDays(hasta, -1), fromMidnight(zone));
  return days === null ? null : toVentana(days, zone);
};

const toVentana = ({ first, last, startMs, endMs }: Jornadas, zone: string): Ventana => ({
  desde: withOffset(startMs, zone),
  hasta: withOffset(endMs, zone),
  first,
  last,
});

const withOffset = (ms: number, zone: string): string =>
  zonedAt(ms, zone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
