import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { backup } from 'node:sqlite';
import { StorageUnusableError } from '../../../port/errors.ts';
import { openUnchanged } from './open.ts';

/**
 * Copies a single snapshot. Without one, SQLite restarts the copy at every commit of another process, and never ends if
 * commits come faster than the file can be copied.
 */
export const backupDatabase = async (
  dataDir: string,
  file: string,
  signal?: AbortSignal,
): Promise<void> => {
  if (existsSync(file)) throw new StorageUnusableError(`${file} exists already`);
  const { db, exec, get, close } = openUnchanged(dataDir);
  try {
    exec('BEGIN');
    // The snapshot is taken by the first read.
    get('SELECT 1 FROM sqlite_schema');
    await backup(db, file, { progress: () => signal?.throwIfAborted() });
  } catch (error) {
    // SQLite leaves behind the journal of a failed copy, and the unfinished file of a stopped one.
    await Promise.all([file, `${file}-journal`].map((left) => rm(left, { force: true })));
    throw error;
  } finally {
    close();
  }
};
