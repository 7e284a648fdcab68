import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const OWNER_ONLY = 0o600;

/** A secret of the demo in the data folder, so that what somebody copied works after a restart too. */
export const readKept = (dataDir: string, file: string): Promise<string | null> =>
  readFile(join(dataDir, file), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

/** Where the folder cannot be written, the next start makes another. */
export const keep = (dataDir: string, file: string, secret: string): Promise<void> =>
  mkdir(dataDir, { recursive: true, mode: 0o700 })
    .then(() => writeFile(join(dataDir, file), `${secret}\n`, { mode: OWNER_ONLY }))
    .catch(() => undefined);
