import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { TransactOptions } from '../../../database.ts';
import { StorageBusyError } from '../../../port/errors.ts';
import { makeCheckpoints } from './checkpoints.ts';
import { toSqlite } from './dialect.ts';
import { busyOr, isLocked } from './failures.ts';

/** One SQLite connection that prepares each statement once. It takes SQL that is written for PostgreSQL too. */
export interface Connection {
  readonly db: DatabaseSync;
  exec(sql: string): void;
  /** Returns the number of rows written. */
  run(sql: string, ...values: SQLInputValue[]): number;
  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined;
  all<T>(sql: string, ...values: SQLInputValue[]): T[];
  /** The prepared statement, for measuring. */
  prepare(sql: string): StatementSync;
  /** Runs `work` in a write transaction; any error undoes all of it. */
  transaction<T>(work: () => T, options?: TransactOptions): T;
  /** The same, but while another program holds the write lock it tries again by timer: nobody waits inside the event loop. */
  transactSoon<T>(work: () => T, options?: TransactOptions): Promise<T>;
  /** How long a statement waits for a lock from now on. A service waits not at all: reads need none, and writes try again. */
  waitForLocks(ms: number): void;
  /** Postpones the next checkpoint, because a transaction is about to come. */
  postponeCheckpoint(): void;
  /** Throws if a file of the database was replaced or removed while it was open. */
  checkNotReplaced(): void;
  close(): void;
}

const STATEMENTS_MAX = 300;
/** How long a transaction tries to get the write lock, and how often. */
const LOCK_MS_MAX = 2_000;
const LOCK_TRY_MS = 25;

/**
 * Detects that a file of the database was replaced or removed. SQLite would go on writing to the old one: after a crash, the
 * commits acknowledged since are gone. Processes that no longer share the index of the write-ahead log overwrite each
 * other's commits.
 */
const makeReplacementCheck = (file: string | null): (() => void) => {
  // A database in memory has no file.
  if (file === null) return () => {};
  const opened = new Map<string, number>();
  const check = (name: string): void => {
    const inode = statSync(name, { throwIfNoEntry: false })?.ino;
    const known = opened.get(name) ?? inode;
    if (inode !== known) {
      throw new StorageBusyError(`${name} was replaced or removed; restart the service`);
    }
    if (known !== undefined) opened.set(name, known);
  };
  check(file);
  // Until this process has read for the first time, another one that ends may still remove the -wal and -shm files.
  return () => [file, `${file}-wal`, `${file}-shm`].forEach(check);
};

export const makeConnection = (file: string, busyTimeoutMs: number): Connection => {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  const checkNotReplaced = makeReplacementCheck(db.location());
  const statements = new Map<string, StatementSync>();
  const checkpointSoon = makeCheckpoints(db);

  const prepare = (sql: string): StatementSync => {
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    return statements.getOrInsertComputed(sql, () => db.prepare(toSqlite(sql)));
  };

  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw busyOr(error);
    }
  };

  const commit = <T>(work: () => T): T => {
    try {
      // IMMEDIATE takes the write lock at once: two processes that read first could then not both write.
      db.exec('BEGIN IMMEDIATE');
      const result = work();
      checkNotReplaced();
      db.exec('COMMIT');
      checkpointSoon();
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself, and then there is nothing left to undo.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw busyOr(error);
    }
  };

  const transaction: Connection['transaction'] = (work, { fsync = true } = {}) => {
    if (fsync) return commit(work);
    db.exec('PRAGMA synchronous = NORMAL');
    try {
      return commit(work);
    } finally {
      db.exec('PRAGMA synchronous = FULL');
    }
  };

  const transactSoon: Connection['transactSoon'] = async (work, options) => {
    const waitMs = Math.min(busyTimeoutMs, LOCK_MS_MAX);
    for (let waitedMs = 0; ; waitedMs += LOCK_TRY_MS) {
      try {
        return transaction(work, options);
      } catch (error) {
        if (!isLocked(error) || waitedMs >= waitMs) throw error;
      }
      await delay(LOCK_TRY_MS);
    }
  };

  return {
    db,
    prepare,
    transaction,
    transactSoon,
    waitForLocks: (ms) => db.exec(`PRAGMA busy_timeout = ${ms}`),
    postponeCheckpoint: checkpointSoon,
    checkNotReplaced,
    exec: (sql) => db.exec(sql),
    run: (sql, ...values) => attempt(() => Number(prepare(sql).run(...values).changes)),
    get: <T>(sql: string, ...values: SQLInputValue[]) =>
      attempt(() => prepare(sql).get(...values) as T | undefined),
    all: <T>(sql: string, ...values: SQLInputValue[]) =>
      attempt(() => prepare(sql).all(...values) as T[]),
    close() {
      statements.clear();
      db.close();
    },
  };
};
