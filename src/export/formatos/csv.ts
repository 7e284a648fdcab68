import { ByteSink } from '../byte-sink.ts';
import type { MakeFormat } from '../format.ts';

const [QUOTE, COMMA, SEMICOLON] = [0x22, 0x2c, 0x3b] as const;
const [BACKSLASH, APOSTROPHE, PLUS] = [0x5c, 0x27, 0x2b] as const;
const [CR, LF] = [0x0d, 0x0a] as const;
const NEWLINE = Buffer.from('\r\n');

const setOf = (chars: string): Uint8Array => {
  const set = new Uint8Array(256);
  for (const byte of Buffer.from(chars)) set[byte] = 1;
  return set;
};
/** A spreadsheet takes a text that begins with one of these for a formula, whoever wrote it. A `+` before PHONE alone is harmless. */
const FORMULA = setOf('=-@+\t\r\n');
const PHONE = setOf('0123456789 ');
/**
 * In locales where the comma is the decimal mark, Excel splits a line at `;` and ignores quotation marks that follow a
 * comma; others split at tabs. So a formula behind one of these in the middle of a text would begin a cell, with
 * quotation marks in between too.
 */
const CELL_BREAKS = setOf(';\t\r\n');
const INNER_FORMULA = setOf('=-@+\t\r');
/** A text with one of these anywhere, or with a space at either end, needs quotation marks. */
const SPECIAL = setOf('",;\t\r\n');
const SPACE = setOf(' \t\n\v\f\r');

/** Excel reads UTF-8 only behind this mark. */
const BOM = '\uFEFF';

/**
 * RFC 4180, UTF-8, with a line of names at the top. An empty cell is null or an empty text. In the style of a Spanish
 * Excel, columns part at `;`, amounts are in the currency with a decimal comma, and times are local.
 */
export const makeCsv: MakeFormat = (columns, { words, timeZone, estilo }) => {
  const sink = new ByteSink();
  const isExcel = estilo === 'excel';
  const separator = isExcel ? SEMICOLON : COMMA;
  const isJson = columns.map(({ type }) => type === 'json');
  const names = words?.headings ?? columns.map(({ name }) => name);
  sink.text((isExcel ? BOM : '') + names.join(String.fromCharCode(separator)));
  sink.copy(NEWLINE, 0, 2);

  /** A cell that Excel reads as what it is; null for texts, which are written alike in both styles. */
  const excelCell = (bytes: Buffer, start: number, end: number, column: number): string | null => {
    const type = columns[column]?.type;
    const shown = () => bytes.toString('utf8', start, end);
    if (type === 'timestamp') return localTime(JSON.parse(shown()) as string, timeZone);
    if (type === 'cents') return (Number(shown()) / 100).toFixed(2).replace('.', ',');
    return type === 'number' ? shown().replace('.', ',') : null;
  };

  const writeText = (bytes: Uint8Array, start: number, end: number): void => {
    if (start === end) return;
    const isFormula = isFormulaAt(bytes, start, end);
    let isSpecial =
      SPACE[bytes[end - 1] as number] === 1 || (!isFormula && SPACE[bytes[start] as number] === 1);
    for (let i = start; i < end && !isSpecial; i += 1)
      isSpecial = SPECIAL[bytes[i] as number] === 1;
    // Every byte may be doubled, and two quotation marks and an apostrophe are added.
    sink.reserve(2 * (end - start) + 3);
    if (isSpecial) sink.put(QUOTE);
    if (isFormula) sink.put(APOSTROPHE);
    if (isSpecial) {
      let mayBeginCell = bytes[start] === QUOTE;
      for (let i = start; i < end; i += 1) {
        const byte = bytes[i] as number;
        if (byte === QUOTE) sink.put(QUOTE);
        else {
          // A line break of two bytes ends a row, and begins nothing.
          const isBreak = byte === CR && bytes[i + 1] === LF;
          if (mayBeginCell && INNER_FORMULA[byte] === 1 && !isBreak) sink.put(APOSTROPHE);
          mayBeginCell = CELL_BREAKS[byte] === 1;
        }
        sink.put(byte);
      }
      sink.put(QUOTE);
    } else sink.copy(bytes, start, end);
  };

  return {
    add({ bytes, count, spans }) {
      for (let row = 0, at = 0; row < count; row += 1) {
        for (let column = 0; column < isJson.length; column += 1, at += 2) {
          if (column > 0) {
            sink.reserve(1);
            sink.put(separator);
          }
          const [start, end] = [spans[at] as number, spans[at + 1] as number];
          if (start === end) continue;
          const excel = isExcel ? excelCell(bytes, start, end, column) : null;
          if (excel !== null) sink.text(excel);
          else if (isJson[column] === true) writeText(bytes, start, end);
          else if (bytes[start] !== QUOTE) sink.copy(bytes, start, end);
          else if (!hasEscapes(bytes, start, end)) writeText(bytes, start + 1, end - 1);
          else {
            const text = Buffer.from(JSON.parse(bytes.toString('utf8', start, end)) as string);
            writeText(text, 0, text.length);
          }
        }
        sink.copy(NEWLINE, 0, 2);
      }
      return sink.take();
    },
    end: () => sink.take(),
  };
};

/** `2026-10-30 20:15:00`, which every spreadsheet takes for a date. */
const localTime = (timestamp: string, timeZone: string): string =>
  Temporal.Instant.from(timestamp)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

const hasEscapes = (bytes: Uint8Array, start: number, end: number): boolean => {
  for (let i = start; i < end; i += 1) if (bytes[i] === BACKSLASH) return true;
  return false;
};

const isFormulaAt = (bytes: Uint8Array, start: number, end: number): boolean => {
  if (FORMULA[bytes[start] as number] !== 1) return false;
  if (bytes[start] !== PLUS || end - start === 1) return true;
  for (let i = start + 1; i < end; i += 1) if (PHONE[bytes[i] as number] !== 1) return true;
  return false;
};
