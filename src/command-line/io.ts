import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { EXIT } from './errors.ts';

/** Where a command speaks: results on stdout, everything for people on stderr. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  draw(text: string): void;
  /** Of stderr, where progress is drawn; null when it is no terminal. */
  columns(): number | null;
  /** Of stdout: how wide a table may be; null where nobody looks at it. */
  width(): number | null;
  /** The answer to a question with yes or no; null where there is nobody to ask. */
  confirm(question: string): Promise<boolean | null>;
  readonly stdin: Readable;
  /** For results that are files, and for those that must wait for their reader. */
  readonly stdout: Writable;
}

/** Of a terminal that does not say. */
const COLUMNS = 80;

export const processIo = ({ outputFailed = EXIT.failed as number } = {}): Io => {
  const { stdin, stdout, stderr } = process;
  // `comanda keys list | head -1` closes the pipe once it has its line.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : outputFailed);
  });
  // A closed stderr is no reason to leave the work half done.
  stderr.on('error', () => {});
  return {
    stdin,
    stdout,
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    draw: (text) => void stderr.write(text),
    columns: () => (stderr.isTTY ? stderr.columns || COLUMNS : null),
    width: () => (stdout.isTTY ? stdout.columns || COLUMNS : null),
    async confirm(question) {
      if (!stdin.isTTY || !stderr.isTTY) return null;
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return /^(?:y|yes|s|sí|si)$/i.test((await lines.question(`${question} [y/N] `)).trim());
      } finally {
        lines.close();
      }
    },
  };
};
