import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { StorageUnusableError } from '../../../port/errors.ts';
import { type BackupOptions, compareFigures, type Figures } from '../../figures.ts';
import type { Connection } from './connection.ts';
import { openUnchanged } from './open.ts';

/**
 * Copies a single snapshot. Without one, SQLite restarts the copy at every commit of another process, and never ends if
 * commits come faster than the file can be copied.
 */
export const backupDatabase = async (
  dataDir: string,
  file: string,
  { signal, isVerified }: BackupOptions,
): Promise<Figures | null> => {
  if (existsSync(file)) throw new StorageUnusableError(`${file} exists already`);
  const connection = openUnchanged(dataDir);
  const { db, exec, get, close } = connection;
  try {
    exec('BEGIN');
    // The snapshot is taken by the first read.
    get('SELECT 1 FROM sqlite_schema');
    const figures = isVerified ? countRows(connection) : null;
    await backup(db, file, { progress: () => signal?.throwIfAborted() });
    if (figures !== null) verifyCopy(file, figures);
    return figures;
  } catch (error) {
    // SQLite leaves behind the journal of a failed copy, and the unfinished file of a stopped one.
    await Promise.all([file, `${file}-journal`].map((left) => rm(left, { force: true })));
    throw error;
  } finally {
    close();
  }
};

const countRows = ({ all, get }: Pick<Connection, 'all' | 'get'>): Figures => {
  const tables = all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const count = (name: string) => get<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`)?.n ?? 0;
  return new Map(tables.map(({ name }) => [name, count(name)]));
};

/** Reads every page of the copy. */
const verifyCopy = (file: string, figures: Figures): void => {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const [damage] = copy.prepare('PRAGMA integrity_check(1)').all();
    if (damage?.['integrity_check'] !== 'ok') {
      throw new StorageUnusableError(`the backup is damaged: ${damage?.['integrity_check']}`);
    }
    compareFigures(
      figures,
      countRows({
        all: <T>(sql: string) => copy.prepare(sql).all() as T[],
        get: <T>(sql: string) => copy.prepare(sql).get() as T | undefined,
      }),
    );
  } finally {
    copy.close();
  }
};
