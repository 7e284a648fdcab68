import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Failure } from '../../../../src/command-line/errors.ts';
import { EXIT } from '../errors.ts';
import { lockPart } from './part-lock.ts';
import { type Done, NOTHING_DONE, refusing, type Target } from './target.ts';

/**
 * A file that has its name only once it is whole. Until then it is `FILE.part`, and `FILE.part.json` says how far it
 * is sound: after a crash, what is behind that is cut off. `identity` tells one export from another.
 */
export const openPartFile = async (path: string, identity: string): Promise<Target> => {
  const part = `${path}.part`;
  const lock = await refusing(path, () => lockPart(part, path));
  try {
    const target = await refusing(path, () => openLocked(path, part, identity));
    return {
      ...target,
      finish: () => target.finish().then(lock.release),
      close: () => target.close().then(lock.release),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};

const openLocked = async (path: string, part: string, identity: string): Promise<Target> => {
  const note = `${part}.json`;
  const begun = existsSync(part) ? await readNote(note, identity) : null;
  // The note of another export must not vouch for what this one writes over its part.
  if (begun === null) await rm(note, { force: true });
  const file = await open(part, begun === null ? 'w' : 'r+');
  let offset = begun?.bytes ?? 0;
  let isKept = begun !== null;
  await cutAt(file, offset);
  return {
    name: path,
    mayBlock: false,
    begun: begun ?? NOTHING_DONE,
    write: (data) =>
      refusing(path, async () => {
        const bytes = typeof data === 'string' ? Buffer.from(data) : data;
        // FileHandle.write may write less than it was given.
        for (let at = 0; at < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, at, bytes.length - at, offset);
          at += bytesWritten;
          offset += bytesWritten;
        }
      }),
    keep: (done) =>
      refusing(path, async () => {
        await file.datasync();
        await writeFile(
          `${note}.new`,
          JSON.stringify({ identity, done: { ...done, bytes: offset } }),
        );
        await rename(`${note}.new`, note);
        isKept = true;
      }),
    kept: () => (isKept ? part : null),
    restart: () =>
      refusing(path, async () => {
        await file.truncate(0);
        offset = 0;
        return true;
      }),
    finish: () =>
      refusing(path, async () => {
        await file.sync();
        await file.close();
        // The note goes first: a crash in between must not leave one without its part.
        isKept = false;
        for (const each of [note, `${note}.new`]) await rm(each, { force: true });
        await rename(part, path);
      }),
    close: () => file.close().catch(() => undefined),
  };
};

/** Behind the last note there may be rows that were never kept. A part that is shorter than its note is none. */
const cutAt = async (file: FileHandle, size: number): Promise<void> => {
  const { size: there } = await file.stat();
  if (there < size)
    throw new Failure('the .part file is shorter than it was: delete it', { code: EXIT.target });
  await file.truncate(size);
};

const readNote = async (path: string, identity: string): Promise<Done | null> => {
  try {
    const note = JSON.parse(await readFile(path, 'utf8')) as { identity: string; done: Done };
    return note.identity === identity ? note.done : null;
  } catch {
    return null;
  }
};
