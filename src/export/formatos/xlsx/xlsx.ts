import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type Column, type ColumnType, XLSX_FILAS_MAX } from '../../../contract/exportacion.ts';
import { type MakeFormat, TooManyRows } from '../../format.ts';
import type { Rows } from '../../scan.ts';
import {
  columnName,
  EMPTY_CELL,
  flagCell,
  moneyCell,
  numberCell,
  rowOf,
  STYLE,
  sumCell,
  textCell,
  timeCell,
} from './cells.ts';
import { partsOf, STYLES_PATH, sheetEnd, sheetPath, sheetStart, stylesOf } from './parts.ts';
import { makeSummary, SUMMARY_WIDTHS } from './summary.ts';

const DEFLATE_LEVEL = 4;
/** The date of all parts of a workbook, fixed so that the same orders give the same file. In local time, as a zip has it. */
const ZIP_EPOCH = '1980-01-01T00:00';

const WIDTHS: Record<ColumnType, number> = {
  timestamp: 19,
  cents: 12,
  integer: 10,
  number: 10,
  boolean: 10,
  text: 18,
  json: 24,
};
const PADDING_CHARS = 2;

/** A price of one piece has no sum. */
const hasSum = ({ name, type }: Column): boolean =>
  type === 'cents' && !name.startsWith('precio_unitario');

/**
 * A workbook for people: dates in the restaurant's time zone, amounts in the currency itself (the column loses its
 * `_cents`). With headings in words it begins with a sheet that sums the orders up, and ends with a row of totals.
 */
export const makeXlsx: MakeFormat = (columns, options) => {
  const { sheet, timeZone, words } = options;
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const open = (path: string): ZipDeflate => {
    const part = new ZipDeflate(path, { level: DEFLATE_LEVEL });
    part.mtime = ZIP_EPOCH;
    zip.add(part);
    return part;
  };
  const summary = words === null ? null : makeSummary(words, options);
  const names = words === null ? [sheet] : [words.summarySheet, words.sheet];
  for (const [path, text] of Object.entries(partsOf(names))) open(path).push(strToU8(text), true);
  const body = open(sheetPath(names.length));
  const headings = words?.headings ?? columns.map(({ name }) => name.replace(/_cents$/, ''));
  const widths = columns.map(({ type }, i) =>
    Math.max(WIDTHS[type], (headings[i] ?? '').length + PADDING_CHARS),
  );
  const head = rowOf(headings.map((heading) => textCell(heading, STYLE.bold)));
  body.push(strToU8(sheetStart(widths, true) + head));

  let count = 0;
  const sums = columns.map(() => 0);
  const line = ({ bytes, spans }: Rows, row: number): string => {
    const cells = columns.map(({ type }, i) => {
      const at = 2 * (row * columns.length + i);
      const [start = 0, end = 0] = [spans[at], spans[at + 1]];
      if (start === end) return EMPTY_CELL;
      const value: Value = JSON.parse(bytes.toString('utf8', start, end));
      if (type === 'cents') sums[i] = (sums[i] ?? 0) + (value as number);
      return cell(value, type, timeZone);
    });
    return rowOf(cells);
  };

  const totals = (): string => {
    if (words === null || count === 0) return '';
    const cells = columns.map((column, i) => {
      if (i === 0) return textCell(words.total, STYLE.bold);
      const name = columnName(i);
      // Counts the rows that a filter shows.
      return hasSum(column)
        ? sumCell(`SUBTOTAL(109,${name}2:${name}${count + 1})`, sums[i] ?? 0)
        : EMPTY_CELL;
    });
    return rowOf(cells);
  };

  const take = (): Uint8Array => Buffer.concat(pieces.splice(0));
  return {
    add(rows) {
      count += rows.count;
      if (count > XLSX_FILAS_MAX) throw new TooManyRows();
      summary?.add(rows.bytes);
      let text = '';
      for (let row = 0; row < rows.count; row += 1) text += line(rows, row);
      body.push(strToU8(text));
      return take();
    },
    end() {
      const filtered = `A1:${columnName(columns.length - 1)}${count + 1}`;
      body.push(strToU8(totals() + sheetEnd(words === null ? null : filtered)), true);
      if (summary !== null) {
        const text = sheetStart(SUMMARY_WIDTHS, false) + summary.rows() + sheetEnd(null);
        open(sheetPath(1)).push(strToU8(text), true);
      }
      open(STYLES_PATH).push(strToU8(stylesOf(summary?.moneda() ?? null)), true);
      zip.end();
      return take();
    },
  };
};

type Value = string | number | boolean | readonly unknown[];

const cell = (value: Value, type: ColumnType, timeZone: string): string => {
  if (type === 'json') return textCell(JSON.stringify(value));
  if (type === 'timestamp') return timeCell(value as string, timeZone);
  if (type === 'cents') return moneyCell(value as number);
  if (typeof value === 'boolean') return flagCell(value);
  return typeof value === 'number' ? numberCell(value) : textCell(String(value));
};
