import Type from 'typebox';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** An unencoded `+` of an offset arrives as a blank. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(Z)|([+\- ])(\d{2}(?::?\d{2})?))$/i;

export const FORMATO_INSTANTE =
  'AAAA-MM-DD (medianoche UTC) o fecha y hora ISO 8601 con zona: 2026-11-15T13:30:00Z';

/** Milliseconds since the epoch: a date is midnight UTC, a time needs its offset. Null for anything else. */
export const parseInstante = (value: string): number | null => {
  try {
    return Temporal.Instant.from(toIso(value)).epochMilliseconds;
  } catch {
    return null;
  }
};

const toIso = (value: string): string => {
  if (DATE.test(value)) return `${value}T00:00:00Z`;
  const [, local, zulu, sign, offset] = DATE_TIME.exec(value) ?? [];
  if (local === undefined) return '';
  return zulu === undefined ? `${local}${sign === '-' ? '-' : '+'}${offset}` : `${local}Z`;
};

export const Instante = Type.Decode(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T.+)?$' }),
  parseInstante,
);

export const FORMATO_FECHA = 'AAAA-MM-DD';

/** Whether the text is a calendar day. Years 0000 and 9999 are refused, as in timestamps. */
export const isFecha = (value: string): boolean =>
  DATE.test(value) && !/^(?:0000|9999)/.test(value) && parseInstante(value) !== null;

/** A query parameter that is a day of the restaurant's own calendar. */
export const Fecha = Type.String({ format: 'date' });
