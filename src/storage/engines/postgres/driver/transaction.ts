import type pg from 'pg';
import type { TransactOptions, Value } from '../../../database.ts';
import { makeSession, queryTogether, type Session } from './connection.ts';
import {
  busyOr,
  isConflict,
  isHungUp,
  isLost,
  isTimeout,
  isUnknownCommit,
  uncertain,
} from './failures.ts';
import { retrying } from './retry.ts';

export interface Transaction extends Session {
  /** Sends a statement without waiting for its answer; the commit waits for all of them. */
  send(sql: string, values: readonly Value[]): void;
  /** Rolls back instead of committing: for work that wrote nothing, because it saves the flush to disk. */
  undo(): void;
}

type Work<T> = (transaction: Transaction) => Promise<T>;

/** COMMIT was sent and its outcome is unknown. `cause` is the failure of the connection. */
export class LostCommit extends Error {}

/**
 * READ COMMITTED, whatever the server's default: a read after taking a lock must be current. READ WRITE is left to the
 * default, by which operators and managed servers stop all writing before a move or a full disk.
 */
const BEGIN = { name: 'begin', text: 'BEGIN ISOLATION LEVEL READ COMMITTED' };
const NO_FSYNC = { name: 'no_fsync', text: 'SET LOCAL synchronous_commit = off' };
const COMMIT = { name: 'commit', text: 'COMMIT' };
const ROLLBACK = { name: 'rollback', text: 'ROLLBACK' };

/** COMMIT is sent without waiting for the statements before it. Only LostCommit leaves the outcome unknown. */
export const runTransaction = async <T>(
  pool: pg.Pool,
  work: Work<T>,
  { fsync = true }: TransactOptions = {},
): Promise<T> => {
  const client = await pool.connect();
  const sent: Promise<unknown>[] = [];
  let isUndone = false;
  let isBroken = false;
  const note = <R>(promise: Promise<R>): Promise<R> => {
    // `firstFailure` reports it; until then it must not count as unhandled.
    promise.catch(() => {});
    sent.push(promise);
    return promise;
  };
  const { rows, run } = makeSession((config) => note(queryTogether(client, config)));
  try {
    void note(queryTogether(client, BEGIN));
    if (!fsync) void note(queryTogether(client, NO_FSYNC));
    const result = await work({
      rows,
      run,
      send: (sql, values) => void run(sql, values).catch(() => {}),
      undo: () => {
        isUndone = true;
      },
    });
    await (isUndone ? client.query(ROLLBACK) : commit(client, sent));
    return result;
  } catch (error) {
    const cause = error instanceof CommitFailed ? error.cause : error;
    isBroken = isTimeout(cause) || !(await isRolledBack(client));
    if (error instanceof CommitFailed) {
      const isUnknown = isBroken || isUnknownCommit(cause);
      throw isUnknown ? new LostCommit(String(cause), { cause }) : cause;
    }
    const reason = (await firstFailure(sent)) ?? error;
    // A server that has become a standby still answers, but can no longer write.
    isBroken ||= isLost(reason);
    throw reason;
  } finally {
    client.release(isBroken);
  }
};

class CommitFailed extends Error {}

const commit = async (client: pg.PoolClient, sent: readonly Promise<unknown>[]): Promise<void> => {
  const committed = queryTogether(client, COMMIT).catch((error: unknown) => {
    throw new CommitFailed('', { cause: error });
  });
  const { command } = await committed;
  // After a failed statement, COMMIT is answered with ROLLBACK: the statement tells why.
  if (command !== 'COMMIT') throw (await firstFailure(sent)) ?? new Error('COMMIT was refused');
};

/** Later statements fail only because of the first failure, and their answers may be seen before its own. */
const firstFailure = async (sent: readonly Promise<unknown>[]): Promise<unknown> => {
  const settled = await Promise.allSettled(sent);
  return settled.find((each) => each.status === 'rejected')?.reason;
};

/** Only a connection that still answers proves that the transaction was rolled back. */
const isRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query(ROLLBACK).then(
    () => true,
    () => false,
  );

/** `runTransaction` with retries, and with the errors of the port. */
export const makeTransact =
  (pool: pg.Pool) =>
  <T>(work: Work<T>, options?: TransactOptions): Promise<T> =>
    retrying(
      () => runTransaction(pool, work, options),
      (error) => isHungUp(error) || isConflict(error),
    ).catch((error: unknown) => {
      throw error instanceof LostCommit ? uncertain(error.cause) : busyOr(error);
    });

export type Transact = ReturnType<typeof makeTransact>;
