import type { DatabaseSync } from 'node:sqlite';

/** Nothing was committed for so long: whoever waited has been answered. */
const QUIET_MS = 5;
/** Pages of the write-ahead log that are worth two flushes. More at once would be felt. */
const PAGES_WORTH_IT = 200;

/**
 * Copies the write-ahead log into the database while nobody commits. Left to itself, SQLite does so at the
 * end of the commit that makes the log too long, and whoever sent that one waits for all of it. What is
 * given back is to be called after each commit.
 */
export const makeCheckpoints = (db: DatabaseSync, endRead: () => void): (() => void) => {
  let timer: NodeJS.Timeout | null = null;
  /** Since the timer was set. */
  let hasCommitted = false;

  const plan = (): void => {
    hasCommitted = false;
    timer = setTimeout(look, QUIET_MS);
    timer.unref();
  };

  const look = (): void => {
    timer = null;
    if (!db.isOpen) return;
    if (hasCommitted) {
      plan();
      return;
    }
    endRead();
    try {
      copyBack();
    } catch {
      // Nothing is lost: all of it is in the log. What ails the disk, the next commit says to somebody.
    }
  };

  const copyBack = (): void => {
    const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {};
    if (Number(log) - Number(checkpointed) >= PAGES_WORTH_IT) {
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    }
  };

  return () => {
    hasCommitted = true;
    if (timer === null) plan();
  };
};
