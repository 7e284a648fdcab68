import Database from 'libsql';
import { alreadyRunning, TargetFailure } from './target.ts';

export interface FileLock {
  release(): void;
}

/**
 * One sync a file. The lock is an open transaction on a file of its own beside it: the operating system ends it
 * with the process, however that dies, and readers of the mirror are not held up by it.
 */
export const lockFile = (file: string, name: string): FileLock => {
  const lock = (() => {
    try {
      return new Database(`${file}.lock`);
    } catch (error) {
      throw new TargetFailure(`${name}: no file can be written beside it`, { cause: error });
    }
  })();
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const isHeld = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    if (isHeld) throw alreadyRunning(name);
    throw new TargetFailure(`${name}: its lock ${file}.lock cannot be taken`, { cause: error });
  }
  return { release: () => void lock.close() };
};
