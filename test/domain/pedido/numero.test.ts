import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeNumbering, readNumero } from '../../../src/domain/pedido/numero.ts';

test('a number is a local day and a position in it', () => {
  assert.deepEqual(readNumero('20261115-42'), { dia: '2026-11-15', n: 42 });
  assert.deepEqual(readNumero('20261115-0042'), { dia: '2026-11-15', n: 42 });
  for (const text of [undefined, '', '42', '2026-11-15-42', '20261115-']) {
    assert.equal(readNumero(text), null);
  }
});

test('a smaller number than those known reserves nothing', () => {
  const reserved = new Map<string, number>();
  makeNumbering(new Map([['2026-11-15', 7]]), reserved).note('20261115-7');
  assert.equal(reserved.size, 0);
});
