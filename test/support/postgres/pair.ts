import type { Cleanup } from '../service.ts';
import { until } from '../until.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { query } from './query.ts';
import { STANDBY_NAME } from './standby.ts';

export interface PostgresPair {
  primary: Postgres;
  standby: Postgres;
}

const SETTINGS = {
  wal_keep_size: '256MB',
  max_connections: '150',
  // How often a standby that lost its primary looks for it again; commits wait for it meanwhile.
  wal_retrieve_retry_interval: '100ms',
};
const STREAMING = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`;
const IN_SYNC = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;

/** A PostgreSQL of the test's own, and a standby that follows it. */
export const startPair = async (t: Cleanup): Promise<PostgresPair> => {
  const primary = await startPostgres({ settings: SETTINGS });
  t.after(primary.stop);
  const standby = await startPostgres({ standbyOf: primary });
  t.after(standby.stop);
  await until(async () => (await query(primary.url, STREAMING)).length === 1);
  return { primary, standby };
};

/** Makes commits wait for the standby, too: acknowledged ones survive the primary. */
export const makeSynchronous = async ({ primary }: PostgresPair): Promise<void> => {
  await query(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY_NAME}'`);
  await query(primary.url, 'SELECT pg_reload_conf()');
  await until(async () => (await query(primary.url, IN_SYNC)).length === 1);
};
