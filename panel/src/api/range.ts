/** A range of days: a period that ends today, or two days, both included. */
export interface Range {
  periodo: string;
  desde: string;
  hasta: string;
}

export const PERIODS = ['hoy', 'ayer', '7d', '30d', 'mes_actual'] as const;
export type Period = (typeof PERIODS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** As it is in the address; anything else is today. */
export const readRange = (params: URLSearchParams): Range => {
  const [desde, hasta] = [params.get('desde') ?? '', params.get('hasta') ?? ''];
  if (DAY.test(desde) && DAY.test(hasta) && desde <= hasta) return { periodo: '', desde, hasta };
  const periodo = PERIODS.find((one) => one === params.get('periodo')) ?? 'hoy';
  return { periodo, desde: '', hasta: '' };
};
