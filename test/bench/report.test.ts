import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { choose, type Wanted } from '../../bench/measurements.ts';
import { drawCharts } from '../../bench/report/charts.ts';
import { type Run, writePage } from '../../bench/report/page.ts';
import { fillScaling } from '../../bench/report/scaling.ts';
import {
  cellsOf,
  type Figure,
  judgementsOf,
  perSecond,
  tableOf,
} from '../../bench/support/figure.ts';
import { clockText } from '../../bench/support/progress.ts';
import type { Result } from '../../bench/support/runner.ts';

const figure = (over: Partial<Figure> = {}): Figure => ({
  name: 'one order by id',
  engine: 'SQLite',
  textOf: perSecond,
  ours: [8_900, 9_000, 9_100],
  limit: { name: 'bare loop', runs: [12_000, 12_000, 12_000] },
  demands: [{ against: 'limit', atLeast: 0.6 }],
  ...over,
});
const result = (area: string, figures: Figure[], problem: string | null = null): Result => ({
  ...{ area, name: 'SQLite: order', figures, curves: [], problem },
  ...{ seconds: 12.4, budgetSeconds: 20 },
});
const run: Run = {
  date: '2026-11-15 09:20 UTC',
  commit: 'abc1234',
  machine: ['Machine: 2 cores', 'Node v26'],
  seconds: 754,
};
const chosen = (over: Partial<Wanted> = {}) =>
  choose({ quick: false, areas: [], only: [], engines: [], ...over });
const titles = (over: Partial<Wanted>): string[] =>
  chosen(over).map(
    ({ area, label, name }) => `${area}: ${label === '' ? '' : `${label}: `}${name}`,
  );
const sum = (of: readonly { seconds: number }[]): number =>
  of.reduce((all, { seconds }) => all + seconds, 0);

describe('the choice of measurements', () => {
  test('keeps a whole run below twenty minutes, and a quick one below two', () => {
    assert.ok(sum(chosen()) < 20 * 60);
    assert.ok(sum(chosen({ quick: true, engines: ['sqlite'] })) < 2 * 60);
  });

  test('measures nothing in a quick run that a whole one lacks', () => {
    assert.deepEqual(
      titles({ quick: true }).filter((each) => !titles({}).includes(each)),
      [],
    );
  });

  test('an area alone, an engine alone and a measurement alone can be asked for', () => {
    const areaOf = (title: string) => title.split(':')[0];
    const stream = titles({ areas: ['stream'] });
    assert.deepEqual(
      stream,
      titles({}).filter((each) => areaOf(each) === 'stream'),
    );
    const sqlite = titles({ areas: ['rest'], engines: ['sqlite'] });
    assert.ok(sqlite.every((each) => /^data: |^rest: SQLite: /.test(each)));
    assert.deepEqual(titles({ areas: ['rest'], only: ['pages'] }), [
      ...['data: load', 'rest: SQLite: pages', 'rest: PostgreSQL: pages'],
    ]);
  });

  test('databases are loaded once, before the first that needs them', () => {
    assert.deepEqual(titles({ areas: ['startup'] }), ['data: load', 'startup: start']);
    assert.equal(titles({}).filter((each) => each === 'data: load').length, 1);
    assert.ok(!titles({ areas: ['webhooks', 'stream'] }).includes('data: load'));
  });
});

const verdictsOf = (over: Partial<Figure>) =>
  judgementsOf(figure(over)).map(({ verdict }) => verdict);
const limit = (...runs: number[]) => ({ name: 'bare loop', runs });

describe('a figure', () => {
  test('is met or missed by the median of its rounds', () => {
    assert.deepEqual(verdictsOf({}), ['met']);
    assert.deepEqual(verdictsOf({ demands: [{ against: 'limit', atLeast: 0.9 }] }), ['MISSED']);
    assert.deepEqual(verdictsOf({ demands: [{ against: 'limit', atMost: 0.9 }] }), ['met']);
    assert.deepEqual(verdictsOf({ demands: [{ against: null, atLeast: 5_000 }] }), ['met']);
    assert.deepEqual(verdictsOf({ demands: [] }), []);
  });

  test('is not decided where its rounds differ by more than their distance to the target', () => {
    const open = 'not decided on this machine';
    assert.deepEqual(verdictsOf({ ours: [6_000, 9_000, 12_000] }), [open]);
    // Both sides were slow in the same round.
    const shared = { ours: [4_500, 9_000, 9_000], limit: limit(6_000, 12_000, 12_000) };
    assert.deepEqual(verdictsOf(shared), ['met']);
  });

  test('a difference is in the unit of the figure', () => {
    const [judgement] = judgementsOf(
      figure({
        ours: [12, 14, 13],
        limit: limit(2, 2, 2),
        demands: [{ against: 'limit', as: 'difference', atMost: 10 }],
      }),
    );
    assert.equal(judgement?.value, 11);
    assert.equal(judgement?.spread, 1);
  });

  test('can be held against several neighbours', () => {
    const demands = [
      { against: 'instead', atLeast: 2 },
      { against: 'limit', atLeast: 0.6 },
    ] as const;
    const instead = { name: 'the usual', runs: [9_000, 9_000, 9_000] };
    assert.deepEqual(verdictsOf({ instead, demands }), ['MISSED', 'met']);
  });

  test('is a row of a table with aligned columns', () => {
    const lines = tableOf([figure(), figure({ name: 'x' })]).split('\n');
    assert.equal(new Set(lines.slice(0, 3).map((line) => line.search(/Comanda|9,000/))).size, 1);
    assert.match(cellsOf(figure()).at(-1) ?? '', /^0\.75 × limit ± 0\.01, target ≥ 0\.6: met$/);
  });

  test('times are written as minutes and seconds', () => {
    assert.deepEqual([0, 59.6, 754].map(clockText), ['0:00', '1:00', '12:34']);
  });
});

describe('the page of results', () => {
  const found = [
    result('ingest', [figure({ name: 'commands', demands: [{ against: 'limit', atLeast: 1 }] })]),
    result('rest', [
      figure({ name: 'one | order' }),
      figure({ name: 'one | order', engine: 'PostgreSQL' }),
    ]),
  ];

  test('opens with one table that has a row for each figure and a line for each engine', () => {
    const page = writePage(run, found, []);
    const table = page.slice(page.indexOf('| figure'), page.indexOf('\nOf '));
    assert.equal(table.trim().split('\n').length, 4);
    assert.match(table, /\| one \\\| order \| SQLite: 9,000\/s<br>PostgreSQL: 9,000\/s \|/);
    assert.match(table, /\| SQLite: 12,000\/s \(bare loop\) \| SQLite: \*\*missed\*\* \|/);
  });

  test('then names every miss, and at the end machine and time', () => {
    const page = writePage(run, found, []);
    for (const words of ['npm run bench', 'abc1234', '12:34 minutes', '- Machine: 2 cores']) {
      assert.ok(page.includes(words), words);
    }
    assert.match(page, /Of 3 targets, 2 are met\.\n\nMissed:\n\n- SQLite: commands: 0\.75 × limit/);
    assert.match(page, /ingest took 12 s of 20, rest took 12 s of 20\./);
  });

  test('tells of measurements that failed', () => {
    const page = writePage(run, [result('rest', [], 'nchan is missing\nat …')], []);
    assert.match(page, /Failed:\n\n- SQLite: order: nchan is missing\n/);
  });
});

describe('the charts', () => {
  const curve = {
    chart: 'orders',
    panel: 'An answer',
    xLabel: 'orders',
    yLabel: 'µs',
    name: 'a page',
    points: [[1_000, 3]] as [number, number][],
  };

  test('a chart is drawn once one of its curves was measured', () => {
    assert.deepEqual(drawCharts([]), []);
    const [chart, ...others] = drawCharts([curve]);
    assert.deepEqual(others, []);
    assert.equal(chart?.name, 'orders');
    assert.ok(chart?.svg.includes('>a page<'));
  });

  test('curves of one title share a panel', () => {
    const other = { ...curve, name: 'one order' };
    const panels = (curves: (typeof curve)[]) => drawCharts(curves)[0]?.svg.match(/<g /g)?.length;
    assert.equal(panels([curve, other]), 1);
    assert.equal(panels([curve, { ...other, panel: 'A command' }]), 2);
  });

  test('the first picture is below the first table', () => {
    const page = writePage(run, [result('rest', [figure()])], drawCharts([curve]));
    assert.ok(page.indexOf('orders.svg') < page.indexOf('## Every figure'));
    assert.match(page, /!\[What an answer .*\]\(\.\.\/docs\/figures\/orders\.svg\)/);
  });
});

test('the guide to growing has the figures of the last run', () => {
  const guide = 'Before.\n<!-- measured -->\nold\n<!-- /measured -->\nAfter.\n';
  const figures = [
    figure({ name: 'page of 25, never twice' }),
    figure({
      name: 'p99 of such pages at half of the greatest rate (open loop)',
      engine: 'PostgreSQL',
      ours: [12.5],
      textOf: (ms) => `${ms.toFixed(2)} ms`,
    }),
  ];
  const filled = fillScaling(guide, figures);
  assert.match(filled, /^Before\.\n<!-- measured -->\n(\|.*\|\n)+<!-- \/measured -->\nAfter\.\n$/);
  assert.match(filled, /^\| pages of 25 orders .* \| 9,000 \| failed \|$/m);
  assert.match(filled, /^\| the p99 of such a page .* \| failed \| 12\.50 ms \|$/m);
  assert.doesNotMatch(filled, /old/);
  assert.equal(fillScaling(filled, figures), filled);
});
