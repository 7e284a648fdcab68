import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { makePool } from '../../../src/storage/engines/postgres/driver/connection.ts';
import { createDatabase } from '../../support/postgres/databases.ts';

const MIB = 1_024 * 1_024;
const ROW_BYTES = 20_000;
const ROWS = 2_000;
const TIMEOUT_MS = 5_000;

const oldSpaceMib = (): number => {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space');
  return (space?.space_used_size ?? Number.NaN) / MIB;
};

/** The maximum growth of the old generation while ROWS rows are read, one after the other. */
const growthMib = async (read: () => Promise<unknown>): Promise<number> => {
  await read();
  const beforeMib = oldSpaceMib();
  let mostMib = beforeMib;
  for (let row = 0; row < ROWS; row += 1) {
    await read();
    mostMib = Math.max(mostMib, oldSpaceMib());
  }
  return mostMib - beforeMib;
};

for (const pipeline of [true, false]) {
  test(`rows that were read do not pile up in memory (pipeline: ${pipeline})`, async () => {
    await using database = await createDatabase();
    const pool = makePool({ connectionString: database.url, query_timeout: TIMEOUT_MS, pipeline });
    const client = await pool.connect();
    const query = { name: 'row', text: 'SELECT repeat($1, $2)', values: ['x', ROW_BYTES] };
    try {
      const mib = await growthMib(() => client.query(query));
      const readMib = (ROWS * ROW_BYTES) / MIB;
      assert.ok(mib < readMib / 8, `${mib.toFixed(1)} MiB of ${readMib.toFixed(1)} MiB are left`);
    } finally {
      client.release();
      await pool.end();
    }
  });
}

test('the stack of a failure leads back to the caller', async () => {
  await using database = await createDatabase();
  const pool = makePool({ connectionString: database.url });
  const client = await pool.connect();
  const askForNothing = async () => {
    await client.query({ text: 'SELECT * FROM nada' });
  };
  try {
    await assert.rejects(askForNothing(), ({ stack = '' }: Error) => /askForNothing/.test(stack));
  } finally {
    client.release();
    await pool.end();
  }
});
