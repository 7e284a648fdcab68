/** One row of the results: our value, the peer's, and their ratio. */
export interface Figure {
  name: string;
  ours: string;
  peer: string;
  /** Null if the measurement failed; `peer` then gives the reason. */
  ratio: number | null;
  /** The minimum of the ratio (with `atMost`, the maximum); null: no target. */
  target: number | null;
  atMost?: boolean;
}

/** A growing quantity: a line of a chart (report/charts.ts). */
export interface Curve {
  /** The chart and panel of the line, and their axes. */
  chart: string;
  panel: string;
  xLabel: string;
  yLabel: string;
  name: string;
  points: [x: number, y: number][];
}

export interface Findings {
  figures: Figure[];
  curves?: Curve[];
}

/** The target of a ratio; empty: none. */
export type Limit = { atLeast: number } | { atMost: number } | Record<string, never>;

/** Our value compared with another. */
export const ratioFigure = (
  name: string,
  ours: number,
  peer: number,
  textOf: (value: number) => string,
  limit: Limit,
): Figure => ({
  name,
  ours: textOf(ours),
  peer: textOf(peer),
  ratio: ours / peer,
  target: Object.values(limit)[0] ?? null,
  atMost: 'atMost' in limit,
});

export type Verdict = 'met' | 'MISSED' | 'not measured' | '';

export const verdictOf = ({ ratio, target, atMost }: Figure): Verdict => {
  if (ratio === null) return 'not measured';
  if (target === null) return '';
  return (atMost ? ratio <= target : ratio >= target) ? 'met' : 'MISSED';
};

export const COLUMNS = ['figure', 'Comanda', 'beside it', 'ratio', 'target', ''] as const;

/** The cells of a row, for the terminal and the page. */
export const cellsOf = (figure: Figure): string[] => {
  const { name, ours, peer, ratio, target, atMost } = figure;
  const ratioText = ratio === null ? '' : `${ratio.toFixed(2)} ×`;
  const targetText = target === null ? '' : `${atMost ? '≤' : '≥'} ${target}`;
  return [name, ours, peer, ratioText, targetText, verdictOf(figure)];
};

/** A table for a terminal. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = [[...COLUMNS], ...figures.map(cellsOf)];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows
    .map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
};

export const countText = (value: number): string => Math.round(value).toLocaleString('en');
export const perSecond = (rate: number): string => `${countText(rate)}/s`;
export const microseconds = (value: number): string => `${Math.round(value)} µs of processor`;
export const milliseconds = (value: number): string => `${Math.round(value)} ms`;
export const mebibytes = (value: number): string => `${Math.round(value)} MiB`;

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The median of each field over several runs. */
export const mediansOf = <T extends Readonly<Record<keyof T, number>>>(runs: readonly T[]): T => {
  const fields = Object.keys(runs[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(fields.map((f) => [f, median(runs.map((run) => run[f]))])) as T;
};
