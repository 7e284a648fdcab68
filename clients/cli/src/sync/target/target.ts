import { Failure } from '../../../../../src/command-line/errors.ts';
import { EXIT } from '../../errors.ts';
import type { ColumnType, Row, Table } from '../schema/table.ts';

type Bound = string | number | null;

/** A database that holds a mirror: all that the rest knows of it. */
export interface Target {
  /** For people, without a password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Nothing of it stays when it fails. One at a time. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Transaction {
  /** Values are `$1`, `$2` … in the statement. */
  run(sql: string, values?: readonly Bound[]): Promise<void>;
  /** Rows as the driver reads them; `canonical` makes them comparable. */
  rows(sql: string, values?: readonly Bound[]): Promise<unknown[][]>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/** What databases say differently. */
export interface Dialect {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Keys compare by bytes, as the service sorts them. */
  readonly keyType: string;
  /** DuckDB checks keys too early where a row is replaced in one transaction, so it has none. */
  readonly hasKeys: boolean;
  /** An expression that reads a column as `canonical` takes it. */
  read(column: string): string;
  /** Tables and views that are there. */
  readonly names: string;
}

export interface OpenOptions {
  /** Neither writes nor takes the lock. */
  readonly readOnly: boolean;
}

/** The database refuses, or is away. */
export class TargetFailure extends Failure {
  override name = 'TargetFailure';
  /** Whether it may work in a while. */
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

export const alreadyRunning = (name: string): TargetFailure =>
  new TargetFailure(`another sync is writing to ${name}: this one stops`);
