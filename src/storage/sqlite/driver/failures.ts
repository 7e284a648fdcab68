import { StorageBusyError } from '../../port/errors.ts';

/** SQLite's primary result codes that pass by themselves, or once an operator has made room. */
const [BUSY, LOCKED, IOERR, FULL] = [5, 6, 10, 13];

/** The primary code of an error that SQLite reported, or null for any other. */
export const resultCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;

/**
 * What a caller should see: a database that another holds or that has no room is busy, and everybody
 * may come back. Anything else is a fault of ours and stays what it is.
 */
export const busyOr = (error: unknown): unknown => {
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return new StorageBusyError('the database is locked by another program', { cause: error });
    case FULL:
      return new StorageBusyError('the database has no room to grow: the disk is full', {
        cause: error,
      });
    case IOERR:
      return new StorageBusyError('the disk of the database reports an error or is full', {
        cause: error,
      });
    default:
      return error;
  }
};
