import { durationMs } from '@comanda/command-line';
import { InvalidArgumentError } from 'commander';

/** An address to send to. */
export const httpUrl = (given: string): URL => {
  // The URL standard reads `localhost:3000/hook` as the scheme `localhost:`, and 3000 as the address 0.0.11.184.
  const isPort = /^:?\d{1,5}(?:\/|$)/.test(given);
  const host = isPort ? `localhost:${given.replace(':', '')}` : given;
  const whole = /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(given) ? given : `http://${host}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '') return url;
  throw new InvalidArgumentError(`must be a URL such as http://localhost:3000/hook, without user`);
};

/** A time, or how long before now. */
export type When = { time: string } | { agoMs: number };

/** Null for texts that are neither. */
export const readWhen = (given: string): When | null => {
  const time = instant(given);
  if (time !== null) return { time };
  const agoMs = durationMs(given);
  return agoMs === null ? null : { agoMs };
};

/** The first day of a month, and that of the next one; null for other texts. */
export const readMonth = (given: string): { desde: string; hasta: string } | null => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(given) ?? [];
  if (year === undefined) return null;
  const hasta = new Date(Date.UTC(Number(year), Number(month), 1)).toISOString().slice(0, 10);
  return { desde: `${given}-01`, hasta };
};

/** A date, which stands for its midnight in UTC, or a time with its offset, as the API takes them; null for other texts. */
const instant = (given: string): string | null => {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(given);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(
    given,
  );
  if (!isDate && !isTime) return null;
  return Number.isNaN(Date.parse(given)) || !isDay(given.slice(0, 10)) ? null : given;
};

/** `Date.parse` takes February 30 for March 2. */
const isDay = (day: string): boolean =>
  new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day;
