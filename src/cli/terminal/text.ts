import { table, width } from '@comanda/command-line';

export const shellWord = (text: string): string =>
  /^[\w./+:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const CELL_CHARS_MIN = 8;
const GAP = 2;

const cut = (text: string, columns: number): string =>
  width(text) <= columns ? text : `${[...text].slice(0, columns - 1).join('')}…`;

/** Narrows the widest columns; null if they would get too narrow. The first is an id and stays whole: other commands need it. */
const narrow = (widths: readonly number[], room: number): number[] | null => {
  const fitted = [...widths];
  while (fitted.reduce((sum, each) => sum + each, 0) > room) {
    const widest = Math.max(...fitted.slice(1));
    if (widest <= CELL_CHARS_MIN) return null;
    fitted[fitted.indexOf(widest, 1)] = widest - 1;
  }
  return fitted;
};

/** A table with its widest columns cut to fit, or else a paragraph for each row; whole without a terminal (`columns` is null). */
export const fitTable = (
  rows: readonly (readonly string[])[],
  columns: number | null,
): string[] => {
  if (columns === null) return table(rows);
  const [head = [], ...body] = rows;
  const widths = head.map((_, i) => Math.max(...rows.map((row) => width(row[i] ?? ''))));
  const fitted = narrow(widths, columns - GAP * (widths.length - 1));
  if (fitted !== null)
    return table(rows.map((row) => row.map((cell, i) => cut(cell, fitted[i] ?? 0))));
  return body.flatMap(([first = '', ...rest]) => [
    cut(first, columns),
    ...table(
      rest.map((cell, i) => [head[i + 1] ?? '', cell]),
      '  ',
    ).map((line) => cut(line, columns)),
  ]);
};

export const isoInstant = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString();

export const isoInstantOrNull = (ms: number | null): string | null =>
  ms === null ? null : isoInstant(ms);

/** To the second, so that columns of times align. */
export const isoSecondOrNever = (ms: number | null): string =>
  ms === null
    ? 'never'
    : Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'second' });
