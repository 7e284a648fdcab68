import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { openTestStore } from '../../support/postgres/store.ts';

test('a process with a lower limit than another takes nothing of a full window, and goes on counting the rest', async () => {
  await using database = await createMigratedDatabase();
  await using store = await openTestStore(database.url);
  const take = async (counts: Record<string, number>, limit: number) => {
    const taken = await store.ventanas?.take(new Map(Object.entries(counts)), limit);
    return [...(taken ?? [])].map(([bucket, { taken, used }]) => [bucket, taken, used]).sort();
  };
  assert.deepEqual(await take({ a: 300 }, 600), [['a', 300, 300]]);
  assert.deepEqual(await take({ a: 1, b: 130 }, 120), [
    ['a', 0, 300],
    ['b', 120, 120],
  ]);
  assert.deepEqual(await take({ a: 1 }, 600), [['a', 1, 301]]);
});
