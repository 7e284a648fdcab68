import type { Budget } from '../budget.ts';
import { COLUMNS, cellsOf, type Figure, verdictOf } from '../support/figure.ts';
import { clockText } from '../support/progress.ts';
import type { Chart } from './charts.ts';
import type { KeptMeasurement, Results } from './results.ts';

const FIGURES_FOLDER = '../docs/figures';

/** The page of figures: its time and machine, then a table for each area. */
export const writePage = (
  { run, areas }: Results,
  budget: Budget,
  charts: readonly Omit<Chart, 'svg'>[],
): string => {
  if (run === null) throw new Error('nothing was measured yet');
  const lines = [
    '# Results',
    '',
    `Written by \`${run.command}\` on ${run.date}, at commit ${run.commit}, in ${clockText(run.seconds)} minutes.`,
    'How each figure is measured, and how to read it: [README.md](README.md).',
    '',
    ...run.machine.map((line) => `- ${line}`),
    ...run.versions.map((line) => `- ${line}`),
    '',
    summary(Object.values(areas).flatMap(figuresOf), absentMeasurements(areas, budget)),
    '',
  ];
  for (const [area, measurements] of Object.entries(areas)) {
    const figures = figuresOf(measurements);
    if (figures.length === 0) continue;
    const table = [[...COLUMNS], COLUMNS.map(() => '---'), ...figures.map(cellsOf)].map(row);
    const kept = Object.values(measurements);
    lines.push(`## ${area}`, '', ...table, '', measuredLine(kept, budget[area] ?? {}), '');
    for (const { name, description } of charts.filter((chart) => chart.area === area)) {
      lines.push(`![${description}](${FIGURES_FOLDER}/${name}.svg)`, '');
    }
  }
  return lines.join('\n');
};

const figuresOf = (measurements: Readonly<Record<string, KeptMeasurement>>): Figure[] =>
  Object.values(measurements).flatMap(({ figures }) => figures);

/** The page names missed targets at the top, so that nobody has to look for them. */
const summary = (figures: readonly Figure[], absent: readonly string[]): string => {
  const of = (verdict: string) => figures.filter((figure) => verdictOf(figure) === verdict);
  const [met, missed, open] = [of('met'), of('MISSED'), of('not measured')];
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const parts = [`Of ${met.length + missed.length} targets, ${met.length} are met.`];
  if (missed.length > 0) parts.push(`Missed:\n\n${bullets(missed.map(rowText))}`);
  const unknown = [...open.map(rowText), ...absent.map((name) => `${name}: not in this run`)];
  if (unknown.length > 0) parts.push(`Not measured:\n\n${bullets(unknown)}`);
  return parts.join('\n\n');
};

/** Measurements that no run has carried out yet. */
const absentMeasurements = (areas: Results['areas'], budget: Budget): string[] =>
  Object.entries(budget).flatMap(([area, names]) =>
    Object.keys(names)
      .filter((name) => areas[area]?.[name] === undefined)
      .map((name) => `${area}, ${name}`),
  );

const rowText = (figure: Figure): string => {
  const [name, , peer, ratio, target] = cellsOf(figure);
  return figure.ratio === null ? `${name}: ${peer}` : `${name}: ${ratio}, target ${target}`;
};

const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
const escaped = (cell: string): string =>
  cell.replaceAll('|', '\\|').replace(/^MISSED$/, '**missed**');

const measuredLine = (
  kept: readonly KeptMeasurement[],
  budget: Readonly<Record<string, number>>,
): string => {
  const seconds = kept.reduce((sum, each) => sum + each.seconds, 0);
  const planned = Object.values(budget).reduce((sum, each) => sum + each, 0);
  const when = new Set(
    kept.map(({ date, commit, quick }) => `${date} at ${commit}${quick ? ', quick' : ''}`),
  );
  return `Measured ${[...when].join('; ')}. Took ${Math.round(seconds)} s; its budget is ${planned} s.`;
};
