import { save } from '../api/download.ts';
import { useWords } from '../i18n/lang.tsx';
import { Button } from './button.tsx';

export type Cell = string | number | null;

/** A spreadsheet takes a text that begins like this for a formula, whoever wrote it. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

const cell = (value: Cell): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A column for each field of the objects, under its name on the wire; what is no text or figure as JSON. */
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

const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cell).join()}\r\n`).join('');

/** Excel reads UTF-8 only behind this mark. */
const BOM = '\uFEFF';

/** Saves the table beside it as a file: what is shown, under its own headings. */
export const CsvButton = ({ name, rows }: { name: string; rows: readonly (readonly Cell[])[] }) => {
  const { t } = useWords();
  const download = () => {
    const file = new Blob([BOM + toCsv(rows)], { type: 'text/csv' });
    save(file, `${name.replace(/[\\/:*?"<>|]+/g, '-')}.csv`);
  };
  return (
    <Button icon="download" onClick={download}>
      {t('export.open')}
    </Button>
  );
};
