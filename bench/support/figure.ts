/** One row of the results: what was measured, ours, the peer's, and the ratio of both. */
export interface Figure {
  name: string;
  ours: string;
  peer: string;
  /** Null: there was nothing to compare with, and `peer` says why. */
  ratio: number | null;
  /** The ratio should be at least (or, with `atMost`, at most) this; null: to know, not to judge. */
  target: number | null;
  atMost?: boolean;
}

/** How something grows: a line of one of the charts (report/charts.ts). */
export interface Curve {
  /** Which panel it belongs to. */
  panel: string;
  name: string;
  points: [x: number, y: number][];
}

export interface Findings {
  figures: Figure[];
  curves?: Curve[];
}

export type Verdict = 'met' | 'MISSED' | 'not measured' | '';

export const verdictOf = ({ ratio, target, atMost }: Figure): Verdict => {
  if (ratio === null) return 'not measured';
  if (target === null) return '';
  return (atMost ? ratio <= target : ratio >= target) ? 'met' : 'MISSED';
};

export const COLUMNS = ['figure', 'Comanda', 'beside it', 'ratio', 'target', ''] as const;

/** The cells of a row, as they are printed and written. */
export const cellsOf = (figure: Figure): string[] => {
  const { name, ours, peer, ratio, target, atMost } = figure;
  return [
    name,
    ours,
    peer,
    ratio === null ? '' : `${ratio.toFixed(2)} ×`,
    target === null ? '' : `${atMost ? '≤' : '≥'} ${target}`,
    verdictOf(figure),
  ];
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

export const perSecond = (count: number, seconds: number): string =>
  `${Math.round(count / seconds).toLocaleString('en')}/s`;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** The median of each field over several runs. */
export const mediansOf = <T extends Readonly<Record<keyof T, number>>>(runs: readonly T[]): T => {
  const fields = Object.keys(runs[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(fields.map((f) => [f, median(runs.map((run) => run[f]))])) as T;
};

/** Beside a peer, or why there is none. */
export const besideFigure = (
  name: string,
  ours: string,
  peer: { text: string; ratio: number } | string,
  target: number | null,
  atMost = false,
): Figure => ({
  ...{ name, ours, target, atMost },
  peer: typeof peer === 'string' ? peer : peer.text,
  ratio: typeof peer === 'string' ? null : peer.ratio,
});
