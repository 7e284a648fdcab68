import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import {
  makePipelines,
  type Pipelines,
} from '../../../src/storage/engines/postgres/driver/pipeline.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres/databases.ts';
import { withClient } from '../../support/postgres/query.ts';
import { until } from '../../support/until.ts';

const PIPELINES = 2;
/** Enough for all other queries on a busy machine, including the start of their connection. */
const TIMEOUT_MS = 3_000;

const openPipelines = (
  { url }: TestDatabase,
  config: pg.PoolConfig = {},
): Pipelines & AsyncDisposable => {
  const pipelines = makePipelines(
    { connectionString: url, application_name: 'pipelines', ...config },
    PIPELINES,
  );
  return { ...pipelines, [Symbol.asyncDispose]: pipelines.close };
};

/** A query whose answer identifies it. */
const echo = (n: number) => ({ name: 'echo', text: 'SELECT $1::int AS n', values: [n] });
const SLEEP = { text: 'SELECT pg_sleep(30)' };

const numbers = Array.from({ length: 50 }, (_, n) => n);

const echoAll = async ({ query }: Pipelines): Promise<unknown[]> => {
  const results = await Promise.all(numbers.map((n) => query(echo(n))));
  return results.map(({ rows }) => rows[0].n);
};

/** Evaluates an aggregate over the connections of the pipelines. */
const connections = ({ url }: TestDatabase, aggregate = 'count(*)'): Promise<number> =>
  withClient(url, async (client) => {
    const found = await client.query<{ n: number }>(
      `SELECT ${aggregate}::int AS n FROM pg_stat_activity
       WHERE application_name = 'pipelines' AND datname = current_database()`,
    );
    return found.rows[0]?.n ?? 0;
  });

test('many queries share few connections, and each gets its own answer', async () => {
  await using database = await createDatabase();
  {
    await using pipelines = openPipelines(database);
    assert.deepEqual(await echoAll(pipelines), numbers);
    assert.equal(await connections(database), PIPELINES);
  }
  // The server takes a moment to notice the end of a connection.
  await until(async () => (await connections(database)) === 0);
});

test('a query that the server refuses fails alone', async () => {
  await using database = await createDatabase();
  await using pipelines = openPipelines(database);
  const refused = assert.rejects(pipelines.query({ text: 'SELECT * FROM nada' }), /does not exist/);
  assert.deepEqual(await echoAll(pipelines), numbers);
  await refused;
});

test('a connection that has died is replaced', async () => {
  await using database = await createDatabase();
  await using pipelines = openPipelines(database);
  await echoAll(pipelines);
  await connections(database, 'bool_and(pg_terminate_backend(pid, 1000))::int');
  await pipelines.query(echo(1)).catch(() => {});
  assert.deepEqual(await echoAll(pipelines), numbers);
});

test('one timeout fails all queries that wait on its connection with it', async () => {
  await using database = await createDatabase();
  await using pipelines = openPipelines(database, { query_timeout: TIMEOUT_MS });
  await echoAll(pipelines);
  const sent = Array.from({ length: 3 * PIPELINES }, () => pipelines.query(SLEEP));
  for (const each of await Promise.allSettled(sent)) {
    assert.match(String(each.status === 'rejected' && each.reason), /Query read timeout/);
  }
  assert.deepEqual(await echoAll(pipelines), numbers);
});
