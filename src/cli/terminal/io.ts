import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { EXIT } from '../errors.ts';

/** Where a command speaks: results on stdout, everything for people on stderr. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  draw(text: string): void;
  columns(): number | null;
  /** How wide a table may be; null where nobody looks at it. */
  width(): number | null;
  /** The answer to a question with yes or no; null where there is nobody to ask. */
  confirm(question: string): Promise<boolean | null>;
  readonly stdin: Readable;
}

export const processIo = (): Io => {
  const { stdin, stdout, stderr } = process;
  // `comanda keys list | head -1` closes the pipe once it has its line.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed);
  });
  // A closed stderr is no reason to leave the work half done.
  stderr.on('error', () => {});
  return {
    stdin,
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    draw: (text) => void stderr.write(text),
    columns: () => (stderr.isTTY ? stderr.columns : null),
    width: () => (stdout.isTTY ? stdout.columns : null),
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
