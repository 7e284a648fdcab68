import pg from 'pg';
import { busyOr, isHungUp } from './failures.ts';
import { makeLines } from './lines.ts';
import { BatchingSocket } from './socket.ts';

/** A statement that a connection prepares once: its name stands for its text from then on. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export type Value = string | number | boolean | Buffer | null;

/** Something that runs statements: a connection, or the pool without a transaction. */
export interface Session {
  rows<T extends pg.QueryResultRow>(statement: Statement, values: readonly Value[]): Promise<T[]>;
  /** The number of rows that it wrote. */
  run(statement: Statement, values: readonly Value[]): Promise<number>;
}

export interface Queryable {
  query<T extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<T>>;
}

export const makeSession = (queryable: Queryable): Session => ({
  async rows<T extends pg.QueryResultRow>({ name, text }: Statement, values: readonly Value[]) {
    const { rows } = await queryable.query<T>({ name, text, values: [...values] });
    return rows;
  },
  async run({ name, text }, values) {
    const { rowCount } = await queryable.query({ name, text, values: [...values] });
    return rowCount ?? 0;
  },
});

/** Commits that run at once, of as many restaurants: they share the server's flushes to disk. */
export const COMMITS_MAX = 8;
/** Steps of webhooks' senders that run at once: neither they nor the orders wait for each other. */
export const SENDER_STEPS_MAX = 8;
/** Two more, so that a flood of either cannot keep out the work on accounts and keys. */
const WRITERS_MAX = COMMITS_MAX + SENDER_STEPS_MAX + 2;
const READERS_MAX = 4;
/** Connections for short questions, of all requests together; and one on which requests are counted. */
const LINES = 2;
const COUNTING_LINES = 1;

const CONNECT_TIMEOUT_MS = 5_000;
const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
/** A process that hangs in a transaction loses its connection, and with it the lock of the restaurant. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
/** How much longer than the server's own limit we wait for an answer: then the server is gone. */
const ANSWER_GRACE_MS = 5_000;
const IDLE_CONNECTION_MS = 5 * 60_000;
const KEEP_ALIVE_AFTER_MS = 30_000;

/**
 * Every query here is written for one plan: walk an index, in its order, as far as needed. The
 * planner would leave that road on small tables, on ones that were never analysed, and whenever its
 * statistics lag behind a fast load; then a page is sorted out of the whole history. Plans do not
 * depend on values either, so each is made once per connection.
 */
const SESSION_SETTINGS = {
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
  /** `on` where the server's own setting would acknowledge commits that are not on disk; `off` for what may be lost. */
  synchronousCommit?: 'on' | 'off';
}

/** How we connect, without limits on time. The URL's own `options` are kept and win. */
export const connectionConfig = (
  databaseUrl: string,
  { synchronousCommit }: SessionOptions = {},
): pg.ClientConfig => {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  const settings = {
    ...SESSION_SETTINGS,
    ...(synchronousCommit && { synchronous_commit: synchronousCommit }),
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

export interface Pools {
  /** For single statements that only read. */
  readonly reader: Session;
  /** For those of them that come with nearly every request and look at a few rows. */
  readonly lookups: Session;
  /** For single statements that write what a crash of the server may take along. */
  readonly counting: Session;
  /** For transactions; statements of a connection are sent without waiting for each other. */
  readonly writers: pg.Pool;
  close(): Promise<void>;
}

export const makePools = (databaseUrl: string, options: SessionOptions = {}): Pools => {
  const config = {
    ...connectionConfig(databaseUrl, options),
    idleTimeoutMillis: IDLE_CONNECTION_MS,
  };
  const reading = {
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS + ANSWER_GRACE_MS,
  };
  const readers = quiet(new pg.Pool({ ...config, ...reading, max: READERS_MAX }));
  const shared = { ...reading, pipeline: true, stream: () => new BatchingSocket(setImmediate) };
  const lines = makeLines(quiet(new pg.Pool({ ...config, ...shared, max: LINES })), LINES);
  const countingLines = makeLines(
    quiet(
      new pg.Pool({
        ...connectionConfig(databaseUrl, { synchronousCommit: 'off' }),
        ...{ ...shared, max: COUNTING_LINES, lock_timeout: LOCK_TIMEOUT_MS },
      }),
    ),
    COUNTING_LINES,
  );
  const writers = quiet(
    new pg.Pool({
      ...config,
      max: WRITERS_MAX,
      pipeline: true,
      stream: () => new BatchingSocket(process.nextTick),
      statement_timeout: WRITE_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      query_timeout: WRITE_TIMEOUT_MS + ANSWER_GRACE_MS,
    }),
  );
  return {
    reader: makeSession(askingAgain(readers)),
    lookups: makeSession(askingAgain(lines)),
    counting: makeSession(askingAgain(countingLines)),
    writers,
    async close() {
      await Promise.all([readers.end(), lines.close(), countingLines.close(), writers.end()]);
    },
  };
};

/** After a restart of the server we may still hold a connection that is dead. */
const askingAgain = (queryable: Queryable): Queryable => ({
  query: <T extends pg.QueryResultRow>(query: pg.QueryConfig) =>
    queryable
      .query<T>(query)
      .catch((error: unknown) =>
        isHungUp(error) ? queryable.query<T>(query) : Promise.reject(error),
      )
      .catch((error: unknown) => Promise.reject(busyOr(error))),
});

/**
 * A connection that breaks reports it as an event too, and an event without a listener ends the
 * process. Whoever was using it learns of it from its query; the pool replaces it when it is needed.
 */
const quiet = (pool: pg.Pool): pg.Pool => {
  const ignore = () => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
};
