import { rmSync, statSync, writeFileSync } from 'node:fs';
import { Failure } from '@comanda/command-line';
import { EXIT } from '../errors.ts';
import type { FileLock } from '../file-lock.ts';

/** Allows one export per file. Unlike a sync's, the lock file is deleted with the lock: only the export is to remain. */
export const lockPart = async (part: string, name: string): Promise<FileLock> => {
  // Loaded on demand: an export to standard output needs no lock, and no library for it.
  const { lockFile } = await import('../file-lock.ts');
  const file = `${part}.lock`;
  const held = new Failure(`another export is writing to ${name}: this one stops`, {
    code: EXIT.target,
  });
  const inode = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  writeFileSync(file, '', { flag: 'a' });
  const before = inode();
  const lock = lockFile(part, { name, held });
  // An export that ended just now has deleted the file that we opened: a lock on that excludes nobody.
  if (inode() !== before) {
    lock.release();
    throw held;
  }
  return {
    release() {
      // Deleted before others can lock it. Windows keeps a file that is open, which does no harm.
      try {
        rmSync(file, { force: true });
      } catch {}
      lock.release();
    },
  };
};
