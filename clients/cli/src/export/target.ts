import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Io } from '@comanda/command-line';
import { Failure } from '@comanda/command-line';
import { EXIT } from '../errors.ts';

/** How far an export has come. */
export interface Done {
  /** The last order whose rows are all written. */
  lastId: string | null;
  /** The log's position before the first row. */
  posicion: string | null;
  orders: number;
  rows: number;
  bytes: number;
}

export const NOTHING_DONE: Done = { lastId: null, posicion: null, orders: 0, rows: 0, bytes: 0 };

/** Where an export goes. */
export interface Target {
  readonly name: string;
  /** A write may block for ever and keep the process from exiting: only a signal's default action ends it. */
  readonly mayBlock: boolean;
  /** How far an earlier run of the same export came. */
  readonly begun: Done;
  write(data: string | Uint8Array): Promise<void>;
  /** Records that everything written so far is whole: it is not requested again. */
  keep(done: Done): Promise<void>;
  /** The file with which the same export resumes later; null: it starts over. */
  kept(): string | null;
  /** Starts over; false if the target cannot. */
  restart(): Promise<boolean>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

export const stdoutTarget = (io: Io): Target =>
  passOn(
    'standard output',
    (data) => new Promise((resolve) => io.stdout.write(data, () => resolve())),
  );

/** It cannot start over. Rows never need it to: they are written only once they are whole. */
export const passOn = (name: string, write: Target['write']): Target => {
  let isUntouched = true;
  return {
    name,
    mayBlock: false,
    begun: NOTHING_DONE,
    write(data) {
      isUntouched = false;
      return write(data);
    },
    keep: async () => undefined,
    kept: () => null,
    restart: async () => isUntouched,
    finish: async () => undefined,
    close: async () => undefined,
  };
};

/** A device or a named pipe: renaming a file to its name would replace it. */
export const openDevice = async (path: string): Promise<Target> => {
  // Without O_CREAT: it is an error if the path has vanished since it was checked.
  const file = await wrapWriteErrors(path, () => open(path, constants.O_WRONLY));
  return withNamedErrors({
    ...passOn(path, (data) => file.writeFile(data)),
    mayBlock: true,
    finish: () => file.close(),
    close: () => file.close().catch(() => undefined),
  });
};

/** The same target, whose errors name it. */
export const withNamedErrors = (target: Target): Target => {
  const { name } = target;
  return {
    ...target,
    write: (data) => wrapWriteErrors(name, () => target.write(data)),
    keep: (done) => wrapWriteErrors(name, () => target.keep(done)),
    restart: () => wrapWriteErrors(name, () => target.restart()),
    finish: () => wrapWriteErrors(name, () => target.finish()),
  };
};

/** Errors of `work` become a Failure that names the file. */
export const wrapWriteErrors = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`, {
      code: EXIT.target,
      cause: error,
    });
  }
};
