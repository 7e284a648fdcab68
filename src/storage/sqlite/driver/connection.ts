import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { makeCheckpoints } from './checkpoints.ts';
import { busyOr } from './failures.ts';

export type Row = Record<string, unknown>;

/** One SQLite connection with its statements prepared once and kept. */
export interface Connection {
  readonly db: DatabaseSync;
  /**
   * From now on the reads of one turn of the event loop share a snapshot: taking the lock for each costs
   * as much as reading an order (17 µs against 9). Our own writes end it; others' show a turn later.
   */
  shareReads(): void;
  /** Reads what is there now, and not when this turn began. */
  afresh<T>(read: () => T): T;
  /** Statements without values or rows, one or many. */
  exec(sql: string): void;
  run(sql: string, ...values: SQLInputValue[]): number;
  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined;
  all<T>(sql: string, ...values: SQLInputValue[]): T[];
  /** One row as a list, for what is read with every request: an object has to be given its names each time. */
  tuple<T extends unknown[]>(sql: string, ...values: SQLInputValue[]): T | undefined;
  /** Runs `work` in a write transaction; whatever it throws undoes all of it. */
  transaction<T>(work: () => T): T;
  /**
   * The same, without waiting for the disk: it survives the process, and a power cut only if a commit
   * that waits came after it.
   */
  unhurried<T>(work: () => T): T;
  /** The statement behind a text: for measuring it. */
  statement(sql: string): StatementSync;
  close(): void;
}

const STATEMENTS_MAX = 300;

export const makeConnection = (file: string, busyTimeoutMs: number): Connection => {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  const statements = new Map<string, StatementSync>();
  /** The few that give lists. */
  const tuples = new Map<string, StatementSync>();

  let sharesReads = false;
  let isReading = false;
  let isWriting = false;
  const endRead = (): void => {
    if (!isReading) return;
    isReading = false;
    // A read that failed for good has ended it already.
    if (db.isTransaction) statement('ROLLBACK').run();
  };
  const beginRead = (): void => {
    // Inside a transaction of its own, a read belongs to that.
    if (isReading || isWriting || !sharesReads) return;
    statement('BEGIN').run();
    isReading = true;
    setImmediate(endRead);
  };

  const statement = (sql: string): StatementSync => {
    let prepared = statements.get(sql);
    if (prepared === undefined) {
      prepared = db.prepare(sql);
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statements.set(sql, prepared);
    }
    return prepared;
  };

  const tupleStatement = (sql: string): StatementSync =>
    tuples.getOrInsertComputed(sql, () => {
      const prepared = db.prepare(sql);
      prepared.setReturnArrays(true);
      return prepared;
    });

  const committed = makeCheckpoints(db, endRead);

  /** IMMEDIATE: take the write lock at once, or two processes could both read and then collide. */
  const begin = (): void => {
    try {
      db.exec('BEGIN IMMEDIATE');
    } catch (error) {
      throw busyOr(error);
    }
  };

  const transaction = <T>(work: () => T): T => {
    endRead();
    begin();
    isWriting = true;
    try {
      const result = work();
      db.exec('COMMIT');
      committed();
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself, and then there is nothing left to undo.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw busyOr(error);
    } finally {
      isWriting = false;
    }
  };

  return {
    db,
    statement,
    shareReads() {
      sharesReads = true;
    },
    afresh(read) {
      endRead();
      return read();
    },
    exec(sql) {
      endRead();
      db.exec(sql);
    },
    run(sql, ...values) {
      endRead();
      try {
        return Number(statement(sql).run(...values).changes);
      } catch (error) {
        throw busyOr(error);
      }
    },
    get<T>(sql: string, ...values: SQLInputValue[]) {
      beginRead();
      return statement(sql).get(...values) as T | undefined;
    },
    all<T>(sql: string, ...values: SQLInputValue[]) {
      beginRead();
      return statement(sql).all(...values) as T[];
    },
    tuple<T extends unknown[]>(sql: string, ...values: SQLInputValue[]) {
      beginRead();
      return tupleStatement(sql).get(...values) as T | undefined;
    },
    transaction,
    unhurried(work) {
      endRead();
      db.exec('PRAGMA synchronous = NORMAL');
      try {
        return transaction(work);
      } finally {
        db.exec('PRAGMA synchronous = FULL');
      }
    },
    close() {
      isReading = false;
      statements.clear();
      tuples.clear();
      db.close();
    },
  };
};
