import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawChart, type Line, type Panel, short } from '../../bench/report/chart.ts';

const line = (over: Partial<Line> = {}): Line => ({
  name: 'Comanda',
  points: [
    [100, 4],
    [1_000, 12],
    [10_000, 80],
  ],
  ...over,
});
const panel = (over: Partial<Panel> = {}): Panel => ({
  title: 'Memory',
  xLabel: 'listeners',
  yLabel: 'MiB',
  lines: [line()],
  ...over,
});

/** Where the chart writes the value of a point. */
const placeOf = (svg: string, words: string): [x: number, y: number] => {
  const [, x, y] = new RegExp(`<text x="(\\S+)" y="(\\S+)"[^>]*>${words}<`).exec(svg) ?? [];
  return [Number(x), Number(y)];
};

describe('a chart', () => {
  test('describes itself in words, and contains every name and value', () => {
    const svg = drawChart('How memory grows', [panel(), panel({ title: 'Time', yLabel: 'µs' })]);
    const words = ['How memory grows', 'Memory', 'Time', 'listeners', 'MiB', 'µs', 'Comanda', '80'];
    for (const each of [...words, '100', '1k', '10k']) assert.ok(svg.includes(`>${each}<`), each);
  });

  test('has a logarithmic x axis and a linear y axis', () => {
    const svg = drawChart('x', [
      panel({
        lines: [
          line({
            points: [
              [10, 26],
              [100, 52],
              [1_000, 104],
            ],
          }),
        ],
      }),
    ]);
    const [low, middle, high] = ['26', '52', '104'].map((words) => placeOf(svg, words));
    assert.ok(low && middle && high);
    assert.equal(middle[0] - low[0], high[0] - middle[0]);
    assert.ok(Math.abs(middle[1] - high[1] - 2 * (low[1] - middle[1])) < 0.3);
    assert.ok(low[1] > middle[1] && middle[1] > high[1]);
  });

  test('every mark is inside the picture', () => {
    const svg = drawChart('x', [panel()]);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    for (const [, x, y] of svg.matchAll(/ x="(\S+)" y="(\S+)"/g)) {
      assert.ok(Number(x) >= 0 && Number(x) <= Number(width), `x=${x}`);
      assert.ok(Number(y) >= 0 && Number(y) <= Number(height), `y=${y}`);
    }
  });

  test('joins its points from left to right, whatever their order', () => {
    const shuffled = line({ points: line().points.toReversed() });
    const pathOf = (lines: Line[]) =>
      /d="M[^"]*L[^"]*"/.exec(drawChart('x', [panel({ lines })]))?.[0];
    assert.ok(pathOf([line()]));
    assert.equal(pathOf([shuffled]), pathOf([line()]));
  });

  test('can be drawn for a single point and for a line of zeros', () => {
    const single = drawChart('x', [panel({ lines: [line({ points: [[100, 4]] })] })]);
    const zeros = drawChart('x', [
      panel({
        lines: [
          line({
            points: [
              [100, 0],
              [1_000, 0],
            ],
          }),
        ],
      }),
    ]);
    for (const svg of [single, zeros]) assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
  });

  test('is well-formed whatever the names are', () => {
    const svg = drawChart('a < b & c', [panel({ title: '<script>', lines: [line()] })]);
    assert.ok(!svg.includes('<script>'));
    const open: string[] = [];
    for (const [, close, tag = '', empty] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (close) assert.equal(open.pop(), tag);
      else if (!empty) open.push(tag);
    }
    assert.deepEqual(open, []);
  });

  test('shortens its numbers', () => {
    assert.deepEqual([0, 0.25, 12.5, 999, 1_000, 2_500, 16_412, 1e6].map(short), [
      ...['0', '0.25', '12.5', '999', '1k', '2.5k', '16.4k', '1M'],
    ]);
  });
});
