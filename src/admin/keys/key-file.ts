import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../../platform/data-dir.ts';
import { codeOf, fileProblem } from '../../platform/error-codes.ts';
import type { RandomBytes } from '../../platform/random.ts';
import type { Store } from '../../storage/port/store.ts';

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

/** The key in the file; null if there is none. */
export const readKeyFile = (kind: KeyFile, dataDir: string): Promise<string | null> =>
  explain(kind, dataDir, () => readKey(keyPath(dataDir, kind)));

interface SecretsPlace {
  secretsKeys: readonly string[] | null;
  dataDir: string;
}

/** The keys of the stored secrets. None is made while secrets are stored: it would be taken for the one that sealed them. */
export const openSecretsKeys = async (
  { secretsKeys, dataDir }: SecretsPlace,
  { webhooks }: Pick<Store, 'webhooks'>,
  randomBytes: RandomBytes,
): Promise<readonly string[]> => {
  if (secretsKeys !== null) return secretsKeys;
  const path = keyPath(dataDir, SECRETS_KEY_FILE);
  const kept = await readKeyFile(SECRETS_KEY_FILE, dataDir);
  if (kept !== null) return [kept];
  if ((await webhooks.sample()) !== null) {
    throw new KeyFileError(
      `the secrets of webhooks are encrypted with a key that is not in ${path}: set SECRETS_KEY to it, or put the file back`,
    );
  }
  return [await readOrCreateKey(SECRETS_KEY_FILE, dataDir, randomBytes)];
};

export const readOrCreateKey = (
  kind: KeyFile,
  dataDir: string,
  randomBytes: RandomBytes,
): Promise<string> =>
  explain(kind, dataDir, async () => {
    const path = keyPath(dataDir, kind);
    const kept = await readKey(path);
    if (kept !== null) return kept;
    makeDataDir(dataDir);
    await createKey(path, randomBytes(kind.bytes).toHex(), randomBytes(6).toHex());
    const made = await readKey(path);
    if (made === null) throw new Error('the file is empty: remove it');
    return made;
  });

const explain = async <T>(kind: KeyFile, dataDir: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new KeyFileError(
      `cannot keep ${kind.what} in ${keyPath(dataDir, kind)}: ${fileProblem(error)}; set ${kind.variable} or DATA_DIR`,
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
