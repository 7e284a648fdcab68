import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../platform/data-dir.ts';
import { codeOf, fileProblem } from '../platform/error-codes.ts';
import type { RandomBytes } from '../platform/random.ts';

const OWNER_ONLY = 0o600;

interface KeyFile {
  file: string;
  bytes: number;
  what: string;
  variable: string;
}

export const INGEST_KEY_FILE: KeyFile = {
  file: 'ingest.key',
  bytes: 24,
  what: 'the ingest key',
  variable: 'INGEST_KEY',
};

export const SECRETS_KEY_FILE: KeyFile = {
  file: 'secrets.key',
  bytes: 32,
  what: 'the key of the stored secrets',
  variable: 'SECRETS_KEY',
};

/** The key can be neither read nor made. The message is one line and says what to do. */
export class KeyFileError extends Error {
  override name = 'KeyFileError';
}

export const keyPath = (dataDir: string, { file }: KeyFile): string => join(dataDir, file);

export const readOrCreateKey = async (
  kind: KeyFile,
  dataDir: string,
  randomBytes: RandomBytes,
): Promise<string> => {
  const path = keyPath(dataDir, kind);
  try {
    const kept = await readKey(path);
    if (kept !== null) return kept;
    makeDataDir(dataDir);
    await createKey(path, randomBytes(kind.bytes).toHex(), randomBytes(6).toHex());
    const made = await readKey(path);
    if (made === null) throw new Error('the file is empty: remove it');
    return made;
  } catch (error) {
    throw new KeyFileError(
      `cannot keep ${kind.what} in ${path}: ${fileProblem(error)}; set ${kind.variable} or DATA_DIR`,
      { cause: error },
    );
  }
};

const readKey = async (path: string): Promise<string | null> => {
  try {
    return (await readFile(path, 'utf8')).trim() || null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** Writes the key durably, and never over a file that exists. */
const createKey = async (path: string, key: string, draftSuffix: string): Promise<void> => {
  const draft = `${path}.${draftSuffix}`;
  try {
    await writeFile(draft, `${key}\n`, { flag: 'wx', mode: OWNER_ONLY, flush: true });
    // `link` is atomic and never replaces a file: of two processes that start together one wins, and both read its key.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      // Some file systems have no links: there, the last of the two wins.
      return error.code === 'EEXIST' ? undefined : rename(draft, path);
    });
  } finally {
    await rm(draft, { force: true });
  }
};
