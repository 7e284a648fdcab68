import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { choose, type Wanted } from '../../bench/measurements.ts';
import { drawCharts } from '../../bench/report/charts.ts';
import { type Run, writePage } from '../../bench/report/page.ts';
import { fillScaling } from '../../bench/report/scaling.ts';
import { cellsOf, type Figure, tableOf, verdictOf } from '../../bench/support/figure.ts';
import { clockText } from '../../bench/support/progress.ts';
import type { Result } from '../../bench/support/runner.ts';

const figure = (over: Partial<Figure> = {}): Figure => ({
  name: 'one order by id',
  ours: '9,000/s',
  peer: '12,000/s',
  ratio: 0.75,
  target: 0.6,
  ...over,
});
const result = (area: string, figures: Figure[]): Result => ({
  ...{ area, name: 'SQLite: order', figures, curves: [], problem: null },
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
  chosen(over).map(({ area, prefix, name }) => `${area}: ${prefix}${name}`);
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

describe('a figure', () => {
  test('is met, missed, without a target, or could not be measured', () => {
    assert.equal(verdictOf(figure()), 'met');
    assert.equal(verdictOf(figure({ ratio: 0.59 })), 'MISSED');
    assert.equal(verdictOf(figure({ ratio: 1.3, target: 1.2, atMost: true })), 'MISSED');
    assert.equal(verdictOf(figure({ ratio: 0, target: 0, atMost: true })), 'met');
    assert.equal(verdictOf(figure({ target: null })), '');
    assert.equal(verdictOf(figure({ ratio: null })), 'not measured');
    assert.equal(verdictOf(figure({ ratio: Number.NaN })), 'MISSED');
  });

  test('is a row of a table with aligned columns', () => {
    const lines = tableOf([figure(), figure({ name: 'x' })]).split('\n');
    assert.equal(new Set(lines.slice(0, 3).map((line) => line.search(/Comanda|9,000/))).size, 1);
    assert.deepEqual(cellsOf(figure({ atMost: true })).slice(3), ['0.75 ×', '≤ 0.6', 'MISSED']);
  });

  test('times are written as minutes and seconds', () => {
    assert.deepEqual([0, 59.6, 754].map(clockText), ['0:00', '1:00', '12:34']);
  });
});

describe('the page of results', () => {
  const found = [
    result('ingest', [figure({ name: 'memory', ratio: 0.5 })]),
    result('rest', [figure({ name: 'one | order' })]),
  ];

  test('names machine, time and commit, and every miss before the tables', () => {
    const page = writePage(run, found, []);
    for (const words of ['npm run bench', 'abc1234', '12:34 minutes', 'Machine: 2 cores']) {
      assert.ok(page.includes(words), words);
    }
    assert.match(page, /Of 2 targets, 1 are met\.\n\nMissed:\n\n- memory: 0\.50 ×, target ≥ 0\.6/);
    assert.ok(page.indexOf('Missed:') < page.indexOf('## ingest'));
    assert.match(page, /\| one \\\| order \| 9,000\/s \| 12,000\/s \| 0\.75 × \| ≥ 0\.6 \| met \|/);
    assert.match(page, /Took 12 s; its budget is 20 s\./);
  });

  test('reports a missing peer in its row and at the top', () => {
    const missing = figure({ ratio: null, peer: 'nchan is missing' });
    const page = writePage(run, [result('rest', [missing])], []);
    assert.match(page, /Not measured:\n\n- one order by id: nchan is missing/);
    assert.match(page, /\| nchan is missing \| {2}\| ≥ 0\.6 \| not measured \|/);
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

  test('the page shows the charts of an area below its table', () => {
    const page = writePage(run, [result('rest', [figure()])], drawCharts([curve]));
    assert.match(page, /!\[What an answer .*\]\(\.\.\/docs\/figures\/orders\.svg\)/);
  });
});

test('the guide to growing has the figures of the last run', () => {
  const guide = 'Before.\n<!-- measured -->\nold\n<!-- /measured -->\nAfter.\n';
  const figures = [
    figure({ name: 'SQLite: page of 25, never twice (45.6 KiB), beside bare node:http' }),
    figure({
      name: 'PostgreSQL: page of 25, never twice, 900/s (half of the most): p99 beside p50',
      ours: '12.50 ms (3 runs)',
      peer: '3.10 ms',
    }),
  ];
  const filled = fillScaling(guide, figures);
  assert.match(filled, /^Before\.\n<!-- measured -->\n(\|.*\|\n)+<!-- \/measured -->\nAfter\.\n$/);
  assert.match(filled, /^\| pages of 25 orders .* \| 9,000 \| not measured \|$/m);
  assert.match(filled, /^\| and its p99 \| not measured \| 12\.50 ms \|$/m);
  assert.doesNotMatch(filled, /old/);
  assert.equal(fillScaling(filled, figures), filled);
});
