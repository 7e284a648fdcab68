import { COMPARACIONES, PERIODOS } from './values.ts';
import type { Comparacion, PeriodoPanel } from './wire.ts';

/** A range of days: a period, or two days, both included. A field that is not given is empty. */
export interface Range {
  periodo: PeriodoPanel | '';
  desde: string;
  hasta: string;
  /** Empty: the server chooses. */
  comparar: Comparacion | '';
}

/** The periods that are offered. An address may have any. */
export const PRESETS = [
  'hoy',
  'ayer',
  'semana',
  'mes_actual',
  'mes_pasado',
  'ano',
  'ano_pasado',
] as const satisfies PeriodoPanel[];
export type Preset = (typeof PRESETS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the range in the address; anything else is today. */
export const readRange = (params: URLSearchParams): Range => {
  const [desde, hasta] = [params.get('desde') ?? '', params.get('hasta') ?? ''];
  const comparar = COMPARACIONES.find((one) => one === params.get('comparar')) ?? '';
  if (DAY.test(desde) && DAY.test(hasta) && desde <= hasta) {
    return { periodo: '', desde, hasta, comparar };
  }
  const periodo = PERIODOS.find((one) => one === params.get('periodo')) ?? 'hoy';
  return { periodo, desde: '', hasta: '', comparar };
};
