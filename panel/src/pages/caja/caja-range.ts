import { PRESETS, type Preset } from '../../api/range.ts';
import { HOUR_MS, nowMs } from '../../clock.ts';
import { type Days, endOf, wrongRange } from '../../parts/range/wrong-range.ts';
import { addDays, dayOf, wallHour } from '../orders/local-day.ts';

export const FECHAS = ['creacion', 'factura', 'pago'] as const;
export type Fecha = (typeof FECHAS)[number];
export const GRUPOS = ['no', 'dia', 'mes'] as const;
export type Grupo = (typeof GRUPOS)[number];

export interface CajaRange extends Days {
  fecha: Fecha;
  agrupar: Grupo;
}

type Reloj = { zona_horaria: string; corte: number };

/** Today, by the hour at which the restaurant's days begin. */
const today = ({ zona_horaria, corte }: Reloj): string =>
  dayOf(nowMs() - corte * HOUR_MS, zona_horaria);

const mondayOf = (dia: string): string => addDays(dia, -((new Date(dia).getUTCDay() + 6) % 7));
const lastDayBefore = (dia: string): string => addDays(dia, -1);

export const daysOf = (preset: Preset, reloj: Reloj): Days => {
  const hoy = today(reloj);
  const year = Number(hoy.slice(0, 4));
  const firstOfMonth = `${hoy.slice(0, 7)}-01`;
  switch (preset) {
    case 'hoy':
      return { desde: hoy, hasta: hoy };
    case 'ayer':
      return { desde: addDays(hoy, -1), hasta: addDays(hoy, -1) };
    case 'semana':
      return { desde: mondayOf(hoy), hasta: hoy };
    case 'mes_actual':
      return { desde: firstOfMonth, hasta: hoy };
    case 'mes_pasado': {
      const hasta = lastDayBefore(firstOfMonth);
      return { desde: `${hasta.slice(0, 7)}-01`, hasta };
    }
    case 'ano':
      return { desde: `${year}-01-01`, hasta: hoy };
    case 'ano_pasado':
      return { desde: `${year - 1}-01-01`, hasta: `${year - 1}-12-31` };
  }
};

/** The preset that names these days, if any. */
export const presetOf = ({ desde, hasta }: Days, reloj: Reloj): Preset | null =>
  PRESETS.find((preset) => {
    const days = daysOf(preset, reloj);
    return days.desde === desde && days.hasta === hasta;
  }) ?? null;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T =>
  values.find((value) => value === text) ?? (values[0] as T);

/** The range in the address; today if there is none that is whole. */
export const readCajaRange = (params: URLSearchParams, reloj: Reloj): CajaRange => {
  const fecha = oneOf(FECHAS, params.get('fecha'));
  const agrupar = oneOf(GRUPOS, params.get('agrupar'));
  const [desde, hasta] = [params.get('desde') ?? '', params.get('hasta') ?? ''];
  const isWhole = wrongRange({ desde, hasta }) === null;
  return { ...(isWhole ? { desde, hasta } : daysOf('hoy', reloj)), fecha, agrupar };
};

/** The parameters of the server. Invoices are of calendar days: hours do not count. */
export const toQuery = ({ desde, hasta, fecha, agrupar }: CajaRange, { corte }: Reloj) => {
  const isByInvoice = fecha === 'factura';
  const from = isByInvoice ? desde.slice(0, 10) : desde;
  const to = isByInvoice ? addDays(hasta.slice(0, 10), 1) : endOf(hasta);
  return {
    desde: from,
    hasta: to,
    fecha,
    corte: wallHour(corte),
    ...(agrupar === 'no' ? {} : { agrupar }),
  };
};
