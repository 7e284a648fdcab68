import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Failure } from '@comanda/command-line';
import { EXIT } from '../errors.ts';
import { lockPart } from './part-lock.ts';
import {
  type Done,
  NOTHING_DONE,
  type Target,
  withNamedErrors,
  wrapWriteErrors,
} from './target.ts';

/**
 * Writes to `FILE.part` and renames it once it is whole. A note, `FILE.part.json`, records how much of it is on disk:
 * after a crash, the rest is cut off. `identity` tells one export from another.
 */
export const openPartFile = async (path: string, identity: string): Promise<Target> => {
  const part = `${path}.part`;
  const lock = await wrapWriteErrors(path, () => lockPart(part, path));
  try {
    const target = withNamedErrors(
      await wrapWriteErrors(path, () => openLocked(path, part, identity)),
    );
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
  const file = await open(part, begun === null ? 'w' : 'r+', modeLike(path));
  let offset = begun?.bytes ?? 0;
  let isKept = begun !== null;
  await cutAt(file, offset);
  return {
    name: path,
    mayBlock: false,
    begun: begun ?? NOTHING_DONE,
    async write(data) {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      // FileHandle.write may write less than it was given.
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at, offset);
        at += bytesWritten;
        offset += bytesWritten;
      }
    },
    async keep(done) {
      await file.datasync();
      const text = JSON.stringify({ identity, done: { ...done, bytes: offset } });
      await writeFile(`${note}.new`, text);
      await rename(`${note}.new`, note);
      isKept = true;
    },
    kept: () => (isKept ? part : null),
    async restart() {
      await file.truncate(0);
      offset = 0;
      return true;
    },
    async finish() {
      await file.sync();
      await file.close();
      // The note goes first: a crash in between must not leave one without its part.
      isKept = false;
      for (const each of [note, `${note}.new`]) await rm(each, { force: true });
      await rename(part, path);
    },
    close: () => file.close().catch(() => undefined),
  };
};

/** A file that only its owner may read stays so; a read-only one is replaced, and its part may be resumed. */
const modeLike = (path: string): number | undefined => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there && (there.mode & 0o777) | 0o600;
};

/** Cuts off the rows behind the last note, which may not be on disk. A part that is shorter than its note is unusable. */
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
