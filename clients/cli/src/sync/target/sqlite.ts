import { accessSync, constants, existsSync } from 'node:fs';
import { codeOf } from '@comanda/command-line';
import Database from 'libsql';
import { quoteName, type Row, type Table, type Value } from '../schema/table.ts';
import { makeSameFile } from './same-file.ts';
import {
  type Dialect,
  inTransaction,
  type OpenOptions,
  type Target,
  TargetFailure,
  type Transaction,
} from './target.ts';

/** How long a write waits for other programs. Ctrl-C is not heard while the driver waits; afterwards the sync reports it. */
const BUSY_MS_MAX = 2_000;

/** Readers go on during a write, a commit is on disk, and nothing remains of a customer who was forgotten. */
const SETTINGS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON';

const DIALECT: Dialect = {
  types: {
    text: 'TEXT',
    integer: 'INTEGER',
    cents: 'INTEGER',
    number: 'REAL',
    boolean: 'BOOLEAN',
    timestamp: 'TEXT',
    date: 'TEXT',
    json: 'TEXT',
  },
  keyType: 'TEXT',
  hasKeys: true,
  read: quoteName,
  names: `SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`,
};

export const openSqlite = async (
  file: string,
  name: string,
  { readOnly }: OpenOptions,
): Promise<Target> => {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw describe(name, error);
    }
  };
  if (!readOnly) requireWritable(file, name);
  const db = attempt(() => new Database(file, { readonly: readOnly, timeout: BUSY_MS_MAX }));
  try {
    if (!readOnly) db.exec(SETTINGS);
  } catch (error) {
    // The sync opens the file again and again while another program keeps it locked.
    db.close();
    throw describe(name, error);
  }
  const requireSameFile = makeSameFile(file, name);
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const prepare = (sql: string) => {
    const found = statements.get(sql) ?? db.prepare(sql.replaceAll('$', '?'));
    statements.set(sql, found);
    return found;
  };

  const tx: Transaction = {
    run: async (sql, values = []) => void attempt(() => prepare(sql).run([...values])),
    rows: async (sql, values = []) =>
      attempt(
        () =>
          prepare(sql)
            .raw()
            .all([...values]) as unknown[][],
      ),
    insert: async (table: Table, rows: readonly Row[]) =>
      attempt(() => {
        const names = table.columns.map((column) => quoteName(column.name));
        const places = names.map(() => '?').join();
        const statement = prepare(
          `INSERT INTO ${quoteName(table.name)} (${names.join()}) VALUES (${places})`,
        );
        const toValue = table.columns.map(({ type }) =>
          type === 'timestamp' ? toInstant : type === 'json' ? toJson : toPlain,
        );
        for (const row of rows) statement.run(row.map((value, i) => toValue[i]?.(value)));
      }),
  };

  return {
    name,
    dialect: DIALECT,
    async transaction(work) {
      requireSameFile();
      return inTransaction(tx, readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE', work);
    },
    async close() {
      statements.clear();
      // The driver would leave the WAL beside the file: after a checkpoint the file alone is the whole mirror.
      try {
        if (!readOnly) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // The disk is full or gone. The WAL is still there, and sound.
      }
      db.close();
    },
  };
};

/** Opening a read-only file would leave a WAL beside it that stays read-only, even once the file no longer is. */
const requireWritable = (file: string, name: string): void => {
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK);
  } catch (error) {
    throw new TargetFailure(`${name}: ${MEANINGS['SQLITE_READONLY']}`, { cause: error });
  }
};

/** One width, so that texts compare as times do. */
const toInstant = (value: Value): Value =>
  typeof value === 'string' ? new Date(value).toISOString() : value;
const toJson = (value: Value): Value =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value);
const toPlain = (value: Value): Value => (typeof value === 'boolean' ? Number(value) : value);

const MEANINGS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the file cannot be written',
  SQLITE_READONLY: 'the file is read-only',
  SQLITE_CANTOPEN: 'the file cannot be opened',
  SQLITE_NOTADB: 'the file is not a SQLite database',
  SQLITE_CORRUPT: 'the file is damaged',
  SQLITE_BUSY: 'another program keeps the file locked',
  SQLITE_LOCKED: 'another program keeps the file locked',
};

const describe = (name: string, error: unknown): Error => {
  if (error instanceof TargetFailure) return error;
  if (!(error instanceof Error)) return new TargetFailure(`${name}: ${error}`);
  const code = codeOf(error);
  const known = Object.keys(MEANINGS).find((each) => code.startsWith(each));
  const isUnopened = error.message.includes('Unable to open');
  const meaning = isUnopened ? MEANINGS['SQLITE_CANTOPEN'] : known && MEANINGS[known];
  const isPassing = known === 'SQLITE_BUSY' || known === 'SQLITE_LOCKED';
  return new TargetFailure(`${name}: ${meaning ?? error.message}`, { isPassing, cause: error });
};
