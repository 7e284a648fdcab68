// The temporary folder of a whole run of tests, in memory where there is plenty of it: copying a database on a disk
// takes half a second of system time, here a twentieth of that.

import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../src/platform/error-codes.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'comanda-run-';
/** A run needs a gigabyte; the machine has to have some left for itself. */
const FREE_BYTES_MIN = 6 * 2 ** 30;

/** Sets TMPDIR for this process and those it starts, unless it is set; returns what takes the folder away again. */
export const makeRunFolder = (): (() => void) => {
  if (process.env['TMPDIR'] || !hasRoom()) return () => undefined;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
};

/** Removes the folders of killed runs: in memory, they would take up space until the machine is restarted. */
const removeAbandoned = (): void => {
  for (const name of readdirSync(MEMORY).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!isAlive(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};
