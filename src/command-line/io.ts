import { fstatSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { getSystemErrorMap } from 'node:util';
import { EXIT } from './errors.ts';
import { escapeControls } from './text.ts';

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
export const CLEAR_LINE = '\r\x1b[K';

export const processIo = ({ outputFailed = EXIT.failed as number } = {}): Io => {
  const { stdin, stderr } = process;
  const stdout = fstatSync(process.stdout.fd).isFile() ? fileOutput() : process.stdout;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `comanda keys list | head -1` closes the pipe once it has its line.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok);
    // On a terminal a progress bar may be in the way.
    const clear = stderr.isTTY ? CLEAR_LINE : '';
    stderr.write(`${clear}comanda: standard output cannot be written: ${reasonOf(error)}\n`);
    process.exit(outputFailed);
  });
  // A closed stderr is no reason to leave the work half done.
  stderr.on('error', () => {});
  return {
    stdin,
    stdout,
    out: (line) => void stdout.write(`${escapeControls(line)}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    draw: (text) => void stderr.write(text),
    columns: () => (stderr.isTTY ? stderr.columns || COLUMNS : null),
    width: () => (process.stdout.isTTY ? process.stdout.columns || COLUMNS : null),
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

/** A disk that fills up takes a part of a write: Node's own stream counts that as all of it, and says nothing. */
const fileOutput = (): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        writeFileSync(process.stdout.fd, chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });

/** In the system's words: a file says `ENOSPC: no space left on device, write`, a pipe only `write ENOSPC`. */
const reasonOf = ({ errno = 0, message }: NodeJS.ErrnoException): string =>
  getSystemErrorMap().get(errno)?.[1] ?? message;

/**
 * Exits by itself rather than when nothing is left to wait for: a pipe that is still open on stdin must not keep a
 * finished command alive. Waits until stdout has taken everything, or has said why it does not: its `error` comes
 * some ticks after the callback of the write that failed.
 */
export const exitProcess = (code: number): void => {
  const { stdout } = process;
  process.exitCode = code;
  const exit = () => setImmediate(() => process.exit(code));
  // No empty write without need: /dev/full refuses even that, of a command that had nothing to say.
  if (stdout.writableLength === 0) exit();
  else stdout.write('', exit);
};
