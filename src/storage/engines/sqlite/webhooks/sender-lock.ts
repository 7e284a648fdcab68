import { DatabaseSync } from 'node:sqlite';
import type { Connection } from '../driver/connection.ts';
import { busyOr, isLocked, unusable } from '../driver/failures.ts';

const FREE_ALL = 'UPDATE webhooks SET lease_holder = NULL WHERE lease_holder IS NOT NULL';

/** Lets one process per data folder send. The system drops the file lock when it ends: its successor need not wait for leases. */
export const makeSenderLock = ({ db, run, transaction }: Connection) => {
  const databaseFile = db.location();
  // No other process can open a database in memory.
  const lockFile = databaseFile === null ? ':memory:' : `${databaseFile}-sender`;
  let lock: DatabaseSync | null = null;

  const take = (): boolean => {
    const taken = openLock(lockFile);
    try {
      if (!lockWhole(taken, lockFile)) return false;
      // The previous holder of lanes has died, and with it the monotonic clock that its leases go by.
      transaction(() => run(FREE_ALL));
      lock = taken;
      return true;
    } finally {
      if (lock !== taken) taken.close();
    }
  };

  return {
    isMine: (): boolean => lock !== null || take(),
    release() {
      lock?.close();
      lock = null;
    },
  };
};

const openLock = (file: string): DatabaseSync => {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw unusable(error, file);
  }
};

/** False while another process has it. */
const lockWhole = (lock: DatabaseSync, file: string): boolean => {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isLocked(busyOr(error))) return false;
    throw unusable(error, file);
  }
};
