import fc from 'fast-check';
import { record, weighted } from '../../support/values/properties.ts';

/** Texts that are known to break services. */
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '%', '%00', '%zz', '%E0%A4%A', '%C0%AF', '%ff', '+', '&', '=', '#'],
  '?',
  ...['..', '../../etc/passwd', '..%2f..%2f', '//', '/', '\\', '.', ';', ',', ',,,', '*', '"', "'"],
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'then', 'length'],
  ...['null', 'undefined', 'true', 'TRUE', 'false', 'NaN', 'Infinity', '[]', '{}'],
  '[object Object]',
  ...['-1', '0', '00', '1', '1.5', '1e3', '0x10', '١٢', '101', '9007199254740993', '9'.repeat(40)],
  ...["' OR 1=1 --", "'; DROP TABLE pedidos; --", '$1', '{{7*7}}', '<script>', '\u202e'],
  ...[
    'ñ',
    'é',
    'e\u0301',
    'İ',
    'ß',
    '🍕',
    '👩‍🍳',
    '\ufeff',
    '\uffff',
    '\u2028',
    '\x7f',
    '\x1b[31m',
  ],
  ...['2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31', '2026-11-15T24:00:00Z'],
  '2026-11-15T10:00',
  ...['9999-12-31T23:59:59.999999999Z', '-271821-04-20T00:00:00Z', '2026-11-15T10:00:00+25:00'],
  ...['2026-11-15T10:00:00+14:00', '2026-11-15T10:00:60Z', '2026-11-15T10:00:00.1234567891Z'],
  '2026-W46',
  ...['ped_', 'ped_%', 'ped_~', 'wh_', 'evt_', 'evt_0', 'evt_prueba_1', 'rest_', 'ultimo'],
  'pedido.*',
  ...['a'.repeat(300), 'a'.repeat(3_000), `${'a'.repeat(2_000)}!`, '%41'.repeat(500)],
  ','.repeat(1_000),
] as const;

export const oddText: fc.Arbitrary<string> = weighted(
  [4, fc.constantFrom(...TEXTS)],
  [1, fc.string({ unit: 'binary', maxLength: 20 })],
  [1, fc.string({ unit: 'grapheme', maxLength: 20 })],
  [1, fc.string({ maxLength: 40 })],
);

/** Values as JSON may bring them. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, {}, [], [[]], [null], '', 0, -0, -1, 1.5),
  fc.constantFrom<unknown>(1e308, 5e-324, 2 ** 53, -(2 ** 53), 1e21, 0.1 + 0.2),
  fc.constantFrom<unknown>('\0', '\ud800', 'a\udfff', '\u0000\ud800', 'a'.repeat(5_000)),
  fc.constantFrom<unknown>(nested(40), nested(2_000), { ['__proto__']: 1 }, { constructor: {} }),
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
);

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** JSON texts that `JSON.stringify` never produces. */
const ODD_JSON = [
  ...['', ' ', '{', '}', '[', '{}{}', '[]', 'null', '"', '"a', '{"a"}', '{"a":}', '{a:1}'],
  "{'a':1}",
  ...['{"a":1,}', '{"a":1e999}', '{"a":-1e999}', '{"a":01}', '{"a":+1}', '{"a":.5}', '{"a":NaN}'],
  ...['{"a":1,"a":2}', '{"__proto__":{"x":1}}', '{"a":"\\ud800"}', '{"a":"\\u0000"}'],
  '{"a":"\\x"}',
  ...['\ufeff{}', '{}\0', '{"a":"\t"}', '// {}', '[1,2', `${'['.repeat(30_000)}`],
  '{"a":'.repeat(5_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"op":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
] as const;
export const malformedJson: fc.Arbitrary<string> = fc.constantFrom(...ODD_JSON);

/** One edit of a text: its place (as a fraction of the length) and the change. */
interface Edit {
  at: number;
  how: 'insert' | 'delete' | 'repeat' | 'replace';
  char: string;
  count: number;
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const anyChar = fc.oneof(
  fc.constantFrom(...'\r\n\0 \t:;,"\\{}%\xff', '\r\n'),
  fc.string({ minLength: 1, maxLength: 1 }),
);
const edit: fc.Arbitrary<Edit> = record({
  at: fraction,
  how: fc.constantFrom('insert', 'delete', 'repeat', 'replace'),
  char: anyChar,
  count: fc.integer({ min: 1, max: 30 }),
});

const apply = (text: string, { at: where, how, char, count }: Edit): string => {
  const at = Math.floor(where * text.length);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (how === 'insert') return before + char + after;
  if (how === 'delete') return before + after.slice(count);
  if (how === 'repeat') return before + after.slice(0, count) + after;
  return before + char + after.slice(1);
};

/** The same text with a few edits, or none. */
export const mutated = (
  original: fc.Arbitrary<string>,
  { minEdits = 0, maxEdits = 3 } = {},
): fc.Arbitrary<string> =>
  fc
    .tuple(original, fc.array(edit, { minLength: minEdits, maxLength: maxEdits }))
    .map(([text, edits]) => edits.reduce(apply, text));
