import {
  type Figure,
  type Judgement,
  judgementsOf,
  judgementText,
  median,
  type Side,
} from '../support/figure.ts';
import { clockText } from '../support/progress.ts';
import type { Result } from '../support/runner.ts';
import type { Chart } from './charts.ts';

const FIGURES_FOLDER = '../docs/figures';
/** The picture below the first table; the others follow at the end. */
const FIRST_CHART = 'orders';

/** The time and machine of a run. */
export interface Run {
  /** To the minute, UTC. */
  date: string;
  commit: string;
  machine: readonly string[];
  seconds: number;
}

/** The page of figures: one table and one picture, then what is missed, every round, and the machine. */
export const writePage = (
  { date, commit, machine, seconds }: Run,
  results: readonly Result[],
  charts: readonly Omit<Chart, 'svg'>[],
  soaks: readonly string[] = [],
): string => {
  const figures = results.flatMap((result) => result.figures);
  const [first, rest] = [
    charts.filter(({ name }) => name === FIRST_CHART),
    charts.filter(({ name }) => name !== FIRST_CHART),
  ];
  const pictures = (some: typeof rest) =>
    some.flatMap(({ name, description }) => [
      `![${description}](${FIGURES_FOLDER}/${name}.svg)`,
      '',
    ]);
  const lines = [
    '# Results',
    '',
    `Written by \`npm run bench\` on ${date}, at commit ${commit}, in ${clockText(seconds)} minutes. *Comanda* is our`,
    'figure, *instead* that of the usual choice, *limit* that of the least code that does the same on this platform, all measured in turns',
    'in one run; the lines of a cell are the engines. How each is measured: [README.md](README.md).',
    '',
    ...overview(figures),
    '',
    ...pictures(first),
    ...verdicts(results),
    '## Every figure',
    '',
    'The target, the median of the rounds with half of their range, and the rounds themselves.',
    '',
    ...details(figures),
    '',
    ...pictures(rest),
    ...(soaks.length === 0 ? [] : ['## Soak', '', ...soaks, '']),
    '## The machine',
    '',
    ...machine.map((line) => `- ${line}`),
    '',
    timeLine(results),
    '',
  ];
  return lines.join('\n');
};

/** One row for each figure, with a line for each engine. */
const overview = (figures: readonly Figure[]): string[] => {
  const rows = [...Map.groupBy(figures, ({ name }) => name)].map(([name, own]) => {
    const lines = (of: (figure: Figure) => string): string =>
      own
        .map((figure) => [figure.engine, of(figure)])
        .filter(([, text]) => text !== '')
        .map(([engine, text]) => (engine === '' ? text : `${engine}: ${text}`))
        .join('<br>');
    const side = (which: 'instead' | 'limit') => lines((figure) => sideText(figure, figure[which]));
    return [
      name,
      lines(({ textOf, ours }) => textOf(median(ours))),
      side('instead'),
      side('limit'),
      lines((figure) => verdictText(judgementsOf(figure))),
    ];
  });
  const head = ['figure', 'Comanda', 'instead', 'limit', 'targets'];
  return [head, head.map(() => '---'), ...rows].map(row);
};

const sideText = ({ textOf }: Figure, side: Side | undefined): string =>
  side === undefined ? '' : `${textOf(median(side.runs))} (${side.name})`;

const verdictText = (judgements: readonly Judgement[]): string => {
  const verdicts = judgements.map(({ verdict }) => verdict);
  if (verdicts.includes('MISSED')) return '**missed**';
  return verdicts.find((verdict) => verdict !== 'met') ?? 'met';
};

const nameOf = ({ engine, name }: Figure): string => (engine === '' ? name : `${engine}: ${name}`);

/** Missed targets, those that this machine cannot decide, and measurements that failed. */
const verdicts = (results: readonly Result[]): string[] => {
  const all = results
    .flatMap(({ figures }) => figures)
    .flatMap((figure) => judgementsOf(figure).map((judgement) => ({ figure, judgement })));
  const of = (verdict: string): string[] =>
    all
      .filter(({ judgement }) => judgement.verdict === verdict)
      .map(({ figure, judgement }) => `${nameOf(figure)}: ${judgementText(figure, judgement)}`);
  const failed = results.flatMap(({ name, problem }) =>
    problem === null ? [] : [`${name}: ${problem.split('\n')[0]}`],
  );
  const [met, missed, open] = [of('met'), of('MISSED'), of('not decided on this machine')];
  const parts: readonly [string, readonly string[]][] = [
    ['Missed', missed],
    [
      'Not decided on this machine: the rounds differ by more than their distance to the target',
      open,
    ],
    ['Failed', failed],
  ];
  return [
    `Of ${all.length} targets, ${met.length} are met.`,
    '',
    ...parts
      .filter(([, own]) => own.length > 0)
      .flatMap(([title, own]) => [`${title}:`, '', ...own.map((line) => `- ${line}`), '']),
  ];
};

const details = (figures: readonly Figure[]): string[] => {
  const runs = ({ textOf }: Figure, values: readonly number[]): string =>
    values.length < 2 ? '' : values.map(textOf).join(', ');
  const rows = figures.map((figure) => [
    nameOf(figure),
    judgementsOf(figure)
      .map((each) => judgementText(figure, each))
      .join('<br>'),
    runs(figure, figure.ours),
    runs(figure, (figure.limit ?? figure.instead)?.runs ?? []),
    figure.detail ?? '',
  ]);
  const head = ['figure', 'targets', 'our rounds', "the neighbour's", ''];
  return [head, head.map(() => '---'), ...rows].map(row);
};

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const timeLine = (results: readonly Result[]): string =>
  [...Map.groupBy(results, ({ area }) => area)]
    .map(([area, own]) => {
      const sum = (of: 'seconds' | 'budgetSeconds') =>
        Math.round(own.reduce((all, each) => all + each[of], 0));
      return `${area} took ${sum('seconds')} s of ${sum('budgetSeconds')}`;
    })
    .join(', ')
    .concat('.');
