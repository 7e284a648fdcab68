import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeTogether } from '../../../src/platform/async/together.ts';

describe('tasks that arrive in one turn', () => {
  test('begin at its end, in order of arrival', async () => {
    const together = makeTogether();
    const begun: string[] = [];
    for (const name of ['a', 'b', 'c']) together(() => begun.push(name));
    await null;
    assert.deepEqual(begun, []);
    await nextTurn();
    assert.deepEqual(begun, ['a', 'b', 'c']);
  });

  test('take turns, step by step', async () => {
    const together = makeTogether();
    const steps: string[] = [];
    const take = async (name: string): Promise<void> => {
      for (const step of [1, 2, 3]) {
        steps.push(`${name}${step}`);
        await null;
      }
    };
    for (const name of ['a', 'b']) together(() => void take(name));
    await nextTurn();
    assert.deepEqual(steps, ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  });

  test('are begun in groups when they are very many, and none is forgotten', async () => {
    const together = makeTogether();
    const begun: number[] = [];
    for (let n = 0; n < 100; n += 1) together(() => begun.push(n));
    await nextTurn();
    assert.ok(begun.length > 1 && begun.length < 100, `${begun.length} began in one turn`);
    // Arrives while others still wait, and takes its place behind them.
    together(() => begun.push(100));
    while (begun.length < 101) await nextTurn();
    assert.deepEqual(
      begun,
      Array.from({ length: 101 }, (_, n) => n),
    );
  });

  test('may add more tasks', async () => {
    const together = makeTogether();
    const begun: string[] = [];
    together(() => {
      begun.push('first');
      together(() => begun.push('second'));
    });
    await nextTurn();
    await nextTurn();
    assert.deepEqual(begun, ['first', 'second']);
  });
});
