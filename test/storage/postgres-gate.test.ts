import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeGate, type Urgency } from '../../src/storage/postgres/webhooks/gate.ts';

const PLACES = 4;

/** A gate, what is inside of it, and a way to let each of them go. */
const makeScene = () => {
  const gate = makeGate(PLACES);
  const inside: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (urgency: Urgency, name: string) =>
    gate(urgency, async () => {
      inside.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      inside.splice(inside.indexOf(name), 1);
      return name;
    });
  return { inside, enter, end: (name: string) => ends.get(name)?.() };
};

const settled = () => new Promise(setImmediate);

describe('the gate before the steps of webhooks', () => {
  test('lets so many through, and the next one when one is done', async () => {
    const { inside, enter, end } = makeScene();
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => enter('soon', name));
    await settled();
    assert.deepEqual(inside, ['a', 'b', 'c', 'd']);
    end('b');
    assert.equal(await all[1], 'b');
    await settled();
    assert.deepEqual(inside, ['a', 'c', 'd', 'e']);
  });

  test('keeps three of four places for what is urgent', async () => {
    const { inside, enter } = makeScene();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void enter('whenever', name);
    await settled();
    assert.deepEqual(inside, ['a']);
    void enter('soon', 'urgent');
    await settled();
    assert.deepEqual(inside, ['a', 'urgent']);
  });

  test('lets what is urgent pass what waits', async () => {
    const { inside, enter, end } = makeScene();
    for (const name of ['a', 'b', 'c', 'd']) void enter('soon', name);
    void enter('whenever', 'late');
    void enter('soon', 'urgent');
    await settled();
    end('a');
    await settled();
    assert.deepEqual(inside, ['b', 'c', 'd', 'urgent']);
    end('b');
    await settled();
    assert.deepEqual(inside, ['c', 'd', 'urgent', 'late']);
  });

  test('frees the place of what failed', async () => {
    const gate = makeGate(1);
    await assert.rejects(
      gate('soon', async () => {
        throw new Error('failed');
      }),
      /failed/,
    );
    assert.equal(await gate('whenever', async () => 'next'), 'next');
  });
});
