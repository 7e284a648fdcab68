import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../../../platform/data-dir.ts';
import { type Connection, makeConnection } from './connection.ts';
import { unusable } from './failures.ts';
import { migrate, refuseForeign } from './migrate.ts';

export const DATABASE_FILE = 'comanda.db';

const BUSY_TIMEOUT_MS = 5_000;
const PAGE_BYTES = 16_384;
/** The cache is for pages that are being written; reads use the mapped file. Twice as much made ingest no faster. */
const CACHE_KIB = 32 * 1_024;
/** SQLite's maximum. Beyond it, a larger file is read page by page, at twice the cost. */
const MMAP_BYTES = 2 * 1_024 ** 3 - 64 * 1_024;
const CHECKPOINT_PAGES = 2_000;
const WAL_BYTES_KEPT = 64 * 1_024 * 1_024;

/** Opens the database of a data folder, creating or upgrading it; a file that is not ours stays as it was. */
export const openDatabase = (dataDir: string): Connection => openPrepared(dataDir, upgrade);

/** Opens it while no other program has it open, and keeps others from opening it. */
export const openAlone = (dataDir: string): Connection =>
  openPrepared(dataDir, upgrade, { isAlone: true });

/** Opens an existing database, of this schema version or an earlier one, without changing it. */
export const openUnchanged = (dataDir: string): Connection => openPrepared(dataDir, () => {});

const openPrepared = (
  dataDir: string,
  prepare: (connection: Connection) => void,
  { isAlone = false } = {},
): Connection => {
  const file = join(dataDir, DATABASE_FILE);
  let connection: Connection | undefined;
  try {
    makeDataDir(dataDir);
    const isNew = !existsSync(file);
    connection = makeConnection(file, BUSY_TIMEOUT_MS);
    if (isAlone) connection.exec('PRAGMA locking_mode = EXCLUSIVE');
    if (!isNew) refuseForeign(connection, file);
    prepare(connection);
    return connection;
  } catch (error) {
    connection?.close();
    throw unusable(error, file);
  }
};

const upgrade = (connection: Connection): void => {
  configure(connection);
  migrate(connection);
};

const configure = ({ exec }: Connection): void => {
  exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  exec('PRAGMA journal_mode = WAL');
  // FULL: a commit is on disk before it is acknowledged, so it survives a power cut.
  exec('PRAGMA synchronous = FULL');
  exec('PRAGMA foreign_keys = ON');
  exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  exec(`PRAGMA mmap_size = ${MMAP_BYTES}`);
  exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  exec(`PRAGMA journal_size_limit = ${WAL_BYTES_KEPT}`);
};
