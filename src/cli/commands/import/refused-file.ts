import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { Failure } from '@comanda/command-line';
import { fileProblem } from '../../../platform/error-codes.ts';

const OWNER_ONLY = 0o600;

/** Made with the first line. A file of an earlier import, which somebody may be editing, gets another name. */
export const makeRefusedFile = (name: string | null) => {
  let file: number | null = null;
  const open = (path: string): number => {
    if (existsSync(path)) renameSync(path, `${path}.old`);
    return openSync(path, 'wx', OWNER_ONLY);
  };
  return {
    write(lines: string): void {
      if (name === null || lines === '') return;
      try {
        file ??= open(name);
        const bytes = Buffer.from(lines);
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      } catch (error) {
        throw new Failure(`cannot write ${name}: ${fileProblem(error)}`, { cause: error });
      }
    },
    /** Returns its name; null if it has no line. */
    close(): string | null {
      if (file !== null) closeSync(file);
      return file === null ? null : name;
    },
  };
};
