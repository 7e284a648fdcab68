import { DAY_MS, HOUR_MS, MINUTE_MS, nowMs } from '../clock.ts';

const MIB = 1_048_576;
/** From here on, cents are noise, and a tile has no room for them. */
const WHOLE_CENTS = 1_000_000;

/** A day of another year says which. */
const yearOf = (dia: string): 'numeric' | undefined =>
  dia.slice(0, 4) === new Date(nowMs()).toISOString().slice(0, 4) ? undefined : 'numeric';
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];

const makeFormat = (locale: string, timeZone: string, currency: string) => {
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
  /** Made once for the restaurant's own currency: a board formats each of its totals again at every event. */
  const moneyIn = (code: string, digits?: number): ((cents: number) => string) => {
    try {
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        // Undefined: as many as the currency has. Firefox and Safari do not know that pesos of Colombia are written without.
        maximumFractionDigits: code === 'COP' ? 0 : digits,
      });
      return (cents) => format.format(cents / 100);
    } catch {
      // The browser does not know this currency.
      return (cents) => `${whole.format(cents / 100)} ${code}`;
    }
  };
  const ownMoney = moneyIn(currency);
  const shortMoney = moneyIn(currency, 0);
  return {
    money: (cents: number, code = currency) =>
      (code === currency ? ownMoney : moneyIn(code))(cents),
    /** Without cents, for axes and tiles. */
    moneyShort: shortMoney,
    /** With cents while there is room for them. */
    moneyBrief: (cents: number) => (cents < WHOLE_CENTS ? ownMoney : shortMoney)(cents),
    number: (value: number) => whole.format(value),
    tenths: (value: number) => tenths.format(value),
    percent: (ratio: number) => percent.format(ratio),
    /** Moments, in the restaurant's time zone. */
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
    /** Local days `YYYY-MM-DD`, which have no time zone. */
    day: dates({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC'),
    dayShort: dates({ day: 'numeric', month: 'short' }, 'UTC'),
    /** With its weekday: `lun, 16 nov`. */
    dayName: (dia: string) =>
      dates({ weekday: 'short', day: 'numeric', month: 'short', year: yearOf(dia) }, 'UTC')(dia),
    /** Two local days and what is between them. */
    days: (first: string, last: string) =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        year: yearOf(first) ?? yearOf(last),
        timeZone: 'UTC',
      }).formatRange(new Date(first), new Date(last)),
    monthShort: dates({ month: 'short', year: '2-digit' }, 'UTC'),
    calendarDay: dates({ day: 'numeric', month: 'short', year: 'numeric' }, 'UTC'),
    /** A month `YYYY-MM`. */
    month: (mes: string) => {
      const name = dates({ month: 'long' }, 'UTC')(mes);
      return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} ${mes.slice(0, 4)}`;
    },
    weekday: dates({ weekday: 'short' }, 'UTC'),
    ago: (iso: string, nowMs: number) => {
      const ms = new Date(iso).getTime() - nowMs;
      if (Number.isNaN(ms)) return iso;
      for (const [unit, size] of UNITS) {
        if (Math.abs(ms) >= size) return relative.format(Math.trunc(ms / size), unit);
      }
      return relative.format(0, 'second');
    },
    duration: (ms: number) => {
      const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
      const hours = Math.floor(minutes / 60);
      const days = Math.floor(hours / 24);
      if (days > 0) return `${days} d ${hours % 24} h`;
      return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
    },
    bytes: (count: number) =>
      count < MIB
        ? `${whole.format(Math.ceil(count / 1_024))} KB`
        : `${tenths.format(count / MIB)} MB`,
  };
};

export type Format = ReturnType<typeof makeFormat>;

const formats = new Map<string, Format>();

/** Memoised, because every component asks for it, and a formatter takes far longer to make than to use. */
export const formatFor = (locale: string, timeZone: string, currency: string): Format => {
  const key = `${locale} ${timeZone} ${currency}`;
  const format = formats.get(key) ?? makeFormat(locale, timeZone, currency);
  formats.set(key, format);
  return format;
};
