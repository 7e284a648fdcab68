import { mkdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const OWNER_ONLY = 0o700;
const OTHERS = 0o077;

/**
 * Makes the folder, and those above it, for their owner alone. Node's own `recursive` never ends where a folder that exists
 * takes no other, as /proc: not even a signal ends it.
 */
export const makeDataDir = (dataDir: string): void => {
  const folder = resolve(dataDir);
  if (isFolder(folder)) return;
  makeDataDir(dirname(folder));
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    // Another process that starts was faster.
    if (!isFolder(folder)) throw error;
  }
};

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Whether anybody but the owner may look into the folder; false for one that is not there. */
export const isOpenToOthers = async (dataDir: string): Promise<boolean> => {
  // Windows has no such bits: Node makes them up.
  if (process.platform === 'win32') return false;
  const found = await stat(dataDir).catch(() => null);
  return found !== null && (found.mode & OTHERS) !== 0;
};
