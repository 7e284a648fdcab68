import { existsSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { StorageUnusableError } from '../../port/errors.ts';
import type { Connection } from './connection.ts';

/**
 * Reads one snapshot from beginning to end: without it SQLite begins anew with every commit of another process, and never
 * ends where these come faster than the file can be copied.
 */
export const backupDatabase = async (
  { db, exec, get }: Connection,
  file: string,
): Promise<void> => {
  if (existsSync(file)) throw new StorageUnusableError(`${file} exists already`);
  exec('BEGIN');
  try {
    // The snapshot is taken by the first read.
    get('SELECT 1 FROM sqlite_schema');
    await backup(db, file);
  } finally {
    exec('ROLLBACK');
  }
};
