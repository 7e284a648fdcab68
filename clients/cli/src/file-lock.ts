import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, Failure } from '@comanda/command-line';
import Database from 'libsql';
import { EXIT } from './errors.ts';

export interface FileLock {
  release(): void;
}

/**
 * Allows one sync, or one export, per file: the second fails with `held`. The lock is an open transaction on a
 * separate file: the operating system ends it with the process, however that dies, and readers of a mirror are not
 * blocked by it.
 */
export const lockFile = (
  file: string,
  { name, held }: { name: string; held: Failure },
): FileLock => {
  const refuse = (line: string, cause: unknown): Failure =>
    new Failure(`${name}: ${line}`, { code: EXIT.target, cause });
  const lock = (() => {
    try {
      return new Database(`${file}.lock`);
    } catch (error) {
      const isMissing = !existsSync(dirname(file));
      throw refuse(
        isMissing ? 'there is no such folder' : 'no file can be written beside it',
        error,
      );
    }
  })();
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw codeOf(error) === 'SQLITE_BUSY'
      ? held
      : refuse(`its lock ${file}.lock cannot be taken`, error);
  }
  return { release: () => void lock.close() };
};
