import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type IdKind, idPattern, PREFIX } from '../../src/contract/ids.ts';
import { decodeBase32, encodeBase32, makeMintId, randomBase32 } from '../../src/domain/ids.ts';
import { makeEventId, makeLogTag, parseEventId, startId } from '../../src/domain/pedido/evento.ts';
import { NOW_MS, seededRandomBytes } from '../support/samples.ts';
import { forEvery } from '../support/values/properties.ts';

const seeded = fc.integer().map(seededRandomBytes);
const instants = fc.array(fc.integer({ min: NOW_MS - 5, max: NOW_MS + 5 }), {
  minLength: 1,
  maxLength: 60,
});

describe('minted ids', () => {
  test('match the pattern of their kind', () => {
    const mintId = makeMintId(seededRandomBytes(1));
    for (const kind of Object.keys(PREFIX) as IdKind[]) {
      assert.match(mintId(kind, NOW_MS), new RegExp(idPattern(kind)));
    }
  });

  test('sort by time, and within a millisecond by turn', () => {
    forEvery(100, fc.tuple(seeded, instants), ([randomBytes, times]) => {
      const mintId = makeMintId(randomBytes);
      const ids = times.toSorted((a, b) => a - b).map((ms) => mintId('pedido', ms));
      assert.deepEqual([...ids].sort(), ids);
    });
  });

  test('sort by time also when times come in any order', () => {
    forEvery(100, fc.tuple(seeded, instants), ([randomBytes, times]) => {
      const mintId = makeMintId(randomBytes);
      const minted = times.map((ms) => ({ ms, id: mintId('pedido', ms) }));
      for (const a of minted) for (const b of minted) if (a.ms < b.ms) assert.ok(a.id < b.id);
    });
  });

  test('are unique, whatever other kinds are minted between them', () => {
    forEvery(100, fc.tuple(seeded, instants), ([randomBytes, times]) => {
      const mintId = makeMintId(randomBytes);
      const ids = times.flatMap((ms) => [mintId('pedido', ms), mintId('item', ms)]);
      assert.equal(new Set(ids).size, ids.length);
    });
  });

  test('count on past the end of a digit', () => {
    const allOnes = () => Uint8Array.from({ length: 16 }, (_, i) => (i < 14 ? 1 : 31));
    const mintId = makeMintId(allOnes);
    const [first, second] = [mintId('pedido', 0), mintId('pedido', 0)];
    assert.ok(first.endsWith('11zz') && second.endsWith('1200'), second);
  });

  test('before 1970 time stands still, but ids are minted', () => {
    assert.match(makeMintId(seededRandomBytes(3))('pedido', -1), /^ped_0{10}/);
  });
});

describe('base 32', () => {
  test('numbers come back, and sort as text', () => {
    const numbers = fc.integer({ min: 0, max: 32 ** 10 - 1 });
    forEvery(100, fc.tuple(numbers, numbers), ([a, b]) => {
      const [textA, textB] = [encodeBase32(a, 10), encodeBase32(b, 10)];
      assert.equal(decodeBase32(textA), a);
      assert.equal(textA < textB, a < b);
    });
  });

  test('anything else is no number', () => {
    for (const text of ['i', 'l', 'o', 'u', 'A', '-', ' ', 'ñ'])
      assert.equal(decodeBase32(text), null);
  });

  test('a character for each random byte', () => {
    assert.equal(randomBase32(Uint8Array.of(0, 31, 32, 255)), '0z0z');
  });
});

describe('event ids', () => {
  const randomBytes = seededRandomBytes(7);

  test('tell their sequence and the log they belong to', () => {
    forEvery(100, fc.tuple(seeded, fc.integer({ min: 1, max: 2 ** 49 })), ([bytes, secuencia]) => {
      const logTag = makeLogTag(bytes);
      const id = makeEventId(secuencia, logTag, bytes);
      assert.match(id, new RegExp(idPattern('evento')));
      assert.deepEqual(parseEventId(id), { secuencia, logTag });
    });
  });

  test('two logs never share an id, nor a log and its restored backup', () => {
    const tag = makeLogTag(randomBytes);
    assert.notEqual(makeEventId(9, tag, randomBytes), makeEventId(9, tag, randomBytes));
    assert.notEqual(makeLogTag(randomBytes), tag);
  });

  test('nothing else is one', () => {
    const id = makeEventId(12, makeLogTag(randomBytes), randomBytes);
    const cases = [
      '',
      'evt_',
      'evt_12',
      id.slice(0, -1),
      `${id}0`,
      id.toUpperCase(),
      id.replace('evt_', 'ped_'),
      `${id.slice(0, 10)}u${id.slice(11)}`,
      `${id.slice(0, -1)}!`,
      makeEventId(0, makeLogTag(randomBytes), randomBytes),
      `evt_${'-'.repeat(26)}`,
    ];
    for (const text of cases) assert.equal(parseEventId(text), null, text);
    assert.deepEqual(parseEventId(startId('tagtag')), { secuencia: 0, logTag: 'tagtag' });
    forEvery(100, fc.string({ maxLength: 40 }), (text) => parseEventId(text) === null);
  });
});
