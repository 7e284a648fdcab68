import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Examination } from '../platform/finding.ts';
import type { CopyOptions } from './engines/copy-source.ts';
import type { BackupOptions, Figures } from './engines/figures.ts';
import { backupDatabase as backupPostgres } from './engines/postgres/backup/backup.ts';
import { examineDatabase as examinePostgres } from './engines/postgres/doctor/examine.ts';
import { fillDatabase } from './engines/postgres/driver/fill.ts';
import { openPostgresStore } from './engines/postgres/store.ts';
import { examineDatabase as examineSqlite } from './engines/sqlite/doctor/examine.ts';
import { backupDatabase as backupSqlite } from './engines/sqlite/driver/backup.ts';
import { openCopySource } from './engines/sqlite/driver/copy-source.ts';
import { DATABASE_FILE } from './engines/sqlite/driver/open.ts';
import { openSqliteStore } from './engines/sqlite/store.ts';
import type { StoreDeps } from './port/deps.ts';
import type { Store } from './port/store.ts';

export interface StoreTarget {
  /** PostgreSQL when given, else SQLite in the data folder. */
  databaseUrl: string | null;
  dataDir: string;
  replicaUrl?: string | null;
}

/** Opens the database, bringing its schema up to date. Throws StorageUnusableError with one line. */
export const openStore = async (target: StoreTarget, deps: StoreDeps): Promise<Store> =>
  target.databaseUrl === null
    ? openSqliteStore(target.dataDir, deps)
    : openPostgresStore(target.databaseUrl, deps, target.replicaUrl);

/** Looks for what is wrong with an existing database, and changes nothing. Throws StorageUnusableError for one that is of no use. */
export const examineStore = (
  { databaseUrl, dataDir }: StoreTarget,
  nowMs: () => number,
): Promise<Examination> =>
  databaseUrl === null ? examineSqlite(dataDir) : examinePostgres(databaseUrl, nowMs);

/** A consistent copy in a new file, of the schema that the database has: the program before an upgrade must be able to read it. */
export const backupStore = (
  { databaseUrl, dataDir }: StoreTarget,
  file: string,
  options: BackupOptions,
): Promise<Figures | null> =>
  databaseUrl === null
    ? backupSqlite(dataDir, file, options)
    : backupPostgres(databaseUrl, file, options);

/** Copies SQLite's database into an empty one on PostgreSQL: all of it or nothing. Returns how many rows each table has. */
export const copyStore = async (
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  options: CopyOptions,
): Promise<ReadonlyMap<string, number>> => {
  const source = openCopySource(dataDir);
  try {
    await fillDatabase(databaseUrl, source, options);
    return source.tables;
  } finally {
    source.close();
  }
};

/** Whether there may be a database to open, as far as files tell. */
export const isThere = ({ databaseUrl, dataDir }: StoreTarget): boolean => {
  if (databaseUrl !== null) return true;
  try {
    return statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The folder may belong to another user: opening the database then reports what is wrong.
    return true;
  }
};
