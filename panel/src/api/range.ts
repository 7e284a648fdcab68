import { PERIODOS } from './values.ts';
import type { Periodo } from './wire.ts';

/** A range of days: a period, or two days, both included. A field that is not given is empty. */
export interface Range {
  periodo: Periodo | '';
  desde: string;
  hasta: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the range in the address; anything else is today. */
export const readRange = (params: URLSearchParams): Range => {
  const [desde, hasta] = [params.get('desde') ?? '', params.get('hasta') ?? ''];
  if (DAY.test(desde) && DAY.test(hasta) && desde <= hasta) return { periodo: '', desde, hasta };
  const periodo = PERIODOS.find((one) => one === params.get('periodo')) ?? 'hoy';
  return { periodo, desde: '', hasta: '' };
};
