import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { systemClock } from '../../../src/platform/clock.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import { prepareDatabase } from '../../../src/storage/engines/postgres/driver/migrate.ts';
import {
  makePools,
  type Pools,
  writersWithin,
} from '../../../src/storage/engines/postgres/driver/pools.ts';
import { openPostgresStore } from '../../../src/storage/engines/postgres/store.ts';
import { createDatabase, createMigratedDatabase } from '../../support/postgres/databases.ts';
import { query } from '../../support/postgres/query.ts';
import { createRole } from './role.ts';

const GUIDE = new URL('../../../docs/guides/scaling.md', import.meta.url);
/** More concurrent queries than any pool has connections. */
const AT_ONCE = Array.from({ length: 30 });

const deps = { clock: systemClock, randomBytes: makeRandomBytes() };

const askAll = ({ reader, lookups, bulk, counting, writers }: Pools) =>
  Promise.all(
    AT_ONCE.flatMap(() => [
      ...[reader, lookups, bulk, counting].map((session) => session.rows('SELECT 1', [])),
      writers.query('SELECT 1'),
    ]),
  );

test('a process opens as many connections as the guide tells operators to allow', async () => {
  await using database = await createDatabase();
  const pools = makePools(database.url);
  await askAll(pools);
  const opened = await query(
    database.url,
    `SELECT pid FROM pg_stat_activity
     WHERE application_name = 'comanda' AND datname = current_database()`,
  );
  await pools.close();
  const [, said] = /opens up to (\d+) connections/.exec(await readFile(GUIDE, 'utf8')) ?? [];
  // One more connection listens for the commits of other processes.
  assert.equal(opened.length + 1, Number(said));
});

test('where the server allows fewer, transactions wait for each other and none fails', async () => {
  await using database = await createMigratedDatabase();
  await using role = await createRole(database.url, 'CONNECTION LIMIT 20');
  await query(database.url, `GRANT SELECT ON comanda_migrations TO ${role.name}`);
  const { options, connectionsAllowed } = await prepareDatabase(role.url);
  assert.equal(connectionsAllowed, 20);
  const pools = makePools(role.url, options, writersWithin(connectionsAllowed, 1));
  await askAll(pools);
  await pools.close();
});

test('several processes share what the server allows, and each has a few writers at least', () => {
  assert.equal(writersWithin(28, 1), 18);
  assert.equal(writersWithin(27, 1), 14);
  assert.equal(writersWithin(97, 4), 13);
  assert.equal(writersWithin(20, 4), 2);
});

test('more processes than the server has connections for are reported', async () => {
  await using database = await createMigratedDatabase();
  const told: number[][] = [];
  const connections = { processes: 64, onFew: (...few: number[]) => void told.push(few.slice(1)) };
  const store = await openPostgresStore(database.url, { ...deps, connections });
  await store.close();
  assert.deepEqual(told, [[64 * 28, 64 * 12]]);
});
