import type pg from 'pg';
import { makeSession, type Session, type Statement, type Value } from './connection.ts';
import { busyOr, isConflict, isHungUp, isLost, isSilent, uncertain } from './failures.ts';
import { retrying } from './retry.ts';

export interface Transaction extends Session {
  /** Sends a statement without waiting for it; the commit waits for all of them. */
  send(statement: Statement, values: readonly Value[]): void;
  /** Ends without a commit, because nothing was written: saves the flush to disk. */
  undo(): void;
}

/** The commit was sent and its answer never came. `cause` is what happened to the connection. */
export class LostCommit extends Error {}

/** READ COMMITTED, whatever the server's default: what is read after the lock must be new. */
const BEGIN = { name: 'begin', text: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE' };
const COMMIT = { name: 'commit', text: 'COMMIT' };
const ROLLBACK = { name: 'rollback', text: 'ROLLBACK' };

/** Sent within a transaction whose loss, with a crash of the server, costs nothing but work done twice. */
export const UNHURRIED: Statement = {
  name: 'unhurried',
  text: 'SET LOCAL synchronous_commit = off',
};

/**
 * Runs `work` in a transaction. COMMIT follows on the heels of the statements it sent last. Whatever
 * it throws undoes all of it; LostCommit alone leaves open whether it was carried out.
 */
export const runTransaction = async <T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  const session = makeSession(client);
  const sent: Promise<unknown>[] = [];
  let isUndone = false;
  let isBroken = false;
  const note = (promise: Promise<unknown>): void => {
    // Its failure is found below; until then it must not count as unhandled.
    promise.catch(() => {});
    sent.push(promise);
  };
  try {
    note(client.query(BEGIN));
    const result = await work({
      ...session,
      send: (statement, values) => note(session.run(statement, values)),
      undo: () => {
        isUndone = true;
      },
    });
    await (isUndone ? client.query(ROLLBACK) : commit(client, sent));
    return result;
  } catch (error) {
    const cause = error instanceof CommitFailed ? error.cause : error;
    isBroken = isSilent(cause) || !(await isRolledBack(client));
    if (error instanceof CommitFailed) {
      throw isBroken ? new LostCommit(String(error.cause), { cause: error.cause }) : error.cause;
    }
    const reason = (await firstFailure(sent)) ?? error;
    // A server that has become a standby still answers, and is of no more use.
    isBroken ||= isLost(reason);
    throw reason;
  } finally {
    client.release(isBroken);
  }
};

/** COMMIT itself was answered with an error, or not at all. */
class CommitFailed extends Error {}

const commit = async (client: pg.PoolClient, sent: readonly Promise<unknown>[]): Promise<void> => {
  const committed = client.query(COMMIT).catch((error: unknown) => {
    throw new CommitFailed('', { cause: error });
  });
  const { command } = await committed;
  // After a failed statement, COMMIT is answered with ROLLBACK: the statement tells why.
  if (command !== 'COMMIT') throw (await firstFailure(sent)) ?? new Error('COMMIT was refused');
};

/** What came after a failed statement failed because of it, and says nothing about why. */
const firstFailure = async (sent: readonly Promise<unknown>[]): Promise<unknown> => {
  const settled = await Promise.allSettled(sent);
  return settled.find((each) => each.status === 'rejected')?.reason;
};

/** Only a connection that still answers proves that an error undid the transaction. */
const isRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query(ROLLBACK).then(
    () => true,
    () => false,
  );

/** For all that is not the log: failures as the port's callers know them. */
export const makeTransact =
  (pool: pg.Pool) =>
  <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    retrying(
      () => runTransaction(pool, work),
      (error) => isHungUp(error) || isConflict(error),
    ).catch((error: unknown) => {
      throw error instanceof LostCommit ? uncertain(error.cause) : busyOr(error);
    });

export type Transact = ReturnType<typeof makeTransact>;
