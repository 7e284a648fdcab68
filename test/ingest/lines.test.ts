import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Line, makeLineSplitter, TOO_LONG, trimLine } from '../../src/ingest/lines.ts';
import { forEvery } from '../support/values/properties.ts';

const LINE_BYTES_MAX = 64;

/** All lines of the chunks, copied because a line is valid only until the next call. */
const split = (chunks: readonly Uint8Array[]): (string | typeof TOO_LONG)[] => {
  const lines = makeLineSplitter(LINE_BYTES_MAX);
  const found: (string | typeof TOO_LONG)[] = [];
  const keep = (line: Line) => found.push(line === TOO_LONG ? line : line.toString());
  for (const chunk of chunks) {
    lines.feed(chunk);
    for (let line = lines.next(); line !== null; line = lines.next()) keep(line);
  }
  const last = lines.end();
  if (last !== null) keep(last);
  return found;
};

describe('lines', () => {
  test('do not depend on where the chunks were cut', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'ñ', '👩‍🍳', '\n', 'x'.repeat(30)),
      maxLength: 40,
    });
    forEvery(100, fc.tuple(text, fc.array(fc.nat({ max: 200 }))), ([body, cuts]) => {
      const bytes = Buffer.from(body);
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b)];
      const chunks = places.map((place, i) => bytes.subarray(place, places[i + 1]));
      const expected = body.split('\n');
      if (expected.at(-1) === '') expected.pop();
      assert.deepEqual(
        split(chunks),
        expected.map((line) => (Buffer.byteLength(line) > LINE_BYTES_MAX ? TOO_LONG : line)),
      );
    });
  });

  test('may come as plain bytes, out of the middle of a buffer', () => {
    const bytes = new Uint8Array(Buffer.from('..uno\ndos'));
    assert.deepEqual(split([new Uint8Array(bytes.buffer, 2)]), ['uno', 'dos']);
  });

  test('over the limit are dropped as they come, whatever their length', () => {
    const chunk = Buffer.alloc(1_000, 'x');
    const chunks = Array.from({ length: 1_000 }, () => chunk);
    const before = process.memoryUsage().arrayBuffers;
    assert.deepEqual(split([...chunks, Buffer.from('\nok\n')]), [TOO_LONG, 'ok']);
    assert.ok(process.memoryUsage().arrayBuffers - before < 100_000);
  });
});

describe('a trimmed line', () => {
  const trimmed = (text: string, isFirst = false) =>
    trimLine(Buffer.from(text), isFirst).toString();

  test('loses blanks and the carriage return of other systems', () => {
    assert.equal(trimmed(' \t{"a": 1} \r'), '{"a": 1}');
    assert.equal(trimmed('\r'), '');
    assert.equal(trimmed(''), '');
  });

  test('loses a byte order mark on the first line only', () => {
    assert.equal(trimmed('\uFEFF{}', true), '{}');
    assert.equal(trimmed('\uFEFF{}'), '\uFEFF{}');
  });
});
