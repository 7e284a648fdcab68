import { chmodSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBInstance,
  DuckDBTimestampTZValue,
} from '@duckdb/node-api';
import type { ColumnType, Row, Table, Value } from '../schema/table.ts';
import { quoteName } from '../schema/table.ts';
import { makeSameFile } from './same-file.ts';
import {
  type Dialect,
  inTransaction,
  type OpenOptions,
  type Target,
  TargetFailure,
  type Transaction,
} from './target.ts';

/** DuckDB allows no reader while a process has the file open for writing, so an idle mirror closes it. */
const IDLE_MS = 500;
/** A mirror that is written all the time closes it between two batches, so that readers get their turn. */
const OPEN_MS_MAX = 1_500;
const CLOSED_MS = 250;
/** How long a file is waited for that another process has open. */
const LOCKED_TRIES_MAX = 300;
const LOCKED_POLL_MS = 100;

const DIALECT: Dialect = {
  types: {
    text: 'VARCHAR',
    integer: 'INTEGER',
    cents: 'BIGINT',
    number: 'DOUBLE',
    boolean: 'BOOLEAN',
    timestamp: 'TIMESTAMPTZ',
    date: 'DATE',
    json: 'JSON',
  },
  keyType: 'VARCHAR',
  hasKeys: false,
  read: (column) => `${quoteName(column)}::VARCHAR`,
  names: 'SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()',
};

export const openDuckdb = async (
  file: string,
  name: string,
  { readOnly }: OpenOptions,
): Promise<Target> => {
  let opened: Awaited<ReturnType<typeof open>> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let due: NodeJS.Timeout | undefined;
  let isDue = false;
  let pause: Promise<void> | null = null;
  const attempt = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw describe(name, error);
    });

  const openOnce = async () => {
    await attempt(requireDatabase(file, name));
    const instance = await attempt(
      DuckDBInstance.create(file, readOnly ? { access_mode: 'READ_ONLY' } : {}),
    );
    const connection = await attempt(instance.connect());
    await attempt(connection.run(`SET TimeZone = 'UTC'`));
    due = setTimeout(() => {
      isDue = true;
    }, OPEN_MS_MAX).unref();
    return { instance, connection };
  };
  const open = async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await openOnce();
      } catch (error) {
        const isLocked = error instanceof TargetFailure && error.isPassing;
        if (!isLocked || tries >= LOCKED_TRIES_MAX) throw error;
        await sleep(LOCKED_POLL_MS);
      }
    }
  };
  const shut = (): void => {
    clearTimeout(idle);
    clearTimeout(due);
    isDue = false;
    opened?.connection.closeSync();
    opened?.instance.closeSync();
    opened = null;
  };

  const transactionOn = (connection: DuckDBConnection): Transaction => ({
    run: async (sql, values = []) => void (await attempt(connection.run(sql, [...values]))),
    rows: async (sql, values = []) =>
      (await attempt(connection.runAndReadAll(sql, [...values]))).getRows(),
    insert: (table, rows) => attempt(append(connection, table, rows)),
  });

  /** Outlives this process: a rewrite that a crash prevented is made up for at the next start. */
  const marker = `${file}.forget`;
  let rewriting: Promise<void> | null = null;
  const rewriteIfForgotten = async (): Promise<void> => {
    if (readOnly || !existsSync(marker)) return;
    shut();
    requireSameFile();
    await attempt(rewrite(file));
    requireSameFile = makeSameFile(file, name);
    rmSync(marker);
  };
  const rest = (): void => {
    shut();
    rewriting = rewriteIfForgotten()
      // The marker stays: the next pause, or the next start, tries again.
      .catch(() => undefined)
      .finally(() => {
        rewriting = null;
      });
  };

  // Opened at once, to say what is wrong with the file.
  opened = await (readOnly ? open() : openOnce());
  let requireSameFile = makeSameFile(file, name);
  await rewriteIfForgotten();
  return {
    name,
    dialect: DIALECT,
    async transaction(work) {
      clearTimeout(idle);
      await pause;
      await rewriting;
      // Checked before and after: opening a file that is gone creates an empty one.
      requireSameFile();
      opened ??= await open();
      requireSameFile();
      try {
        return await inTransaction(transactionOn(opened.connection), 'BEGIN TRANSACTION', work);
      } finally {
        if (isDue) {
          rest();
          pause = sleep(CLOSED_MS);
        } else {
          idle = setTimeout(rest, IDLE_MS).unref();
        }
      }
    },
    forget: () => writeFileSync(marker, ''),
    async close() {
      await rewriting;
      shut();
      await rewriteIfForgotten();
    },
  };
};

/** DuckDB leaves the bytes of deleted rows in its file, checkpoints and VACUUM included: only a copy has none. */
const rewrite = async (file: string): Promise<void> => {
  const copy = `${file}.new`;
  rmSync(copy, { force: true });
  const instance = await DuckDBInstance.create(copy);
  try {
    const connection = await instance.connect();
    const names = (await connection.runAndReadAll('SELECT current_database()')).getRows();
    await connection.run(`ATTACH '${file.replaceAll("'", "''")}' AS before (READ_ONLY)`);
    await connection.run(`COPY FROM DATABASE before TO ${quoteName(String(names[0]?.[0]))}`);
    await connection.run('DETACH before');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  chmodSync(copy, statSync(file).mode);
  renameSync(copy, file);
};

const MAGIC = Buffer.from('DUCK');
const MAGIC_AT = 8;

/** DuckDB opens a CSV, JSON or Parquet file as a view in memory: a mirror written there would be lost. */
const requireDatabase = async (file: string, name: string): Promise<void> => {
  const handle = await openFile(file).catch(() => null);
  // DuckDB creates the file, or says why it cannot be opened.
  if (handle === null) return;
  const head = Buffer.alloc(MAGIC_AT + MAGIC.length);
  const { bytesRead } = await handle.read(head).finally(() => handle.close());
  if (bytesRead === 0 || head.subarray(MAGIC_AT).equals(MAGIC)) return;
  throw new TargetFailure(`${name}: the file is not a DuckDB database`);
};

const MICROS_PER_MS = 1_000n;
const DAY_MS = 86_400_000;

const append = async (
  connection: DuckDBConnection,
  table: Table,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  // An appender fills columns by position: a column that somebody added keeps its default.
  const there = await connection.run(`SELECT * FROM ${quoteName(table.name)} LIMIT 0`);
  const places = there
    .columnNames()
    .map((each) => table.columns.findIndex(({ name }) => name === each));
  const appender = await connection.createAppender(table.name);
  const add: Record<ColumnType, (value: Exclude<Value, null>) => void> = {
    text: (value) => appender.appendVarchar(String(value)),
    integer: (value) => appender.appendInteger(Number(value)),
    cents: (value) => appender.appendBigInt(BigInt(Number(value))),
    number: (value) => appender.appendDouble(Number(value)),
    boolean: (value) => appender.appendBoolean(value === true),
    timestamp: (value) =>
      appender.appendTimestampTZ(
        new DuckDBTimestampTZValue(BigInt(Date.parse(String(value))) * MICROS_PER_MS),
      ),
    date: (value) => appender.appendDate(new DuckDBDateValue(Date.parse(String(value)) / DAY_MS)),
    json: (value) =>
      appender.appendVarchar(typeof value === 'string' ? value : JSON.stringify(value)),
  };
  const adders = table.columns.map(({ type }) => add[type]);
  try {
    for (const row of rows) {
      for (const i of places) {
        const value = row[i];
        if (value === undefined) appender.appendDefault();
        else if (value === null) appender.appendNull();
        else adders[i]?.(value);
      }
      appender.endRow();
    }
    appender.flushSync();
  } finally {
    appender.closeSync();
  }
};

/** DuckDB's errors have no codes. */
const MEANINGS: readonly (readonly [RegExp, string, isPassing?: boolean])[] = [
  [/Could not set lock on file/, 'another program has the file open', true],
  [/No space left|File too large|disk is full/i, 'the disk is full'],
  [/read-only/i, 'the file is read-only'],
  [/Permission denied/, 'there is no permission to open the file'],
  [/^EISDIR/, 'it is a folder'],
];

const describe = (name: string, error: unknown): Error => {
  if (error instanceof TargetFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [, meaning, isPassing = false] = MEANINGS.find(([pattern]) => pattern.test(message)) ?? [];
  return new TargetFailure(`${name}: ${meaning ?? message}`, { isPassing, cause: error });
};
