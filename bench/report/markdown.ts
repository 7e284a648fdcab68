import type { Budget } from '../budget.ts';
import { COLUMNS, cellsOf, type Figure, verdictOf } from '../support/report.ts';
import { clockText } from '../support/time.ts';
import type { KeptAct, Results } from './results.ts';

/** A chart of an area: its file, seen from the page, and what it shows. */
export interface Picture {
  area: string;
  file: string;
  words: string;
}

/** The page of figures: where and when, then a table for each area. */
export const writePage = (
  { run, areas }: Results,
  budget: Budget,
  pictures: readonly Picture[],
): string => {
  if (run === null) throw new Error('nothing was measured yet');
  const figures = Object.values(areas).flatMap((acts) => figuresOf(Object.values(acts)));
  const lines = [
    '# Results',
    '',
    `Written by \`${run.command}\` on ${run.date}, at commit ${run.commit}, in ${clockText(run.seconds)} minutes.`,
    'How each figure is measured, and how to read it: [README.md](README.md).',
    '',
    ...run.machine.map((line) => `- ${line}`),
    ...run.versions.map((line) => `- ${line}`),
    '',
    summary(figures, absentActs(areas, budget)),
    '',
  ];
  for (const [area, acts] of Object.entries(areas)) {
    const kept = Object.values(acts);
    if (figuresOf(kept).length === 0) continue;
    const [major, minor] = [true, false].map((isMajor) =>
      figuresOf(kept).filter((figure) => !figure.minor === isMajor),
    );
    lines.push(`## ${area}`, '', ...tableLines(major ?? []), '', ...folded(minor ?? []));
    lines.push(measuredLine(area, kept, budget), '');
    for (const { file, words } of pictures.filter((each) => each.area === area)) {
      lines.push(`![${words}](${file})`, '');
    }
  }
  return lines.join('\n');
};

const figuresOf = (acts: readonly KeptAct[]): Figure[] => acts.flatMap(({ figures }) => figures);

/** Misses are named at the top: nobody should have to look for them. */
const summary = (figures: readonly Figure[], absent: readonly string[]): string => {
  const of = (verdict: string) =>
    figures.filter((figure) => !figure.minor && verdictOf(figure) === verdict);
  const [met, missed, open] = [of('met'), of('MISSED'), of('not measured')];
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const parts = [`Of ${met.length + missed.length} targets, ${met.length} are met.`];
  if (missed.length > 0) parts.push(`Missed:\n\n${bullets(missed.map(rowText))}`);
  const unknown = [...open.map(rowText), ...absent.map((act) => `${act}: not in this run`)];
  if (unknown.length > 0) parts.push(`Not measured:\n\n${bullets(unknown)}`);
  return parts.join('\n\n');
};

/** Acts that no run has carried out yet. */
const absentActs = (areas: Results['areas'], budget: Budget): string[] =>
  Object.entries(budget).flatMap(([area, acts]) =>
    Object.keys(acts)
      .filter((act) => areas[area]?.[act] === undefined)
      .map((act) => `${area}, ${act}`),
  );

const rowText = (figure: Figure): string => {
  const [name, , peer, ratio, target] = cellsOf(figure);
  return figure.ratio === null ? `${name}: ${peer}` : `${name}: ${ratio}, target ${target}`;
};

const tableLines = (figures: readonly Figure[]): string[] => [
  row([...COLUMNS]),
  row(COLUMNS.map(() => '---')),
  ...figures.map((figure) => row(cellsOf(figure).map(escaped))),
];

/** What only few want to see. */
const folded = (figures: readonly Figure[]): string[] =>
  figures.length === 0
    ? []
    : [
        '<details><summary>Every one of them</summary>',
        '',
        ...tableLines(figures),
        '',
        '</details>',
        '',
      ];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const escaped = (cell: string): string =>
  cell.replaceAll('|', '\\|').replace(/^MISSED$/, '**missed**');

const measuredLine = (area: string, acts: readonly KeptAct[], budget: Budget): string => {
  const seconds = acts.reduce((sum, act) => sum + act.seconds, 0);
  const planned = Object.values(budget[area] ?? {}).reduce((sum, each) => sum + each, 0);
  const when = new Set(
    acts.map(({ date, commit, quick }) => `${date} at ${commit}${quick ? ', quick' : ''}`),
  );
  return `Measured ${[...when].join('; ')}. Took ${Math.round(seconds)} s; its budget is ${planned} s.`;
};
