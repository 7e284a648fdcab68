import pg from 'pg';
import { type Postgres, startPostgres } from '../support/postgres/postgres.ts';
import { STANDBY_NAME } from '../support/postgres/standby.ts';
import type { Cleanup } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Runs one statement on a server; gives its rows. */
export const query = async <T extends pg.QueryResultRow>(
  url: string,
  sql: string,
): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
};

export interface Pair {
  primary: Postgres;
  standby: Postgres;
}

/** A PostgreSQL of the test's own, and a standby that follows it. */
export const startPair = async (t: Cleanup): Promise<Pair> => {
  const settings = {
    wal_keep_size: '256MB',
    max_connections: '150',
    // A standby that lost its primary looks for it again this often; commits wait for it meanwhile.
    wal_retrieve_retry_interval: '100ms',
  };
  const primary = await startPostgres({ settings });
  t.after(primary.stop);
  const standby = await startPostgres({ standbyOf: primary });
  t.after(standby.stop);
  const STREAMING = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`;
  await until(async () => (await query(primary.url, STREAMING)).length === 1);
  return { primary, standby };
};

const SYNCHRONOUS = `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY_NAME}'`;

/** From now on commits wait for the standby too: what was acknowledged survives the primary. */
export const makeSynchronous = async ({ primary }: Pair): Promise<void> => {
  await query(primary.url, SYNCHRONOUS);
  await query(primary.url, 'SELECT pg_reload_conf()');
  const IN_SYNC = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
  await until(async () => (await query(primary.url, IN_SYNC)).length === 1);
};
