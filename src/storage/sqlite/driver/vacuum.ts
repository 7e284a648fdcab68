import { StorageBusyError } from '../../port/errors.ts';
import type { Connection } from './connection.ts';
import { busyOr } from './failures.ts';

/** Writes the whole file anew, and then empties the write-ahead log, which still holds what was. */
export const vacuumDatabase = ({ exec, get }: Connection): void => {
  try {
    exec('VACUUM');
    const checkpoint = get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
    if (checkpoint?.busy !== 0) {
      throw new StorageBusyError('another program is reading the database: run it again');
    }
  } catch (error) {
    throw busyOr(error);
  }
};
