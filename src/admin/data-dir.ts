import { stat } from 'node:fs/promises';

const OTHERS = 0o077;

/** Whether anybody but the owner may look into the folder; false for one that is not there. */
export const isOpenToOthers = async (dataDir: string): Promise<boolean> => {
  // Windows has no such bits: Node makes them up.
  if (process.platform === 'win32') return false;
  const found = await stat(dataDir).catch(() => null);
  return found !== null && (found.mode & OTHERS) !== 0;
};
