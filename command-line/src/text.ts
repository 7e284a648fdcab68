const EXCERPT_CHARS_MAX = 60;

/** Names that others typed may hold escape sequences that would repaint the screen. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '\u{fffd}');

/** Escapes the control characters from U+007F on: terminals obey them too, but JSON escapes only those below U+0020. */
export const escapeControls = (line: string): string =>
  line.replaceAll(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);

export const excerpt = (text: string): string =>
  printable(text.length > EXCERPT_CHARS_MAX ? `${text.slice(0, EXCERPT_CHARS_MAX)}…` : text);

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/** Puts a message on one line and makes it printable: it may quote text that others wrote. */
export const oneLine = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim());
  return printable(lines.filter((line) => line !== '').join(' '));
};

export const quote = (text: string): string => `"${excerpt(text)}"`;

/** Columns on a terminal. Counting code points is right for European scripts, in which restaurants here have their names. */
export const width = (text: string): number => [...text].length;

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

export const grouped = (value: number): string => value.toLocaleString('en-US');

export const plural = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
