import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Failure } from '../../../../src/command-line/errors.ts';
import type { Io } from '../../../../src/command-line/io.ts';
import { EXIT } from '../errors.ts';

/** How far an export has come. */
export interface Done {
  /** The last order whose rows are all written. */
  lastId: string | null;
  /** Where the log of events was before the first row. */
  posicion: string | null;
  orders: number;
  rows: number;
  bytes: number;
}

export const NOTHING_DONE: Done = { lastId: null, posicion: null, orders: 0, rows: 0, bytes: 0 };

/** Where an export goes. */
export interface Target {
  readonly name: string;
  /** A write may wait for ever, and the process cannot exit by itself meanwhile: only a signal's default ends it. */
  readonly mayBlock: boolean;
  /** What an earlier run of the same export left. */
  readonly begun: Done;
  write(data: string | Uint8Array): Promise<void>;
  /** Everything written so far is whole, and will not be asked for again. */
  keep(done: Done): Promise<void>;
  /** The file that the same export goes on with later; null: it begins anew. */
  kept(): string | null;
  /** Begins anew; false where that cannot be. */
  restart(): Promise<boolean>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A pipe has no second chance, but needs none for rows: they are written when they are whole. */
export const stdoutTarget = (io: Io): Target => ({
  name: 'standard output',
  mayBlock: false,
  ...writeThrough((data) => new Promise((resolve) => io.stdout.write(data, () => resolve()))),
  finish: async () => undefined,
  close: async () => undefined,
});

/** A device or a named pipe: a file that is renamed to its name would take its place. */
export const openDevice = async (path: string): Promise<Target> => {
  // Nothing is created: if it has gone since it was looked at, that is an error.
  const file = await refusing(path, () => open(path, constants.O_WRONLY));
  return {
    name: path,
    mayBlock: true,
    ...writeThrough((data) => refusing(path, () => file.writeFile(data))),
    finish: () => refusing(path, () => file.close()),
    close: () => file.close().catch(() => undefined),
  };
};

const writeThrough = (write: Target['write']) => {
  let isUntouched = true;
  return {
    begun: NOTHING_DONE,
    write: (data: string | Uint8Array) => {
      isUntouched = false;
      return write(data);
    },
    keep: async () => undefined,
    kept: () => null,
    restart: async () => isUntouched,
  };
};

export const refusing = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
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
