import type { ColumnType } from '../../contract/exportacion.ts';
import { type MakeFormat, NOTHING } from '../format.ts';
import type { Row, Value } from '../table.ts';

const NEWLINE = '\r\n';
/** A spreadsheet takes a text that begins like this for a formula, whoever wrote it; but no phone number. */
const FORMULA = /^(?:[=\-@\t\r\n]|\+(?![\d ]+$))/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Either of both: most texts are neither, and are looked at once. */
const NEEDS_CARE = /[",\r\n]|^[\s=+\-@]|\s$/;

/** RFC 4180, UTF-8, with a line of names at the top. Empty: null or an empty text. */
export const makeCsv: MakeFormat = (columns) => {
  let head = columns.map(({ name }) => quote(name)).join() + NEWLINE;
  const types = columns.map(({ type }) => type);
  const takeHead = (): string => {
    const text = head;
    head = '';
    return text;
  };
  const line = (row: Row): string => {
    let text = '';
    for (let i = 0; i < columns.length; i += 1) {
      if (i > 0) text += ',';
      text += cell(row[i] ?? null, types[i]);
    }
    return text + NEWLINE;
  };
  return {
    add: (rows) => Buffer.from(takeHead() + rows.map(line).join('')),
    end: () => (head === '' ? NOTHING : Buffer.from(takeHead())),
  };
};

const cell = (value: Value, type: ColumnType | undefined): string => {
  if (value === null) return '';
  if (type === 'json') return quote(JSON.stringify(value));
  if (typeof value !== 'string') return String(value);
  if (!NEEDS_CARE.test(value)) return value;
  return quote(FORMULA.test(value) ? `'${value}` : value);
};

const quote = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
