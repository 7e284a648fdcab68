import type { RangoMovil } from '../../contract/envios.ts';
import { startOfDayMs, zonedAt } from '../resumen/dias.ts';

/** From a local midnight to another, the second not included. */
export interface Tramo {
  desde: number;
  hasta: number;
}

/** The days of a rolling range at this moment, by the restaurant's calendar; those up to now include today. */
export const tramoOf = (rango: RangoMovil, zone: string, nowMs: number): Tramo => {
  const today = zonedAt(nowMs, zone).toPlainDate();
  const tomorrow = today.add({ days: 1 });
  const month = today.with({ day: 1 });
  const [first, end] = {
    mes_actual: [month, tomorrow],
    mes_anterior: [month.subtract({ months: 1 }), month],
    '7d': [today.subtract({ days: 6 }), tomorrow],
    '30d': [today.subtract({ days: 29 }), tomorrow],
    este_ano: [month.with({ month: 1 }), tomorrow],
  }[rango] as [Temporal.PlainDate, Temporal.PlainDate];
  return { desde: startOfDayMs(first, zone), hasta: startOfDayMs(end, zone) };
};
