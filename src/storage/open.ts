import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreDeps } from './port/deps.ts';
import type { Store } from './port/store.ts';
import { openPostgresStore } from './postgres/store.ts';
import { DATABASE_FILE } from './sqlite/driver/open.ts';
import { openSqliteStore } from './sqlite/store.ts';

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

/** Whether opening it may find a database, as far as files tell. */
export const isThere = ({ databaseUrl, dataDir }: StoreTarget): boolean => {
  if (databaseUrl !== null) return true;
  try {
    return statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The folder may be another user's: opening the database says what is wrong.
    return true;
  }
};
