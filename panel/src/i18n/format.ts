import { useMemo } from 'react';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { useScope } from '../scope.tsx';
import { type Lang, localeOf, useWords } from './lang.tsx';

export interface Format {
  money(cents: number, currency?: string): string;
  /** Without cents, for axes and tiles. */
  moneyShort(cents: number): string;
  number(value: number): string;
  tenths(value: number): string;
  percent(ratio: number): string;
  /** In the restaurant's time zone. */
  time(iso: string): string;
  seconds(iso: string): string;
  date(iso: string): string;
  dateTime(iso: string): string;
  /** A local day `YYYY-MM-DD`, which has no time zone. */
  day(dia: string): string;
  dayShort(dia: string): string;
  /** With its weekday: `lun, 16 nov`. */
  dayName(dia: string): string;
  /** Two local days and what is between them. */
  days(first: string, last: string): string;
  calendarDay(dia: string): string;
  /** A month `YYYY-MM`. */
  month(mes: string): string;
  weekday(dia: string): string;
  ago(iso: string, nowMs: number): string;
  duration(ms: number): string;
  bytes(count: number): string;
}

const MIB = 1_048_576;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];

const makeFormat = (lang: Lang, timeZone: string, currency: string): Format => {
  const locale = localeOf(lang);
  const dates = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    return (value: string) => {
      const date = new Date(value);
      return Number.isNaN(date.getTime()) ? value : format.format(date);
    };
  };
  const whole = new Intl.NumberFormat(locale);
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const money = (cents: number, code: string, digits: number): string => {
    try {
      return new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        // No minimum: pesos of Colombia and Chile are written without cents.
        maximumFractionDigits: digits,
      }).format(cents / 100);
    } catch {
      // The browser does not know this currency.
      return `${whole.format(cents / 100)} ${code}`;
    }
  };
  return {
    money: (cents, code = currency) => money(cents, code, 2),
    moneyShort: (cents) => money(cents, currency, 0),
    number: (value) => whole.format(value),
    tenths: (value) => tenths.format(value),
    percent: (ratio) => percent.format(ratio),
    time: dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    seconds: dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    date: dates({ day: 'numeric', month: 'short', year: 'numeric' }),
    dateTime: dates({
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    day: dates({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC'),
    dayShort: dates({ day: 'numeric', month: 'short' }, 'UTC'),
    dayName: dates({ weekday: 'short', day: 'numeric', month: 'short' }, 'UTC'),
    days: (first, last) =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }).formatRange(new Date(first), new Date(last)),
    calendarDay: dates({ day: 'numeric', month: 'short', year: 'numeric' }, 'UTC'),
    month: (mes) => {
      const name = dates({ month: 'long' }, 'UTC')(mes);
      return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} ${mes.slice(0, 4)}`;
    },
    weekday: dates({ weekday: 'short' }, 'UTC'),
    ago: (iso, nowMs) => {
      const ms = new Date(iso).getTime() - nowMs;
      if (Number.isNaN(ms)) return iso;
      for (const [unit, size] of UNITS) {
        if (Math.abs(ms) >= size) return relative.format(Math.trunc(ms / size), unit);
      }
      return relative.format(0, 'second');
    },
    duration: (ms) => {
      const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
      const hours = Math.floor(minutes / 60);
      const days = Math.floor(hours / 24);
      if (days > 0) return `${days} d ${hours % 24} h`;
      return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
    },
    bytes: (count) =>
      count < MIB
        ? `${whole.format(Math.ceil(count / 1_024))} KB`
        : `${tenths.format(count / MIB)} MB`,
  };
};

export const useFormat = (): Format => {
  const { lang } = useWords();
  const { zonaHoraria, moneda } = useScope();
  return useMemo(() => makeFormat(lang, zonaHoraria, moneda), [lang, zonaHoraria, moneda]);
};
