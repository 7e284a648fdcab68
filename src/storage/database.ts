/** A body as it is read: text in PostgreSQL, bytes in SQLite. */
export type StoredBody = string & Uint8Array;

export type Value = string | number | boolean | Uint8Array | null;

/** `rows` is answered with rows, `run` with the number of rows written; nobody waits for the answer to `send`. */
interface Statement {
  kind: 'rows' | 'run' | 'send';
  sql: string;
  values: readonly Value[];
}

/**
 * A transaction that both engines can carry out: it yields its statements and is resumed with their answers.
 * SQLite answers at once, because its transactions must not wait; PostgreSQL answers when the server has.
 */
export type Work<T> = Generator<Statement, T, unknown>;

export function* rows<T extends object>(sql: string, ...values: Value[]): Work<T[]> {
  return (yield { kind: 'rows', sql, values }) as T[];
}

export function* run(sql: string, ...values: Value[]): Work<number> {
  return (yield { kind: 'run', sql, values }) as number;
}

export function* send(sql: string, ...values: Value[]): Work<void> {
  yield { kind: 'send', sql, values };
}

/** The interface of an engine that stores written once for both engines use. */
export interface Database {
  all<T extends object>(sql: string, ...values: Value[]): Promise<T[]>;
  transact<T>(work: () => Work<T>): Promise<T>;
  /** The last statements of a transaction that changes keys or accounts: they drop what is cached of them. */
  noteChange(): Iterable<Statement>;
}
