import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export type Row = Record<string, unknown>;

/** One SQLite connection with its statements prepared once and kept. */
export interface Connection {
  readonly db: DatabaseSync;
  run(sql: string, ...values: SQLInputValue[]): number;
  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined;
  all<T>(sql: string, ...values: SQLInputValue[]): T[];
  /** Runs `work` in a write transaction; whatever it throws undoes all of it. */
  transaction<T>(work: () => T): T;
  /** The statement behind a text: for measuring it. */
  statement(sql: string): StatementSync;
  close(): void;
}

const STATEMENTS_MAX = 300;

export const makeConnection = (file: string, busyTimeoutMs: number): Connection => {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  const statements = new Map<string, StatementSync>();

  const statement = (sql: string): StatementSync => {
    let prepared = statements.get(sql);
    if (prepared === undefined) {
      prepared = db.prepare(sql);
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statements.set(sql, prepared);
    }
    return prepared;
  };

  return {
    db,
    statement,
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    get: <T>(sql: string, ...values: SQLInputValue[]) =>
      statement(sql).get(...values) as T | undefined,
    all: <T>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as T[],
    transaction(work) {
      // IMMEDIATE: take the write lock at once, or two processes could both read and then collide.
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk makes SQLite roll back by itself, and then there is nothing left to undo.
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
    close() {
      statements.clear();
      db.close();
    },
  };
};
