import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  describe,
  drawBar,
  formatBytes,
  formatDuration,
  makeProgress,
} from '@comanda/command-line';

const TALLY = { count: 12_345, bytes: 250, elapsedMs: 10_000 };
const OF_1000_BYTES = { noun: 'line', total: { bytes: 1_000 } };

it('shows the progress and, if the end is known, the remaining time', () => {
  assert.equal(describe(TALLY, OF_1000_BYTES), '25 %, 12,345 lines, 1,235/s, 30 s left');
  assert.equal(
    describe(TALLY, { noun: 'order', total: { count: 24_690 } }),
    '50 %, 12,345 orders, 1,235/s, 250 B, 10 s left',
  );
  for (const total of [null, { count: 0 }, { bytes: 0 }]) {
    assert.equal(describe(TALLY, { noun: 'line', total }), '12,345 lines, 1,235/s, 250 B');
  }
  assert.equal(describe(TALLY, { noun: null, total: null }), '250 B, 25 B/s');
  const more = { ...TALLY, bytes: 2_000 };
  assert.equal(describe(more, OF_1000_BYTES), '100 %, 12,345 lines, 1,235/s', 'the file grew');
});

it('draws a bar that fits the terminal', () => {
  assert.match(drawBar(TALLY, OF_1000_BYTES, 80), /^\[#{8}-{22}\] 25 %/);
  for (const columns of [5, 20, 45, 80]) {
    assert.ok(drawBar(TALLY, OF_1000_BYTES, columns).length < columns);
  }
});

it('shows a line now and then where there is no terminal, and takes the bar away where there is', () => {
  for (const columns of [null, 80]) {
    let nowMs = 0;
    const [lines, drawn]: [string[], string[]] = [[], []];
    const io = {
      err: (line: string) => void lines.push(line),
      draw: (text: string) => void drawn.push(text),
      columns: () => columns,
    };
    const clock = { monotonic: () => nowMs };
    const progress = makeProgress({ io, clock, noun: 'line', total: null });
    for (let count = 1; count <= 60; count += 1) {
      nowMs += 100;
      progress.update(count, 0);
    }
    progress.say('a line above it');
    assert.equal(progress.finish(), 6_000);
    const shown = columns === null ? ['50 lines, 10/s', 'a line above it'] : ['a line above it'];
    assert.deepEqual(lines, shown);
    assert.equal(drawn.length, columns === null ? 0 : 61);
    if (columns !== null) assert.equal(drawn.at(-1), '\r\x1b[K', 'nothing of the bar is left');
  }
});

it('writes sizes and times as people read them', () => {
  assert.deepEqual([0, 999, 1_500, 2_500_000, 1_230_000_000].map(formatBytes), [
    '0 B',
    '999 B',
    '1.5 kB',
    '2.5 MB',
    '1.23 GB',
  ]);
  assert.deepEqual([0, 1_234, 59_400, 61_000, 3_720_000].map(formatDuration), [
    '0 s',
    '1.2 s',
    '59 s',
    '1 min 1 s',
    '1 h 2 min',
  ]);
});
