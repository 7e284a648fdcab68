import type { Fecha } from '../../../contract/dinero/fechas.ts';
import { startOfDayMs } from '../../resumen/dias.ts';

/** The span of a closing, half-open, and the date by which orders are in it. */
export interface Period {
  fecha: Fecha;
  desdeMs: number;
  hastaMs: number;
}

/** A calendar month, `YYYY-MM`, from one local midnight to another: the hour at which a panel's day begins does not count. */
export const monthSpan = (mes: string, zone: string): Omit<Period, 'fecha'> => {
  const first = Temporal.PlainDate.from(`${mes}-01`);
  return {
    desdeMs: startOfDayMs(first, zone),
    hastaMs: startOfDayMs(first.add({ months: 1 }), zone),
  };
};
