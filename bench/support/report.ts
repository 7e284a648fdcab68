/** One line of a report: what was measured, ours, the peer's, and the ratio the issue is about. */
export interface Figure {
  name: string;
  ours: string;
  peer: string;
  ratio: number;
  /** The ratio should be at least (or, with `atMost`, at most) this; null: to know, not to judge. */
  target: number | null;
  atMost?: boolean;
}

export const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else process.stderr.write(`${text}\n`);
};

export const printFigures = (title: string, figures: readonly Figure[]): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const rows = figures.map(({ name, ours, peer, ratio, target, atMost }) => [
    name,
    ours,
    peer,
    `${ratio.toFixed(2)} ×`,
    target === null ? '' : `${atMost ? '≤' : '≥'} ${target}`,
    target === null ? '' : (atMost ? ratio <= target : ratio >= target) ? 'met' : 'MISSED',
  ]);
  const header = ['figure', 'Comanda', 'beside it', 'ratio', 'target', ''];
  const widths = header.map((text, i) =>
    Math.max(text.length, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  process.stdout.write(`\n${title}\n${line(header)}\n`);
  for (const row of rows) process.stdout.write(`${line(row)}\n`);
};

export const perSecond = (count: number, seconds: number): string =>
  `${Math.round(count / seconds).toLocaleString('en')}/s`;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
