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

test('numbers go on from the last one known, each day by itself', () => {
  const reserved = new Map<string, number>();
  const numbering = makeNumbering(new Map([['2026-11-15', 7]]), reserved);
  assert.equal(numbering.next('2026-11-15'), '20261115-8');
  assert.equal(numbering.next('2026-11-15'), '20261115-9');
  assert.equal(numbering.next('2026-11-16'), '20261116-1');
  assert.deepEqual(
    [...reserved],
    [
      ['2026-11-15', 9],
      ['2026-11-16', 1],
    ],
  );
});

test('a number that was given is skipped', () => {
  const reserved = new Map<string, number>();
  const numbering = makeNumbering(new Map([['2026-11-15', 7]]), reserved);
  numbering.note('20261115-20');
  assert.equal(numbering.next('2026-11-15'), '20261115-21');
  numbering.note('20261115-3');
  numbering.note(undefined);
  numbering.note('sin número');
  assert.equal(numbering.next('2026-11-15'), '20261115-22');
});

test('a smaller number than those known reserves nothing', () => {
  const reserved = new Map<string, number>();
  makeNumbering(new Map([['2026-11-15', 7]]), reserved).note('20261115-7');
  assert.equal(reserved.size, 0);
});
