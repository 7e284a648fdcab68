const EXCERPT_CHARS_MAX = 60;

/** Names in the database may hold escape sequences that would repaint the operator's screen. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '\u{fffd}');

export const excerpt = (text: string): string =>
  printable(text.length > EXCERPT_CHARS_MAX ? `${text.slice(0, EXCERPT_CHARS_MAX)}…` : text);

export const quote = (text: string): string => `"${excerpt(text)}"`;

export const shellWord = (text: string): string =>
  /^[\w./+:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Wide enough for names in European scripts, which is what restaurants have here. */
const width = (text: string): number => [...text].length;

const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - width(text)));

export const table = (rows: readonly (readonly string[])[], indent = ''): string[] => {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, width(cell));
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, i) => (i === row.length - 1 ? cell : pad(cell, widths[i] ?? 0)));
    return (indent + cells.join('  ')).trimEnd();
  });
};

const CELL_CHARS_MIN = 8;
const GAP = 2;

const cut = (text: string, columns: number): string =>
  width(text) <= columns ? text : `${[...text].slice(0, columns - 1).join('')}…`;

/** What cannot be copied from elsewhere stands first, and is never cut: an id. */
const narrow = (widths: readonly number[], room: number): number[] | null => {
  const fitted = [...widths];
  while (fitted.reduce((sum, each) => sum + each, 0) > room) {
    const widest = Math.max(...fitted.slice(1));
    if (widest <= CELL_CHARS_MIN) return null;
    fitted[fitted.indexOf(widest, 1)] = widest - 1;
  }
  return fitted;
};

/** A table whose widest columns are cut until it fits, or a paragraph for each row; whole where nobody looks. */
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

export const grouped = (value: number): string => value.toLocaleString('en-US');

export const plural = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

export const isoInstant = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString();

export const isoInstantOrNull = (ms: number | null): string | null =>
  ms === null ? null : isoInstant(ms);

/** To the second, so that columns of times align. */
export const isoSecondOrNever = (ms: number | null): string =>
  ms === null
    ? 'never'
    : Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'second' });
