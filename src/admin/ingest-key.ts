import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RandomBytes } from '../random.ts';
import { fileProblem } from './file-problem.ts';
import { toHex } from './secrets.ts';

const KEY_BYTES = 24;
const OWNER_ONLY = 0o600;

export const ingestKeyFile = (dataDir: string): string => join(dataDir, 'ingest.key');

/** The key can be neither read nor made. The message is one line and says what to do. */
export class IngestKeyError extends Error {
  override name = 'IngestKeyError';
}

/** The key of the private door that a data folder keeps, made on first use. */
export const keptIngestKey = async (dataDir: string, randomBytes: RandomBytes): Promise<string> => {
  const file = ingestKeyFile(dataDir);
  try {
    return await readOrMake(file, dataDir, randomBytes);
  } catch (error) {
    throw new IngestKeyError(
      `cannot keep the ingest key in ${file}: ${fileProblem(error)}; set INGEST_KEY or DATA_DIR`,
      { cause: error },
    );
  }
};

const readOrMake = async (
  file: string,
  dataDir: string,
  randomBytes: RandomBytes,
): Promise<string> => {
  const kept = await readKey(file);
  if (kept !== null) return kept;

  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${toHex(randomBytes(6))}`;
  try {
    await writeDurably(draft, `${toHex(randomBytes(KEY_BYTES))}\n`);
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
