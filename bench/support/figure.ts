/** One way to do the work, measured in interleaved rounds. */
export interface Side {
  name: string;
  runs: readonly number[];
}

/** Our side beside another, or our value alone. */
export type Demand = {
  against: 'instead' | 'limit' | null;
  /** A difference, in the unit of the figure, instead of a ratio. */
  as?: 'difference';
} & ({ atLeast: number } | { atMost: number });

/** One row of the results on one engine: our runs, those of its neighbours, and what is demanded of them. */
export interface Figure {
  name: string;
  /** The label of the engine; empty: it makes no difference. */
  engine: string;
  textOf(value: number): string;
  ours: readonly number[];
  /** The choice of most others. */
  instead?: Side;
  /** The same work with the least code on the same platform. */
  limit?: Side;
  demands: readonly Demand[];
  /** Conditions of the run that a reader has to know. */
  detail?: string;
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

type Verdict = 'met' | 'MISSED' | 'not decided on this machine';

/** A demand beside what the rounds gave. */
export interface Judgement {
  demand: Demand;
  /** Of the rounds: the median, and half of the distance between the least and the most. */
  value: number;
  spread: number;
  target: number;
  verdict: Verdict;
}

/** A demand is decided where the spread of the rounds is smaller than their distance to the target. */
const judge = (figure: Figure, demand: Demand): Judgement => {
  const values = compared(figure, demand);
  const value = median(values);
  const spread = (Math.max(...values) - Math.min(...values)) / 2;
  const isAtMost = 'atMost' in demand;
  const target = isAtMost ? demand.atMost : demand.atLeast;
  const isMet = isAtMost ? value <= target : value >= target;
  const isDecided = spread <= Math.abs(value - target);
  const verdict = isDecided ? (isMet ? 'met' : 'MISSED') : 'not decided on this machine';
  return { demand, value, spread, target, verdict };
};

/** Round by round, because other load affects the sides of one round alike. */
const compared = ({ ours, ...sides }: Figure, { against, as }: Demand): number[] => {
  if (against === null) return [...ours];
  const theirs = sides[against]?.runs ?? [];
  return ours.map((own, i) => {
    const other = theirs[Math.min(i, theirs.length - 1)] ?? Number.NaN;
    return as === 'difference' ? own - other : own / other;
  });
};

export const judgementsOf = (figure: Figure): Judgement[] =>
  figure.demands.map((demand) => judge(figure, demand));

/** "0.63 × limit ± 0.02, target ≥ 0.6". */
export const judgementText = ({ textOf }: Figure, judgement: Judgement): string => {
  const { demand, value, spread, target } = judgement;
  const isRatio = demand.against !== null && demand.as !== 'difference';
  const text = (number: number): string => (isRatio ? number.toFixed(2) : textOf(number));
  const beside = demand.against ?? '';
  const unit = isRatio ? ` × ${beside}` : demand.as === 'difference' ? ` above ${beside}` : '';
  const around = spread === 0 ? '' : ` ± ${text(spread)}`;
  return `${text(value)}${unit}${around}, target ${'atMost' in demand ? '≤' : '≥'} ${isRatio ? target : textOf(target)}`;
};

const sideText = (figure: Figure, side: Side | undefined): string =>
  side === undefined ? '' : `${figure.textOf(median(side.runs))} (${side.name})`;

const COLUMNS = ['figure', 'Comanda', 'instead', 'limit', 'verdict'] as const;

/** The cells of a row, for the terminal and the page. */
export const cellsOf = (figure: Figure): string[] => [
  figure.engine === '' ? figure.name : `${figure.engine}: ${figure.name}`,
  figure.textOf(median(figure.ours)),
  sideText(figure, figure.instead),
  sideText(figure, figure.limit),
  judgementsOf(figure)
    .map((each) => `${judgementText(figure, each)}: ${each.verdict}`)
    .join('; '),
];

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
export const microseconds = (value: number): string => `${Math.round(value)} µs`;
export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
export const mebibytes = (value: number): string => `${Math.round(value)} MiB`;

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The median of each field over several runs. */
export const mediansOf = <T extends Readonly<Record<keyof T, number>>>(runs: readonly T[]): T => {
  const fields = Object.keys(runs[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(fields.map((f) => [f, median(runs.map((run) => run[f]))])) as T;
};
