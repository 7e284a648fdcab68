import { save } from '../../api/download.ts';
import { localeOf, useWords } from '../../i18n/lang.ts';
import { Button } from '../button.tsx';

type Cell = string | number | null;

/** A spreadsheet runs a text that begins like this as a formula, even if a customer wrote it. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;

const cell = (value: Cell, decimal: string): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', decimal);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A column for each field of the objects, under its name on the wire; values that are no text or figure become JSON. */
export const tableOf = (objects: readonly object[]): Cell[][] => {
  const names = Object.keys(objects[0] ?? {});
  const cells = (object: object): Cell[] =>
    names.map((name) => {
      const value: unknown = (object as Record<string, unknown>)[name] ?? null;
      const isPlain = value === null || typeof value === 'string' || typeof value === 'number';
      return isPlain ? value : JSON.stringify(value);
    });
  return [names, ...objects.map(cells)];
};

/** Where the comma is the decimal mark, spreadsheets read `7.5` as a day in May and do not separate columns at `,`. */
const toCsv = (rows: readonly (readonly Cell[])[], locale: string): string => {
  const decimal = (0.5).toLocaleString(locale).charAt(1);
  const separator = decimal === ',' ? ';' : ',';
  return rows
    .map((row) => `${row.map((value) => cell(value, decimal)).join(separator)}\r\n`)
    .join('');
};

/** Excel reads UTF-8 only behind this mark. */
const BOM = '\uFEFF';

interface Props {
  name: string;
  rows: readonly (readonly Cell[])[];
  /** Whether rows are left that the page has not loaded. */
  isPartial?: boolean;
}

/** Saves the table beside it as a file. */
export const CsvButton = ({ name, rows, isPartial = false }: Props) => {
  const { t, lang } = useWords();
  const download = () => {
    const file = new Blob([BOM + toCsv(rows, localeOf(lang))], { type: 'text/csv' });
    save(file, `${name.replace(/[\\/:*?"<>|]+/g, '-')}.csv`);
  };
  return (
    <Button icon="download" onClick={download}>
      {t(isPartial ? 'export.loaded' : 'export.open')}
    </Button>
  );
};
