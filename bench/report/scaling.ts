import { ENGINES } from '../support/engines.ts';
import { type Figure, median } from '../support/figure.ts';

/** The rows of the guide to scaling: a label, and the figure of both engines that it shows. */
const ROWS: readonly (readonly [label: string, figure: RegExp])[] = [
  ['commands a second, of 20 restaurants', /^commands in, of 20/],
  ['commands a second, spread over 1,000 restaurants', /^commands in, spread/],
  ['pages of 25 orders a second, never asked for before', /^page of 25, never twice$/],
  ['the p99 of such a page at half of that rate', /^p99 of such pages at half/],
  ['the same page again, a second', /^the same page again$/],
  ['p99 from a command to 5,000 listeners, 200 a second', /^p99 from command to client/],
];

const BEGIN = '<!-- measured -->';
const END = '<!-- /measured -->';

/** Fills the guide with the latest figures of one process. */
export const fillScaling = (guide: string, figures: readonly Figure[]): string => {
  const [before, rest] = guide.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the guide has lost its marks');
  const cellOf = (engine: string, figure: RegExp): string => {
    const own = figures.find((each) => each.engine === engine && figure.test(each.name));
    return own === undefined ? 'failed' : own.textOf(median(own.ours)).replace('/s', '');
  };
  const labels = Object.values(ENGINES);
  const rows = ROWS.map(([label, figure]) => [
    label,
    ...labels.map((each) => cellOf(each, figure)),
  ]);
  const lines = [['one process', ...labels], ['---', '---', '---'], ...rows];
  const table = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
};
