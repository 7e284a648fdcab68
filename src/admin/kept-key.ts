import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RandomBytes } from '../random.ts';
import { fileProblem } from './file-problem.ts';
import { toHex } from './secrets.ts';

const OWNER_ONLY = 0o600;

/** A key that a data folder keeps, unless the environment sets it. */
export interface KeptKey {
  file: string;
  bytes: number;
  /** How messages call it. */
  what: string;
  variable: string;
}

/** The key of the private door. */
export const INGEST: KeptKey = {
  file: 'ingest.key',
  bytes: 24,
  what: 'the ingest key',
  variable: 'INGEST_KEY',
};

/** What the signing secrets of webhooks are sealed with. */
export const SECRETS: KeptKey = {
  file: 'secrets.key',
  bytes: 32,
  what: 'the key of the stored secrets',
  variable: 'SECRETS_KEY',
};

export const keyFile = (dataDir: string, { file }: KeptKey): string => join(dataDir, file);

/** The key can be neither read nor made. The message is one line and says what to do. */
export class KeptKeyError extends Error {
  override name = 'KeptKeyError';
}

/** The key that a data folder keeps, made on first use. */
export const keptKey = async (
  kind: KeptKey,
  dataDir: string,
  randomBytes: RandomBytes,
): Promise<string> => {
  const file = keyFile(dataDir, kind);
  try {
    return await readOrMake(file, dataDir, toHex(randomBytes(kind.bytes)), randomBytes);
  } catch (error) {
    throw new KeptKeyError(
      `cannot keep ${kind.what} in ${file}: ${fileProblem(error)}; set ${kind.variable} or DATA_DIR`,
      { cause: error },
    );
  }
};

const readOrMake = async (
  file: string,
  dataDir: string,
  fresh: string,
  randomBytes: RandomBytes,
): Promise<string> => {
  const kept = await readKey(file);
  if (kept !== null) return kept;

  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${toHex(randomBytes(6))}`;
  try {
    await writeDurably(draft, `${fresh}\n`);
    // Linking is all or nothing and never replaces: of two that start together one wins, both read it.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      // Some file systems have no links; there, the last of the two wins.
      return error.code === 'EEXIST' ? undefined : rename(draft, file);
    });
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKey(file);
  if (made === null) throw new Error('the file is empty: remove it');
  return made;
};

const readKey = async (file: string): Promise<string | null> => {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

const writeDurably = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};
