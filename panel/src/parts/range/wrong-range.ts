import { addDays } from '../../pages/orders/local-day.ts';

/** Days, both included, or times `YYYY-MM-DDTHH:MM`, from one up to the other. */
export interface Days {
  desde: string;
  hasta: string;
}

export type WrongRange = {
  field: keyof Days;
  text: 'missing' | 'quarters' | 'reversed' | 'tooLong';
};

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/;
export const hasHour = (moment: string): boolean => moment.includes('T');
const DAYS_MAX = 366;

/** The end as the server takes it: exclusive. */
export const endOf = (hasta: string): string => (hasHour(hasta) ? hasta : addDays(hasta, 1));

export const isReversed = ({ desde, hasta }: Days): boolean =>
  MOMENT.test(desde) && MOMENT.test(hasta) && endOf(hasta) <= desde;

/** Judges a range that somebody has typed, and names the field that is wrong. */
export const wrongRange = ({ desde, hasta }: Days): WrongRange | null => {
  for (const [field, value] of [
    ['desde', desde],
    ['hasta', hasta],
  ] as const) {
    if (!MOMENT.test(value)) return { field, text: 'missing' };
    if (hasHour(value) && Number(value.slice(14)) % 15 !== 0) return { field, text: 'quarters' };
  }
  if (isReversed({ desde, hasta })) return { field: 'hasta', text: 'reversed' };
  if (endOf(hasta).slice(0, 10) > addDays(desde.slice(0, 10), DAYS_MAX))
    return { field: 'hasta', text: 'tooLong' };
  return null;
};

/** Days become times at that hour, or times the days on which they are. */
export const turnHours = ({ desde, hasta }: Days, on: boolean, hour: string): Days => {
  const turn = (moment: string) => {
    if (moment === '') return '';
    return on ? `${moment.slice(0, 10)}T${hour}` : moment.slice(0, 10);
  };
  return { desde: turn(desde), hasta: turn(hasta) };
};
