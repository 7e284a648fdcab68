import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Cursor, type CursorScope, makeCursorCodec } from '../../src/domain/cursor.ts';
import { seededRandomBytes } from '../support/samples.ts';
import { forEvery } from '../support/values/properties.ts';

const KEY_BYTES = 32;
const codec = makeCursorCodec(seededRandomBytes(1)(KEY_BYTES));
const scope: CursorScope = { restauranteId: 'rest_a', filters: '[[],null,null,null]' };
const cursor: Cursor = { direction: 'after', id: 'ped_01m7dtednjhcfgb5qpqadz4za0' };

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FORGED = { ok: false, reason: 'forged' };
const MISMATCH = { ok: false, reason: 'mismatch' };

const id = fc.stringMatching(/^ped_[A-Za-z0-9_-]{1,64}$/);
const direction = fc.constantFrom('after' as const, 'before' as const);
const filters = fc.string({ unit: 'binary' });

describe('a cursor', () => {
  test('comes back as it went out, where it belongs', () => {
    forEvery(100, fc.tuple(direction, id, id, filters), ([way, at, restauranteId, given]) => {
      const made = { direction: way, id: at };
      const bound = { restauranteId, filters: given };
      assert.deepEqual(codec.decode(codec.encode(made, bound), bound), { ok: true, cursor: made });
    });
  });

  test('is text that needs no encoding in an address', () => {
    assert.match(codec.encode(cursor, scope), /^[A-Za-z0-9_-]+$/);
  });

  test('is forged when any single character is another one', () => {
    const text = codec.encode(cursor, scope);
    for (let at = 0; at < text.length; at += 1) {
      for (const char of `${BASE64URL}+/= ñ`) {
        if (char === text[at]) continue;
        const altered = text.slice(0, at) + char + text.slice(at + 1);
        assert.deepEqual(codec.decode(altered, scope), FORGED, `${char} at ${at}`);
      }
    }
  });

  test('is forged when anything is missing, added or moved', () => {
    const text = codec.encode(cursor, scope);
    for (let at = 0; at < text.length; at += 1) {
      assert.deepEqual(codec.decode(text.slice(0, at) + text.slice(at + 1), scope), FORGED);
      assert.deepEqual(codec.decode(`${text.slice(0, at)}A${text.slice(at)}`, scope), FORGED);
      const swapped =
        text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
      if (swapped !== text) assert.deepEqual(codec.decode(swapped, scope), FORGED);
    }
    const odd = ['', 'x', '====', '🍕', '\0', `${text}=`, ` ${text}`, `${text}\n`, text + text];
    for (const garbage of odd) {
      assert.deepEqual(codec.decode(garbage, scope), FORGED, garbage);
    }
    forEvery(100, fc.string({ unit: 'binary', maxLength: 120 }), (garbage) => {
      assert.deepEqual(codec.decode(garbage, scope), FORGED);
    });
  });

  test('is a mismatch with another restaurant or other filters', () => {
    const text = codec.encode(cursor, scope);
    forEvery(100, fc.tuple(id, filters), ([restauranteId, given]) => {
      const other = { ...scope, restauranteId };
      assert.deepEqual(codec.decode(text, other), MISMATCH);
      assert.deepEqual(codec.decode(text, { ...scope, filters: given }), MISMATCH);
    });
  });

  test('keeps restaurant and filters apart', () => {
    const text = codec.encode(cursor, { restauranteId: 'rest_a', filters: 'bc' });
    assert.deepEqual(codec.decode(text, { restauranteId: 'rest_ab', filters: 'c' }), MISMATCH);
  });

  test('of another service is forged', () => {
    const other = makeCursorCodec(seededRandomBytes(2)(KEY_BYTES));
    assert.deepEqual(codec.decode(other.encode(cursor, scope), scope), FORGED);
  });
});
