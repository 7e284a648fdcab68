import type { Readable, Writable } from 'node:stream';
import { EXIT } from '../errors.ts';

/** Where a command speaks: results on stdout, everything for people on stderr. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  draw(text: string): void;
  /** Of stderr, where progress is drawn; null when it is no terminal. */
  columns(): number | null;
  readonly isOutTerminal: boolean;
  readonly stdin: Readable;
  /** For results that are files, and for those that must wait for their reader. */
  readonly stdout: Writable;
}

/** Of a terminal that does not say. */
const COLUMNS = 80;

export const processIo = (): Io => {
  const { stdin, stdout, stderr } = process;
  // `comanda listen --json | head -1` closes the pipe once it has its line.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.target);
  });
  // A closed stderr is no reason to leave the work half done.
  stderr.on('error', () => {});
  return {
    stdin,
    stdout,
    isOutTerminal: stdout.isTTY === true,
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    draw: (text) => void stderr.write(text),
    columns: () => (stderr.isTTY ? stderr.columns || COLUMNS : null),
  };
};
