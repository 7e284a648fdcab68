import { mkdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const OWNER_ONLY = 0o700;
const OTHERS = 0o077;

/**
 * Creates the folder and its missing parents, for their owner alone. Node's own `recursive` loops for ever below a folder that
 * exists but takes no new one, such as /proc: not even a signal ends it.
 */
export const makeDataDir = (dataDir: string): void => {
  const folder = resolve(dataDir);
  if (isFolder(folder)) return;
  makeDataDir(dirname(folder));
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    // Another process, starting at the same time, was faster.
    if (!isFolder(folder)) throw error;
  }
};

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Whether anybody but the owner may look into the folder; false if there is none. */
export const isOpenToOthers = async (dataDir: string): Promise<boolean> => {
  // Windows has no permission bits: Node makes them up.
  if (process.platform === 'win32') return false;
  const found = await stat(dataDir).catch(() => null);
  return found !== null && (found.mode & OTHERS) !== 0;
};
