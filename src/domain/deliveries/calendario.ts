import type { Fecha } from '../../contract/dinero/fechas.ts';
import type { Cuando } from '../../contract/panel/envios.ts';
import type { Dia } from '../resumen/dias.ts';
import { addDays, jornadaAt, type Reloj } from '../resumen/jornadas.ts';

/** A day, a week from Monday, or a month: from `inicio` up to, but without, `fin`. */
export interface Periodo {
  clave: string;
  inicio: Dia;
  fin: Dia;
}

type Cada = Cuando['cada'];

const STEP = { dia: { days: 1 }, semana: { weeks: 1 }, mes: { months: 1 } } as const;

/** The period that begins on this day. */
export const periodoFrom = (cada: Cada, inicio: Dia): Periodo => {
  const fin = Temporal.PlainDate.from(inicio).add(STEP[cada]).toString();
  const clave = {
    dia: inicio,
    semana: `${inicio}_${addDays(fin, -1)}`,
    mes: inicio.slice(0, 7),
  }[cada];
  return { clave, inicio, fin };
};

/** The first day of the period that is under way. */
export const inicioAt = (cada: Cada, reloj: Reloj, nowMs: number): Dia => {
  const today = Temporal.PlainDate.from(jornadaAt(nowMs, reloj));
  if (cada === 'mes') return today.with({ day: 1 }).toString();
  return cada === 'dia'
    ? today.toString()
    : today.subtract({ days: today.dayOfWeek - 1 }).toString();
};

/**
 * When a period is sent: at its hour on the day after, never before the business day is over. An hour that the clocks skip is the
 * first moment after it; of one that they repeat, the first.
 */
export const debidoMs = ({ fin }: Periodo, { a_las }: Cuando, { zone, corte }: Reloj): number => {
  const [hour = 0, minute = 0] = a_las.split(':').map(Number);
  const [least, wanted] = [corte * 60, hour * 60 + minute];
  const minutes = Math.max(least, wanted);
  return Temporal.PlainDate.from(fin)
    .toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
    .toZonedDateTime(zone).epochMilliseconds;
};

/** The clock by which a period is cut: months and invoices are of calendar days. */
export const relojOf = (cada: Cada, fecha: Fecha, { zone, corte }: Reloj): Reloj => ({
  zone,
  corte: cada === 'mes' || fecha === 'factura' ? 0 : corte,
});

/** From the local hour at which the first day begins to that at which the last ends. */
export const limitsOf = (
  { inicio, fin }: Pick<Periodo, 'inicio' | 'fin'>,
  { zone, corte }: Reloj,
): { desde: number; hasta: number } => {
  const at = (dia: Dia): number =>
    Temporal.PlainDate.from(dia).toPlainDateTime({ hour: corte }).toZonedDateTime(zone)
      .epochMilliseconds;
  return { desde: at(inicio), hasta: at(fin) };
};

/** The periods that are due and not planned yet, oldest first, and from where to go on. */
export const planOf = (
  { cuando, siguiente }: { cuando: Cuando; siguiente: Dia },
  reloj: Reloj,
  nowMs: number,
  max: number,
): { due: Periodo[]; siguiente: Dia; proximoMs: number } => {
  const due: Periodo[] = [];
  let periodo = periodoFrom(cuando.cada, siguiente);
  for (;;) {
    const proximoMs = debidoMs(periodo, cuando, reloj);
    if (proximoMs > nowMs || due.length >= max) {
      return { due, siguiente: periodo.inicio, proximoMs };
    }
    due.push(periodo);
    periodo = periodoFrom(cuando.cada, periodo.fin);
  }
};
