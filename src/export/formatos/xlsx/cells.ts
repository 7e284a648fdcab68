import { DAY_MS } from '../../../domain/time.ts';

/** Indexes into `cellXfs` of the styles in `parts.ts`. */
export const STYLE = { plain: 0, date: 1, money: 2, bold: 3, sum: 4, title: 5, day: 6 } as const;
type Style = (typeof STYLE)[keyof typeof STYLE];

const CELL_CHARS_MAX = 32_767;
/** Day 0 of a spreadsheet, as milliseconds since 1970. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

export const EMPTY_CELL = '<c/>';

export const numberCell = (value: number, style: Style = STYLE.plain): string =>
  `<c s="${style}"><v>${value}</v></c>`;

export const moneyCell = (cents: number, style: Style = STYLE.money): string =>
  numberCell(cents / 100, style);

/** With the value that the formula has now, for programs that do not calculate. */
export const sumCell = (formula: string, cents: number): string =>
  `<c s="${STYLE.sum}"><f>${formula}</f><v>${cents / 100}</v></c>`;

/** Stored as an inline string, so that none is taken for a formula. */
export const textCell = (value: string, style: Style = STYLE.plain): string =>
  value === ''
    ? EMPTY_CELL
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(value.slice(0, CELL_CHARS_MAX))}</t></is></c>`;

export const flagCell = (value: boolean): string => `<c t="b"><v>${Number(value)}</v></c>`;

/** Days since the epoch of spreadsheets, in the restaurant's local time. */
export const timeCell = (timestamp: string, timeZone: string): string => {
  const wall = Temporal.Instant.from(timestamp).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const serial = (wall.toZonedDateTime('UTC').epochMilliseconds - EPOCH_MS) / DAY_MS;
  return numberCell(serial, STYLE.date);
};

/** A calendar day `YYYY-MM-DD`. */
export const dayCell = (dia: string): string =>
  numberCell((Date.parse(dia) - EPOCH_MS) / DAY_MS, STYLE.day);

export const rowOf = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`;

/** The letters of a column: A, B … Z, AA. */
export const columnName = (index: number): string => {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
};

/** Characters that XML cannot hold, and the `_` of escapes: workbooks read `_x000D_` as the character of that number. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML holds none of these.
  /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  _: '_x005F_',
};
export const escapeXml = (value: string): string =>
  value.replaceAll(UNSAFE, (each) => ENTITIES[each] ?? '\ufffd');
