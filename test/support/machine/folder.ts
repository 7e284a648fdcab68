import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

process.once('exit', () => made.forEach(removeFolder));

/** A folder of its own, deleted when this process ends: after everything that has files in it. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-test-'));
  made.add(folder);
  return folder;
};

/** For what fills the disk before then. */
export const removeFolder = (folder: string): void => {
  made.delete(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
