import { DatabaseSync } from 'node:sqlite';

/**
 * Whether this store is the one that sends. SQLite has one server, but nothing keeps a second from being
 * started on the same folder. A lock of the operating system on a file of its own tells them apart, and
 * is gone with the process that held it, however it ended: its successor need not wait for a lease.
 */
export const makeSenderLock = (databaseFile: string | null, onTaken: () => void) => {
  let lock: DatabaseSync | null = null;

  const take = (): boolean => {
    // A database in memory has no second server.
    const taken = new DatabaseSync(databaseFile === null ? ':memory:' : `${databaseFile}-sender`, {
      timeout: 0,
    });
    try {
      taken.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      taken.close();
      if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
        return false;
      throw error;
    }
    lock = taken;
    onTaken();
    return true;
  };

  return {
    isMine: (): boolean => lock !== null || take(),
    release() {
      lock?.close();
      lock = null;
    },
  };
};

const SQLITE_BUSY = 5;
