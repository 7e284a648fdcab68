import type pg from 'pg';
import { connectionConfig, makePool } from '../driver/connection.ts';

const CONNECTIONS_MAX = 6;
/** Less time than the primary gets: the caller can still ask there. */
const CONNECT_TIMEOUT_MS = 1_000;
const READ_TIMEOUT_MS = 2_000;
const ANSWER_GRACE_MS = 500;

export const makeReplicaPool = (url: string): pg.Pool =>
  makePool({
    ...connectionConfig(url),
    application_name: 'comanda replica',
    max: CONNECTIONS_MAX,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS + ANSWER_GRACE_MS,
  });
