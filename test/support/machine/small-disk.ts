import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Cleanup } from '../service.ts';
import { makeFolder } from './folder.ts';

const run = promisify(execFile);

/** Mounts a small disk, until the end; null without the permission to do so. */
export const mountSmall = async (t: Cleanup, mebibytes: number): Promise<string | null> => {
  const folder = makeFolder();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  t.after(async () => void (await run('umount', ['-l', folder])));
  return folder;
};
