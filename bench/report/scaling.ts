import { ENGINES } from '../budget.ts';
import type { Figure } from '../support/figure.ts';

/** A row of the guide to scaling: a figure of both engines, and the side of it to show. */
interface Row {
  label: string;
  figure: RegExp;
  side: 'ours' | 'peer';
}

const ROWS: readonly Row[] = [
  {
    label: "commands a second, one restaurant's",
    side: 'peer',
    figure: /^commands of 1,000 restaurants beside those of one$/,
  },
  {
    label: 'commands a second, spread over 1,000 restaurants',
    side: 'ours',
    figure: /^commands of 1,000 restaurants beside those of one$/,
  },
  {
    label: 'pages of 25 orders a second, never asked for before',
    side: 'ours',
    figure: /^page of 25, never twice \(/,
  },
  {
    label: 'the median of such a page at half of that rate',
    side: 'peer',
    figure: /half of the most\): p99 beside p50$/,
  },
  { label: 'and its p99', figure: /half of the most\): p99 beside p50$/, side: 'ours' },
  {
    label: 'the same page again, a second',
    side: 'ours',
    figure: /^the same page again \(/,
  },
  {
    label: 'p99 from a command to 5,000 listeners, 200 a second',
    side: 'ours',
    figure: /listeners, 200 events\/s: sending to client, p99, beside nchan/,
  },
];

const BEGIN = '<!-- measured -->';
const END = '<!-- /measured -->';

/** Fills the guide with the latest figures of one process. */
export const fillScaling = (guide: string, figures: readonly Figure[]): string => {
  const [before, rest] = guide.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the guide has lost its marks');
  const rows = ROWS.map((row) => [row.label, ...Object.values(ENGINES).map(cellOf(row, figures))]);
  const lines = [['one process', ...Object.values(ENGINES)], ['---', '---', '---'], ...rows];
  const table = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
};

/** The first number of a figure with its unit, or a note that it was not measured yet. */
const cellOf =
  ({ figure, side }: Row, figures: readonly Figure[]) =>
  (engine: string): string => {
    const own = figures.find(
      ({ name }) => name.startsWith(`${engine}: `) && figure.test(name.slice(engine.length + 2)),
    );
    const value = /^(?<number>[\d,.]+)(?<unit> ms)?/.exec(own?.[side] ?? '')?.groups;
    return value === undefined ? 'not measured' : `${value['number']}${value['unit'] ?? ''}`;
  };
