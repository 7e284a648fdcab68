import pg from 'pg';
import type { Value } from '../../../database.ts';
import { Client } from './client.ts';

export interface Session {
  rows<T extends object>(sql: string, values: readonly Value[]): Promise<T[]>;
  run(sql: string, values: readonly Value[]): Promise<number>;
}

export type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>;

export const makeSession = (query: Query): Session => ({
  async rows<T extends object>(sql: string, values: readonly Value[]) {
    return (await query(prepared(sql, values))).rows as T[];
  },
  async run(sql, values) {
    return (await query(prepared(sql, values))).rowCount ?? 0;
  },
});

/** Sends queries of the same turn of the event loop in one write: a system call costs more than the work of `pg` itself. */
export const queryTogether = (client: pg.ClientBase, config: pg.QueryConfig) => {
  const { stream } = (client as pg.Client).connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client.query(config);
};

export const sessionOn = (connection: pg.Pool | pg.ClientBase): Session =>
  makeSession((config) => connection.query(config));

/** Each connection parses and plans a named statement once. The texts are few, so no name is ever dropped. */
const names = new Map<string, string>();

const prepared = (text: string, values: readonly Value[]): pg.QueryConfig => ({
  name: names.getOrInsertComputed(text, () => `comanda_${names.size}`),
  text,
  values: [...values],
});

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_AFTER_MS = 30_000;

/**
 * Every query is written to walk an index in its order; without statistics the planner would rather sort the history.
 * READ COMMITTED, because single statements that count in the same row then wait for each other; a stricter isolation would
 * fail all but one.
 */
const SESSION_SETTINGS = {
  default_transaction_isolation: 'read\\ committed',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  jit: 'off',
} as const;

const INT8_OID = 20;
const types = new pg.TypeOverrides();
types.setTypeParser(INT8_OID, Number);

export interface SessionOptions {
  /** `on` overrides a server that acknowledges commits before they are on disk; `off` is for data that may be lost. */
  synchronousCommit?: 'on' | 'off';
  readOnly?: boolean;
  /** Whether the server is the coordinator of a Citus cluster. */
  cluster?: boolean;
}

/**
 * Citus plans a join only when it knows the values; it keeps the plan of a statement on one shard by itself. A statement over
 * many shards is a rare look-up, not worth a connection to each.
 */
const CLUSTER_SETTINGS = {
  plan_cache_mode: 'auto',
  'citus.max_adaptive_executor_pool_size': '1',
} as const;

/** The settings of every connection, without time limits. The URL's own `options` are kept and win. */
export const connectionConfig = (
  databaseUrl: string,
  { synchronousCommit, readOnly = false, cluster = false }: SessionOptions = {},
): pg.ClientConfig => {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  nameSslMode(url.searchParams);
  const settings = {
    ...SESSION_SETTINGS,
    ...(synchronousCommit && { synchronous_commit: synchronousCommit }),
    ...(readOnly && { default_transaction_read_only: 'on' }),
    ...(cluster && CLUSTER_SETTINGS),
  };
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: url.href,
    options: [...ours, given].join(' ').trim(),
    application_name: 'comanda',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types,
  };
};

const VERIFY_FULL_ALIASES = ['prefer', 'require', 'verify-ca'];

/** `pg` takes these modes for verify-full, and writes a warning of nine lines about each into the log. */
export const nameSslMode = (query: URLSearchParams): void => {
  const isAlias = VERIFY_FULL_ALIASES.includes(query.get('sslmode') ?? '');
  if (isAlias && query.get('uselibpqcompat') !== 'true') query.set('sslmode', 'verify-full');
};

/**
 * After a failover an address may lead to a standby for a while. Writes fail there and look for another server; reads would
 * succeed, and return ever older data.
 */
export const refuseStandby = async (client: pg.ClientBase): Promise<void> => {
  if (client instanceof Client && client.isStandby) throw new Error('The server is a standby');
};

const IDLE_CONNECTION_MS = 5 * 60_000;

/** A connection that breaks emits `error`, which without a listener ends the process. Its query fails by itself. */
export const makePool = (config: pg.PoolConfig): pg.Pool => {
  const ignore = () => {};
  const pool = new pg.Pool({ Client, idleTimeoutMillis: IDLE_CONNECTION_MS, ...config });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
};
