import {
  connectionConfig,
  makePool,
  makeSession,
  type Query,
  refuseStandby,
  type SessionOptions,
} from './connection.ts';
import { busyOr, isHungUp } from './failures.ts';
import { makePipelines } from './pipeline.ts';

/** Commits of as many restaurants run at the same time and share the server's flushes to disk. */
export const COMMITS_MAX = 8;
/** Steps of the webhook dispatcher that run at the same time, beside the commits. */
export const SENDER_STEPS_MAX = 8;
/** Two more than both, so that a flood of either cannot keep out the work on accounts and keys. */
const WRITERS_MAX = COMMITS_MAX + SENDER_STEPS_MAX + 2;
const READERS_MAX = 4;
const LOOKUP_PIPELINES = 2;
const BULK_MAX = 2;
const COUNTING_PIPELINES = 1;
const LISTENERS = 1;
const NOT_WRITERS = READERS_MAX + LOOKUP_PIPELINES + BULK_MAX + COUNTING_PIPELINES + LISTENERS;
/** With a single writer, one slow transaction would hold up all others. */
const WRITERS_MIN = 2;

/** Connections that a process opens at most, and the fewest that it can work with. */
export const CONNECTIONS_MAX = NOT_WRITERS + WRITERS_MAX;
export const CONNECTIONS_MIN = NOT_WRITERS + WRITERS_MIN;
/** Connections left to people and to the command line where they are scarce. */
const SPARE_CONNECTIONS = 3;

/**
 * How many writers each process may have. Where the server allows too few connections, transactions have to wait for a
 * writer: a pool that asks the server for one connection too many would fail them.
 */
export const writersWithin = (allowed: number, processes: number): number => {
  if (allowed >= CONNECTIONS_MAX * processes) return WRITERS_MAX;
  const share = Math.floor((allowed - SPARE_CONNECTIONS) / processes) - NOT_WRITERS;
  return Math.min(WRITERS_MAX, Math.max(WRITERS_MIN, share));
};

const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 30_000;
/** On a cluster the others must not wait behind a node that does not answer. */
const CLUSTER_TIMEOUT_MS = 2_000;
const CLUSTER_GRACE_MS = 500;
const CLUSTER_READERS_MAX = 8;
const LOCK_TIMEOUT_MS = 10_000;
/** A process that hangs in a transaction loses its connection, and with it the restaurant's lock. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
/** How much longer than the server's own limit we wait for an answer: then the server is gone. */
const ANSWER_GRACE_MS = 5_000;

export const makePools = (
  databaseUrl: string,
  options: SessionOptions = {},
  writersMax = WRITERS_MAX,
) => {
  const config = (changes: SessionOptions = {}) => ({
    ...connectionConfig(databaseUrl, { ...options, ...changes }),
    onConnect: refuseStandby,
  });
  const { cluster = false } = options;
  const within = (timeoutMs: number) => {
    const ms = cluster ? CLUSTER_TIMEOUT_MS : timeoutMs;
    const graceMs = cluster ? CLUSTER_GRACE_MS : ANSWER_GRACE_MS;
    return { statement_timeout: ms, query_timeout: ms + graceMs };
  };
  const reading = within(READ_TIMEOUT_MS);
  const readers = makePool({
    ...config(),
    ...reading,
    max: cluster ? CLUSTER_READERS_MAX : READERS_MAX,
  });
  const lookups = makePipelines({ ...config(), ...reading }, LOOKUP_PIPELINES);
  const bulk = makePool({ ...config({ readOnly: true }), ...reading, max: BULK_MAX });
  const counting = makePipelines(
    { ...config({ synchronousCommit: 'off' }), ...reading, lock_timeout: LOCK_TIMEOUT_MS },
    COUNTING_PIPELINES,
  );
  const writers = makePool({
    ...config(),
    max: writersMax,
    pipeline: true,
    ...within(WRITE_TIMEOUT_MS),
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  return {
    reader: makeSession(retryingOnce((config) => readers.query(config))),
    /** For short reads that come with nearly every request. */
    lookups: makeSession(retryingOnce(lookups.query)),
    /** Changes whenever `lookups` opens a connection. */
    lookupsEpoch: lookups.opened,
    /** For exports, which read one slice after the other: they must not keep others waiting. */
    bulk: makeSession(retryingOnce((config) => bulk.query(config))),
    /** For single statements that write counts: a crash of the server may lose these. */
    counting: makeSession(retryingOnce(counting.query)),
    /** For transactions; the statements of a connection are pipelined. */
    writers,
    async close(): Promise<void> {
      await Promise.all([
        readers.end(),
        bulk.end(),
        writers.end(),
        lookups.close(),
        counting.close(),
      ]);
    },
  };
};

export type Pools = ReturnType<typeof makePools>;

/** After a restart of the server a pool may still hold dead connections. */
const retryingOnce =
  (query: Query): Query =>
  async (config) => {
    try {
      return await query(config).catch((error: unknown) => {
        if (isHungUp(error)) return query(config);
        throw error;
      });
    } catch (error) {
      throw busyOr(error);
    }
  };
