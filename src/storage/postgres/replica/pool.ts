import pg from 'pg';
import { connectionConfig } from '../driver/connection.ts';

const CONNECTIONS_MAX = 6;
/** Whoever waits for a replica could have asked the primary: it gets less time. */
const CONNECT_TIMEOUT_MS = 1_000;
const READ_TIMEOUT_MS = 2_000;
const ANSWER_GRACE_MS = 500;
const IDLE_CONNECTION_MS = 5 * 60_000;

export const makeReplicaPool = (url: string): pg.Pool => {
  const pool = new pg.Pool({
    ...connectionConfig(url),
    application_name: 'comanda replica',
    max: CONNECTIONS_MAX,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS + ANSWER_GRACE_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
  });
  const ignore = () => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
};
