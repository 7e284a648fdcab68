import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  drawChart,
  type Line,
  type Panel,
  powersAxis,
  short,
  zeroAxis,
} from '../../bench/report/chart.ts';

const line = (over: Partial<Line> = {}): Line => ({
  name: 'Comanda',
  colour: 0,
  dashed: false,
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

const numbersOf = (svg: string, attribute: string): number[] =>
  [...svg.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value]) => Number(value));

describe('axes', () => {
  test('a logarithmic one goes from power to power and gives each the same room', () => {
    const axis = powersAxis([300, 20_000]);
    assert.deepEqual(axis.ticks.map(short), ['100', '1k', '10k', '100k']);
    assert.equal(axis.at(100), 0);
    assert.equal(axis.at(100_000), 1);
    assert.ok(Math.abs(axis.at(1_000) - 1 / 3) < 1e-9);
  });

  test('powers of ten themselves add no empty room', () => {
    assert.deepEqual(powersAxis([1_000, 1_000_000]).ticks, [1_000, 10_000, 100_000, 1_000_000]);
  });

  test('a linear one begins at zero and reaches beyond the greatest value in round steps', () => {
    const axis = zeroAxis([3, 870]);
    assert.deepEqual(axis.ticks.map(short), ['0', '250', '500', '750', '1k']);
    assert.equal(axis.at(0), 0);
    assert.equal(axis.at(500), 0.5);
    for (const most of [0.003, 0.9, 1, 4.2, 17, 99, 16_400, 2.5e6]) {
      const { at, ticks } = zeroAxis([most]);
      assert.ok(at(most) > 0.6 && at(most) <= 1, `${most} is at ${at(most)}`);
      assert.ok(ticks.length >= 3 && ticks.length <= 6, `${most} has ${ticks.length} ticks`);
    }
  });

  test('one value, or none, breaks neither', () => {
    assert.equal(powersAxis([10]).ticks.length, 2);
    assert.deepEqual(powersAxis([]).ticks, []);
    assert.equal(zeroAxis([]).at(0), 0);
  });

  test('numbers beside an axis are short', () => {
    assert.deepEqual([0, 0.25, 12.5, 999, 1_000, 2_500, 16_412, 1e6].map(short), [
      ...['0', '0.25', '12.5', '999', '1k', '2.5k', '16.4k', '1M'],
    ]);
  });
});

describe('a chart', () => {
  test('says in words what it shows, and every name is in it', () => {
    const svg = drawChart('How memory grows', [panel(), panel({ title: 'Time', yLabel: 'µs' })]);
    for (const words of ['How memory grows', 'Memory', 'Time', 'listeners', 'MiB', 'µs']) {
      assert.ok(svg.includes(`>${words}<`), words);
    }
    assert.equal(svg.split('>Comanda<').length - 1, 2);
    assert.match(svg, /Comanda: 80 at 10k/);
    assert.match(svg, /prefers-color-scheme: dark/);
  });

  test('every mark is inside the picture, and greater values are higher', () => {
    const svg = drawChart('x', [panel({ lines: [line(), line({ name: 'peer', colour: 1 })] })]);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    for (const x of [...numbersOf(svg, 'cx'), ...numbersOf(svg, 'x1'), ...numbersOf(svg, 'x2')]) {
      assert.ok(x >= 0 && x <= Number(width), `x=${x}`);
    }
    const heights = numbersOf(svg, 'cy');
    for (const y of heights) assert.ok(y >= 0 && y <= Number(height), `y=${y}`);
    const [low = 0, middle = 0, high = 0] = heights;
    assert.ok(low > middle && middle > high);
  });

  test('points are joined from left to right, however they came', () => {
    const shuffled = line({ points: line().points.toReversed() });
    assert.equal(
      drawChart('x', [panel({ lines: [shuffled] })]),
      drawChart('x', [panel({ lines: [line()] })]),
    );
  });

  test('a peer is dashed, and a line of one point is a point', () => {
    assert.match(drawChart('x', [panel({ lines: [line({ dashed: true })] })]), /c0 dashed" d="M/);
    const single = drawChart('x', [panel({ lines: [line({ points: [[100, 4]] })] })]);
    assert.equal(single.match(/<circle/g)?.length, 1);
    assert.doesNotMatch(single, /NaN|undefined|Infinity/);
    assert.doesNotMatch(drawChart('x', [panel({ lines: [] })]), /NaN|undefined|Infinity/);
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
});
