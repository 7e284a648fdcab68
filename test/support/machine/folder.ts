import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

process.once('exit', () => made.forEach(removeFolder));

/** Makes a folder that is deleted when this process ends, after everything that has files in it. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-test-'));
  made.add(folder);
  return folder;
};

/** Removes a folder at once, for tests that would fill the disk by the end of the process. */
export const removeFolder = (folder: string): void => {
  made.delete(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
