import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePools } from '../../../src/storage/engines/postgres/driver/pools.ts';
import {
  makeVentanaStore,
  type VentanaStore,
} from '../../../src/storage/engines/postgres/limits/ventanas.ts';
import { StorageReadOnlyError } from '../../../src/storage/port/errors.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { query } from '../../support/postgres/query.ts';

/** The windows as a process has them; `await using` closes its connections. */
const openVentanas = (url: string): VentanaStore & AsyncDisposable => {
  const pools = makePools(url, {}, 1);
  return { ...makeVentanaStore(pools.counting), [Symbol.asyncDispose]: pools.close };
};

const takeFrom = async (ventanas: VentanaStore, counts: Record<string, number>, limit: number) => {
  const taken = await ventanas.take(new Map(Object.entries(counts)), limit);
  return [...taken].map(([bucket, { taken, used }]) => [bucket, taken, used]).sort();
};

test('a process with a lower limit than another takes nothing from a full window, and goes on counting the others', async () => {
  await using database = await createMigratedDatabase();
  await using store = openVentanas(database.url);
  const take = (counts: Record<string, number>, limit: number) => takeFrom(store, counts, limit);
  assert.deepEqual(await take({ a: 300 }, 600), [['a', 300, 300]]);
  assert.deepEqual(await take({ a: 1, b: 130 }, 120), [
    ['a', 0, 300],
    ['b', 120, 120],
  ]);
  assert.deepEqual(await take({ a: 1 }, 600), [['a', 1, 301]]);
});

test('the next slot frees when the oldest request no longer counts, by the clock of the server', async () => {
  await using database = await createMigratedDatabase();
  await using store = openVentanas(database.url);
  const freesInMs = async () =>
    (await store.take(new Map([['a', 1]]), 60)).get('a')?.freesInMs ?? 0;
  assert.equal(await freesInMs(), 60_000);
  await query(database.url, 'UPDATE rate_windows SET moments[1] = moments[1] - 20000');
  assert.ok((await freesInMs()) <= 40_000);
});

test('a full disk of the server is told apart from one that does not answer: it can still be read', async () => {
  await using database = await createMigratedDatabase();
  await using store = openVentanas(database.url);
  await query(
    database.url,
    `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER fill BEFORE INSERT ON rate_windows FOR EACH ROW EXECUTE FUNCTION fill()`,
  );
  await assert.rejects(takeFrom(store, { a: 1 }, 60), StorageReadOnlyError);
});

test('a clock of the server that is set back keeps nobody out for longer than a window', async () => {
  await using database = await createMigratedDatabase();
  await using store = openVentanas(database.url);
  /** Shifts the stored times, as if the server's clock had been moved the other way. */
  const shift = (ms: number) =>
    query(
      database.url,
      `UPDATE rate_windows SET until_ms = until_ms + ${ms},
              moments = ARRAY(SELECT m + ${ms} FROM unnest(moments) AS m)`,
    );
  assert.deepEqual(await takeFrom(store, { a: 60, b: 20 }, 60), [
    ['a', 60, 60],
    ['b', 20, 20],
  ]);
  await shift(3_600_000);
  // No slot is freed early.
  assert.deepEqual(await takeFrom(store, { a: 1, b: 1 }, 60), [
    ['a', 0, 60],
    ['b', 1, 21],
  ]);
  await shift(-60_000);
  assert.deepEqual(await takeFrom(store, { a: 1, b: 1 }, 60), [
    ['a', 1, 1],
    ['b', 1, 1],
  ]);
});

test('processes that count at the same time do not fail each other, whatever isolation the database defaults to', async () => {
  await using database = await createMigratedDatabase();
  await query(
    database.url,
    `ALTER DATABASE ${database.name} SET default_transaction_isolation = 'serializable'`,
  );
  await using one = openVentanas(database.url);
  await using two = openVentanas(database.url);
  for (let n = 1; n <= 50; n += 1) {
    const taken = await Promise.all([one, two].map((store) => takeFrom(store, { a: 1 }, 600)));
    assert.deepEqual(
      taken
        .flat()
        .map(([, , used]) => used)
        .sort((a, b) => Number(a) - Number(b)),
      [2 * n - 1, 2 * n],
    );
  }
});
