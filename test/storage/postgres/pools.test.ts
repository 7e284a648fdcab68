import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makePools } from '../../../src/storage/postgres/driver/pools.ts';
import { createDatabase } from '../../support/postgres/databases.ts';
import { query } from '../../support/postgres/query.ts';

const GUIDE = new URL('../../../docs/guides/scaling.md', import.meta.url);
/** More at once than any pool has connections. */
const AT_ONCE = Array.from({ length: 30 });

test('a process opens as many connections as the guide tells operators to allow', async () => {
  await using database = await createDatabase();
  const { reader, lookups, bulk, counting, writers, close } = makePools(database.url);
  await Promise.all(
    AT_ONCE.flatMap(() => [
      ...[reader, lookups, bulk, counting].map((session) => session.rows('SELECT 1', [])),
      writers.query('SELECT 1'),
    ]),
  );
  const opened = await query(
    database.url,
    `SELECT pid FROM pg_stat_activity
     WHERE application_name = 'comanda' AND datname = current_database()`,
  );
  await close();
  const [, said] = /opens up to (\d+) connections/.exec(await readFile(GUIDE, 'utf8')) ?? [];
  // One more listens for the commits of other processes.
  assert.equal(opened.length + 1, Number(said));
});
