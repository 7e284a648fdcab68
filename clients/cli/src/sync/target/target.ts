import { Failure } from '@comanda/command-line';
import { EXIT } from '../../errors.ts';
import type { ColumnType, Row, Table } from '../schema/table.ts';

type Bound = string | number | null;

/** A database that holds a mirror: all that the rest knows of it. */
export interface Target {
  /** The name for messages, without a password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Rolls back if `work` fails. One transaction at a time. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Rows of forgotten customers are about to go: databases that keep the bytes of deleted rows rewrite their file soon. */
  forget?(): void;
  close(): Promise<void>;
}

export interface Transaction {
  /** Values are `$1`, `$2` … in the statement. */
  run(sql: string, values?: readonly Bound[]): Promise<void>;
  /** Rows as the driver reads them; `canonical` makes them comparable. */
  rows(sql: string, values?: readonly Bound[]): Promise<unknown[][]>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/** `begin` is the statement that begins it. Rolls back if `work` fails. */
export const inTransaction = async <T>(
  tx: Transaction,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  await tx.run(begin);
  try {
    const result = await work(tx);
    await tx.run('COMMIT');
    return result;
  } catch (error) {
    // On a full disk it may have ended already.
    await tx.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
};

/** The SQL in which the databases differ. */
export interface Dialect {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** A text type that compares by bytes, as the service sorts ids. */
  readonly keyType: string;
  /** DuckDB checks keys too early when a transaction replaces a row, so its tables have none. */
  readonly hasKeys: boolean;
  /** An expression that reads a column as `canonical` takes it. */
  read(column: string): string;
  /** A query for the names of all tables and views. */
  readonly names: string;
}

export interface OpenOptions {
  /** Neither writes nor takes the lock. */
  readonly readOnly: boolean;
}

/** The database refuses, or is away. */
export class TargetFailure extends Failure {
  override name = 'TargetFailure';
  /** Whether a retry may succeed. */
  readonly isPassing: boolean;

  constructor(
    message: string,
    { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {},
  ) {
    super(message, { code: EXIT.target, cause });
    this.isPassing = isPassing;
  }
}

export const noMirror = (name: string): TargetFailure =>
  new TargetFailure(`there is no mirror in ${name}`);

export const alreadyRunning = (name: string, options?: { isPassing: boolean }): TargetFailure =>
  new TargetFailure(`another sync is writing to ${name}, and only one may`, options);
