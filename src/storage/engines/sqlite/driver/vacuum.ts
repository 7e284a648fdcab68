import { setTimeout as wait } from 'node:timers/promises';
import { StorageBusyError, StorageUnusableError } from '../../../port/errors.ts';
import type { Connection } from './connection.ts';
import { busyOr, lacksRoom } from './failures.ts';

/** SQLite waits for readers by itself, but not for the checkpoint of another process. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 50;

/** Rewrites the whole file, and then empties the write-ahead log, which still holds the old pages. */
export const vacuumDatabase = async ({ exec, get, waitForLocks }: Connection): Promise<void> => {
  const emptyLog = (): boolean =>
    get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0;
  waitForLocks(PATIENCE_MS);
  try {
    exec('VACUUM');
    for (const patience = AbortSignal.timeout(PATIENCE_MS); !emptyLog(); ) {
      if (patience.aborted) {
        throw new StorageBusyError('another program is reading the database: run it again');
      }
      await wait(RETRY_MS);
    }
  } catch (error) {
    if (!lacksRoom(error)) throw busyOr(error);
    throw new StorageUnusableError(
      'there is no room for two copies: one among temporary files (TMPDIR, or else /var/tmp), one beside the database',
      { cause: error },
    );
  } finally {
    waitForLocks(0);
  }
};
