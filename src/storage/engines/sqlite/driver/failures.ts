import { StorageBusyError, StorageUnusableError } from '../../../port/errors.ts';

/** The primary result code of an error that SQLite reported, or null for any other error. */
const resultCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;

/** Result codes of failures that pass by themselves, or once an operator has acted. */
const BUSY: Record<number, string> = {
  5: 'the database is locked by another program',
  6: 'the database is locked by another program',
  8: 'the database cannot be written: check the permissions of its file and folder',
  10: 'the disk of the database reports an error or is full',
  13: 'the database has no room to grow: the disk is full',
};

/** Turns a failure that may pass into StorageBusyError. Any other error is a bug of ours and stays as it is. */
export const busyOr = (error: unknown): unknown => {
  const message = BUSY[resultCode(error) ?? -1];
  return message === undefined ? error : new StorageBusyError(message, { cause: error });
};

/** Whether another program holds the lock: every retry would wait as long. On a full disk, a smaller write may still succeed. */
export const isLocked = (error: unknown): boolean =>
  error instanceof StorageBusyError && [5, 6].includes(resultCode(error.cause) ?? -1);

/** Whether a file could not grow or could not be created. */
export const lacksRoom = (error: unknown): boolean => [13, 14].includes(resultCode(error) ?? -1);

/** Advice for operators on result codes at the start of the service. */
const ADVICE: Record<number, string> = {
  5: 'is locked by another program; stop it or wait for it, then try again',
  6: 'is locked by another program; stop it or wait for it, then try again',
  8: 'cannot be written: check the permissions of the file and its folder',
  10: 'cannot be read or written: the disk reports an error or is full',
  11: 'is damaged; restore it from a backup',
  13: 'has no room to grow: its disk is full, or the disk of temporary files (TMPDIR) is',
  14: 'cannot be opened: check that this user may read and write it and its folder, which needs room for another file',
  26: 'is not a SQLite database',
};

export const unusable = (error: unknown, file: string): unknown => {
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
