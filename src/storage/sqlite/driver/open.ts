import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StorageBusyError, StorageUnusableError } from '../../port/errors.ts';
import { newerThanCode, readMigrations } from '../../shared/migrations.ts';
import { type Connection, makeConnection } from './connection.ts';
import { resultCode } from './failures.ts';

export const DATABASE_FILE = 'comanda.db';

/** "Coma" in ASCII: tells our files from any other SQLite database. */
const APPLICATION_ID = 0x436f6d61;
const BUSY_TIMEOUT_MS = 5_000;
const PAGE_BYTES = 16_384;
/**
 * What is read comes from the mapped file, so that this is for what is written, and lies beyond the map. With twice
 * as much commands went in no faster, and a process that drained a backlog went on growing.
 */
const CACHE_KIB = 32 * 1_024;
/** As much as SQLite maps at most. What lies beyond is read page by page, and costs twice as much. */
const MMAP_BYTES = 2 * 1_024 ** 3 - 64 * 1_024;
const CHECKPOINT_PAGES = 2_000;
const WAL_BYTES_KEPT = 64 * 1_024 * 1_024;

const migrations = readMigrations(new URL('../migrations/', import.meta.url));

/** Opens the database of a data folder, making or upgrading it; touches nothing it must not. */
export const openDatabase = (dataDir: string): Connection => {
  const file = join(dataDir, DATABASE_FILE);
  let connection: Connection | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const isNew = !existsSync(file);
    connection = makeConnection(file, BUSY_TIMEOUT_MS);
    if (!isNew) refuseForeign(connection, file);
    configure(connection);
    migrate(connection);
    connection.shareReads();
    return connection;
  } catch (error) {
    connection?.close();
    throw unusable(error, file);
  }
};

/** Looks before anything is written: a database that is not ours or too new stays as it was. */
const refuseForeign = (connection: Connection, file: string): void => {
  const version = pragma(connection, 'user_version');
  if (version > migrations.length) {
    throw new StorageUnusableError(`${file}: ${newerThanCode(version, migrations.length)}`);
  }
  const isOurs = pragma(connection, 'application_id') === APPLICATION_ID;
  const tables = connection.get<{ n: number }>('SELECT count(*) AS n FROM sqlite_schema');
  if (!isOurs && tables?.n !== 0) {
    throw new StorageUnusableError(`${file}: is a SQLite database of some other program`);
  }
};

const pragma = (connection: Connection, name: string): number =>
  Number(Object.values(connection.get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0]);

const configure = ({ exec }: Connection): void => {
  exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  exec('PRAGMA journal_mode = WAL');
  // FULL: a commit is on disk before it is acknowledged, also through a power cut.
  exec('PRAGMA synchronous = FULL');
  exec('PRAGMA foreign_keys = ON');
  exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  exec(`PRAGMA mmap_size = ${MMAP_BYTES}`);
  exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  exec(`PRAGMA journal_size_limit = ${WAL_BYTES_KEPT}`);
};

/** Under the write lock, so that two programs that start together do each step once. */
const migrate = (connection: Connection): void => {
  connection.transaction(() => {
    const current = pragma(connection, 'user_version');
    for (const { version, sql } of migrations.slice(current)) {
      connection.exec(sql);
      connection.exec(`PRAGMA user_version = ${version}`);
    }
    if (current === 0) connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  });
};

/** SQLite's primary result codes that an operator can do something about. */
const ADVICE: Record<number, string> = {
  5: 'is locked by another program; stop it or wait for it, then try again',
  6: 'is locked by another program; stop it or wait for it, then try again',
  8: 'cannot be written: check the permissions of the file and its folder',
  10: 'cannot be read or written: the disk reports an error or is full',
  11: 'is damaged; restore it from a backup',
  13: 'has no room to grow: the disk is full',
  14: 'cannot be opened: check that the folder exists and may be written',
  26: 'is not a SQLite database',
};

const unusable = (error: unknown, file: string): unknown => {
  if (!(error instanceof Error) || error instanceof StorageUnusableError) return error;
  const code = resultCode(error instanceof StorageBusyError ? error.cause : error);
  if (code !== null) {
    const advice = ADVICE[code] ?? `cannot be used: ${error.message}`;
    return new StorageUnusableError(`${file} ${advice}`, { cause: error });
  }
  if ('syscall' in error) {
    return new StorageUnusableError(`${file} cannot be made: ${error.message}`, { cause: error });
  }
  return error;
};
