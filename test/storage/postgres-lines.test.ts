import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { makeLines } from '../../src/storage/postgres/driver/lines.ts';
import { createDatabase, type TestDatabase } from '../support/postgres/databases.ts';
import type { Cleanup } from '../support/service.ts';

const LINES = 2;
const PATIENCE_MS = 400;

const openLines = (t: Cleanup, { url }: TestDatabase) => {
  const pool = new pg.Pool({
    ...{ connectionString: url, pipeline: true, max: LINES, query_timeout: PATIENCE_MS },
    application_name: 'lines',
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const lines = makeLines(pool, LINES);
  t.after(async () => {
    if (!pool.ending) await lines.close();
  });
  return lines;
};

/** A question whose answer tells which one it was. */
const echo = (n: number) => ({ name: 'echo', text: 'SELECT $1::int AS n', values: [n] });
const sleepFor = (seconds: number) => ({ text: 'SELECT pg_sleep($1)', values: [seconds] });

const numbers = Array.from({ length: 50 }, (_, n) => n);

const askAll = async ({ query }: ReturnType<typeof makeLines>): Promise<number[]> => {
  const results = await Promise.all(numbers.map((n) => query<{ n: number }>(echo(n))));
  return results.map(({ rows: [row] }) => row?.n ?? Number.NaN);
};

const connections = async ({ url }: TestDatabase, act = 'count(*)'): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query<{ n: number }>(
    `SELECT ${act}::int AS n FROM pg_stat_activity WHERE application_name = 'lines' AND datname = current_database()`,
  );
  await client.end();
  return found.rows[0]?.n ?? 0;
};

test('many ask at once on few connections, and each is given its own answer', async (t) => {
  await using database = await createDatabase();
  const lines = openLines(t, database);
  assert.deepEqual(await askAll(lines), numbers);
  assert.equal(await connections(database), LINES);
  await lines.close();
  assert.equal(await connections(database), 0);
});

test('a question that the server refuses hurts no other', async (t) => {
  await using database = await createDatabase();
  const lines = openLines(t, database);
  const bad = assert.rejects(lines.query({ text: 'SELECT * FROM nada' }), /does not exist/);
  assert.deepEqual(await askAll(lines), numbers);
  await bad;
});

test('a connection that has died is replaced', async (t) => {
  await using database = await createDatabase();
  const lines = openLines(t, database);
  await askAll(lines);
  await connections(database, 'bool_and(pg_terminate_backend(pid, 1000))::int');
  await lines.query(echo(1)).catch(() => {});
  assert.deepEqual(await askAll(lines), numbers);
});

test('a server that keeps silent is waited for once, also by those behind the first', async (t) => {
  await using database = await createDatabase();
  const lines = openLines(t, database);
  await askAll(lines);
  const asked = Array.from({ length: 3 * LINES }, () => lines.query(sleepFor(30)));
  for (const each of await Promise.allSettled(asked)) {
    assert.match(String(each.status === 'rejected' && each.reason), /Query read timeout/);
  }
  assert.deepEqual(await askAll(lines), numbers);
});
