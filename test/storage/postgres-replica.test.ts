import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../src/storage/postgres/connection.ts';
import { makeLag } from '../../src/storage/postgres/replica/lag.ts';
import { makeAskStanding } from '../../src/storage/postgres/replica/standing.ts';

test('the lag of a replica is the age of what the primary was seen to have and it has not', () => {
  const lag = makeLag();
  assert.equal(lag(1_000, 500, 500), 0);
  assert.equal(lag(2_000, 700, 500), 0, 'just seen');
  assert.equal(lag(3_000, 900, 500), 1_000);
  assert.equal(lag(4_000, 900, 700), 1_000, 'half of it');
  assert.equal(lag(5_000, 900, 900), 0);
  assert.equal(lag(60_000, 900, 900), 0, 'nobody writes');
  // However long it lasts, no more is kept than helps.
  for (let i = 0; i < 10_000; i += 1) lag(70_000 + i * 1_000, 1_000 + i, 900);
  assert.equal(lag(100_000_000, 20_000, 900), 100_000_000 - 70_000);
  assert.equal(lag(100_001_000, 20_000, 20_000), 0);
});

test('questions about where logs stand gather while one is under way, and none is older than its asker', async () => {
  const asked: string[][] = [];
  const answers: ((version: number) => void)[] = [];
  const session = {
    rows: (_: unknown, [ids]: readonly unknown[]) => {
      // An array in binary: each of these ids is a letter behind its length.
      const named =
        Buffer.from(ids as Buffer)
          .toString('latin1')
          .match(/[ab]/g) ?? [];
      asked.push([...named]);
      return new Promise((resolve) => {
        answers.push((version) => resolve(named.map((id) => ({ id, standing: `v${version}` }))));
      });
    },
  } as unknown as Session;
  const ask = makeAskStanding(session);
  const turn = () => new Promise(setImmediate);
  const first = [ask('a'), ask('a')];
  await turn();
  const second = [ask('a'), ask('b')];
  await turn();
  assert.deepEqual(asked, [['a']]);
  answers[0]?.(1);
  assert.deepEqual(await Promise.all(first), ['v1', 'v1']);
  await turn();
  assert.deepEqual(asked, [['a'], ['a', 'b']]);
  answers[1]?.(2);
  assert.deepEqual(await Promise.all(second), ['v2', 'v2']);
});
