import type { DatabaseSync } from 'node:sqlite';

/** Without a commit, or a command that waits for one, for so long, nobody is waiting. */
const QUIET_MS = 5;
/** Pages in the write-ahead log that are worth the two flushes of a checkpoint. */
const PAGES_MIN = 200;

/** Checkpoints while nobody commits. SQLite's own come with the commit that makes the log too long, and its sender waits. */
export const makeCheckpoints = (db: DatabaseSync): (() => void) => {
  const checkpoint = (): void => {
    if (!db.isOpen) return;
    try {
      const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {};
      if (Number(log) - Number(checkpointed) >= PAGES_MIN) {
        db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      }
    } catch {
      // Nothing is lost: it is all in the log. A disk that fails makes the next commit fail too.
    }
  };
  let timer: NodeJS.Timeout | null = null;
  return () => {
    if (timer === null) timer = setTimeout(checkpoint, QUIET_MS).unref();
    else timer.refresh();
  };
};
