import type { DatabaseSync } from 'node:sqlite';

/** After this time without a commit, or a command that waits for one, nobody is waiting. */
const QUIET_MS = 5;
/** Pages in the write-ahead log from which a checkpoint is worth its two flushes. */
const PAGES_MIN = 200;

/** Checkpoints while nobody commits. SQLite's own checkpoint is part of the commit that makes the log too long: its sender waits. */
export const makeCheckpoints = (db: DatabaseSync): (() => void) => {
  const checkpoint = (): void => {
    if (!db.isOpen) return;
    try {
      const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {};
      if (Number(log) - Number(checkpointed) >= PAGES_MIN) {
        db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      }
    } catch {
      // Nothing is lost: the pages stay in the write-ahead log. If the disk fails, the next commit fails too.
    }
  };
  let timer: NodeJS.Timeout | null = null;
  return () => {
    if (timer === null) timer = setTimeout(checkpoint, QUIET_MS).unref();
    else timer.refresh();
  };
};
