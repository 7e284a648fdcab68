import { ENGINES } from '../support/engines.ts';
import type { Figure } from '../support/figure.ts';

const SPREAD = /^commands of 1,000 restaurants beside those of one$/;
const TAILS = /half of the most\): p99 beside p50$/;
const SENDING = /listeners, 200 events\/s: sending to client, p99, beside/;

/** The rows of the guide to scaling: a label, and the side of a figure of both engines that it shows. */
const ROWS: readonly (readonly [label: string, side: 'ours' | 'peer', figure: RegExp])[] = [
  ["commands a second, one restaurant's", 'peer', SPREAD],
  ['commands a second, spread over 1,000 restaurants', 'ours', SPREAD],
  ['pages of 25 orders a second, never asked for before', 'ours', /^page of 25, never twice \(/],
  ['the median of such a page at half of that rate', 'peer', TAILS],
  ['and its p99', 'ours', TAILS],
  ['the same page again, a second', 'ours', /^the same page again \(/],
  ['p99 from a command to 5,000 listeners, 200 a second', 'ours', SENDING],
];

const BEGIN = '<!-- measured -->';
const END = '<!-- /measured -->';

/** Fills the guide with the latest figures of one process. */
export const fillScaling = (guide: string, figures: readonly Figure[]): string => {
  const [before, rest] = guide.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the guide has lost its marks');
  /** The first number of a figure with its unit, or a note that there is none. */
  const cellOf = (engine: string, side: 'ours' | 'peer', figure: RegExp): string => {
    const own = figures.find(
      ({ name }) => name.startsWith(`${engine}: `) && figure.test(name.slice(engine.length + 2)),
    );
    return /^[\d,.]+(?: ms)?/.exec(own?.[side] ?? '')?.[0] ?? 'not measured';
  };
  const labels = Object.values(ENGINES);
  const rows = ROWS.map(([label, ...of]) => [label, ...labels.map((each) => cellOf(each, ...of))]);
  const lines = [['one process', ...labels], ['---', '---', '---'], ...rows];
  const table = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
};
