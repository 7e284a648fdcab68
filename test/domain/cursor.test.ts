import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Cursor, makeCursorCodecs } from '../../src/domain/cursor.ts';
import { seededRandomBytes } from '../support/samples.ts';
import { forEvery } from '../support/values/properties.ts';

const KEY_BYTES = 32;
const cursors = makeCursorCodecs(seededRandomBytes(1)(KEY_BYTES));
const scope = { restauranteId: 'rest_a', filters: '[[],null,null,null]' };
const codec = cursors(scope);
const cursor: Cursor = { direction: 'after', id: 'ped_01m7dtednjhcfgb5qpqadz4za0' };

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FORGED = { ok: false, reason: 'forged' };
const MISMATCH = { ok: false, reason: 'mismatch' };

const id = fc.stringMatching(/^ped_[A-Za-z0-9_-]{1,64}$/);
const direction = fc.constantFrom('after' as const, 'before' as const);
const filters = fc.string({ unit: 'binary' });

describe('a cursor', () => {
  test('is decoded unchanged for its restaurant and filters', () => {
    forEvery(100, fc.tuple(direction, id, id, filters), ([way, at, restauranteId, given]) => {
      const made = { direction: way, id: at };
      const bound = cursors({ restauranteId, filters: given });
      assert.deepEqual(bound.decode(bound.encode(made)), { ok: true, cursor: made });
    });
  });

  test('is text that needs no encoding in an address', () => {
    assert.match(codec.encode(cursor), /^[A-Za-z0-9_-]+$/);
  });

  test('is forged when any single character is changed', () => {
    const text = codec.encode(cursor);
    for (let at = 0; at < text.length; at += 1) {
      for (const char of `${BASE64URL}+/= ñ`) {
        if (char === text[at]) continue;
        const altered = text.slice(0, at) + char + text.slice(at + 1);
        assert.deepEqual(codec.decode(altered), FORGED, `${char} at ${at}`);
      }
    }
  });

  test('is forged when anything is missing, added or moved', () => {
    const text = codec.encode(cursor);
    for (let at = 0; at < text.length; at += 1) {
      assert.deepEqual(codec.decode(text.slice(0, at) + text.slice(at + 1)), FORGED);
      assert.deepEqual(codec.decode(`${text.slice(0, at)}A${text.slice(at)}`), FORGED);
      const swapped =
        text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
      if (swapped !== text) assert.deepEqual(codec.decode(swapped), FORGED);
    }
    const odd = ['', 'x', '====', '🍕', '\0', `${text}=`, ` ${text}`, `${text}\n`, text + text];
    for (const garbage of odd) {
      assert.deepEqual(codec.decode(garbage), FORGED, garbage);
    }
    forEvery(100, fc.string({ unit: 'binary', maxLength: 120 }), (garbage) => {
      assert.deepEqual(codec.decode(garbage), FORGED);
    });
  });

  test('is a mismatch with another restaurant or other filters', () => {
    const text = codec.encode(cursor);
    forEvery(100, fc.tuple(id, filters), ([restauranteId, given]) => {
      assert.deepEqual(cursors({ ...scope, restauranteId }).decode(text), MISMATCH);
      assert.deepEqual(cursors({ ...scope, filters: given }).decode(text), MISMATCH);
    });
  });

  test('keeps restaurant and filters apart', () => {
    const text = cursors({ restauranteId: 'rest_a', filters: 'bc' }).encode(cursor);
    const other = cursors({ restauranteId: 'rest_ab', filters: 'c' });
    assert.deepEqual(other.decode(text), MISMATCH);
  });

  test('of another service is forged', () => {
    const other = makeCursorCodecs(seededRandomBytes(2)(KEY_BYTES))(scope);
    assert.deepEqual(codec.decode(other.encode(cursor)), FORGED);
  });
});
