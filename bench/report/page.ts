import { COLUMNS, cellsOf, type Figure, verdictOf } from '../support/figure.ts';
import { clockText } from '../support/progress.ts';
import type { Result } from '../support/runner.ts';
import type { Chart } from './charts.ts';

const FIGURES_FOLDER = '../docs/figures';

/** The time and machine of a run. */
export interface Run {
  /** To the minute, UTC. */
  date: string;
  commit: string;
  machine: readonly string[];
  seconds: number;
}

/** The page of figures: its time and machine, then a table for each area. */
export const writePage = (
  { date, commit, machine, seconds }: Run,
  results: readonly Result[],
  charts: readonly Omit<Chart, 'svg'>[],
): string => {
  const lines = [
    '# Results',
    '',
    `Written by \`npm run bench\` on ${date}, at commit ${commit}, in ${clockText(seconds)} minutes.`,
    'How each figure is measured, and how to read it: [README.md](README.md).',
    '',
    ...machine.map((line) => `- ${line}`),
    '',
    summary(figuresOf(results)),
    '',
  ];
  for (const [area, own] of Map.groupBy(results, (each) => each.area)) {
    const figures = figuresOf(own);
    if (figures.length === 0) continue;
    const table = [[...COLUMNS], COLUMNS.map(() => '---'), ...figures.map(cellsOf)].map(row);
    lines.push(`## ${area}`, '', ...table, '', timeLine(own), '');
    for (const { name, description } of charts.filter((chart) => chart.area === area)) {
      lines.push(`![${description}](${FIGURES_FOLDER}/${name}.svg)`, '');
    }
  }
  return lines.join('\n');
};

const figuresOf = (results: readonly Result[]): Figure[] =>
  results.flatMap(({ figures }) => figures);

/** The page names missed targets at the top, so that nobody has to look for them. */
const summary = (figures: readonly Figure[]): string => {
  const of = (verdict: string) => figures.filter((figure) => verdictOf(figure) === verdict);
  const [met, missed, open] = [of('met'), of('MISSED'), of('not measured')];
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const parts = [`Of ${met.length + missed.length} targets, ${met.length} are met.`];
  if (missed.length > 0) parts.push(`Missed:\n\n${bullets(missed.map(rowText))}`);
  if (open.length > 0) parts.push(`Not measured:\n\n${bullets(open.map(rowText))}`);
  return parts.join('\n\n');
};

const rowText = (figure: Figure): string => {
  const [name, , peer, ratio, target] = cellsOf(figure);
  return figure.ratio === null ? `${name}: ${peer}` : `${name}: ${ratio}, target ${target}`;
};

const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
const escaped = (cell: string): string =>
  cell.replaceAll('|', '\\|').replace(/^MISSED$/, '**missed**');

const timeLine = (results: readonly Result[]): string => {
  const sum = (of: 'seconds' | 'budgetSeconds') =>
    Math.round(results.reduce((all, each) => all + each[of], 0));
  return `Took ${sum('seconds')} s; its budget is ${sum('budgetSeconds')} s.`;
};
