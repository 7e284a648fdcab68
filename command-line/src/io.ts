import { fstatSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { getSystemErrorMap } from 'node:util';
import { EXIT } from './errors.ts';
import { escapeControls } from './text.ts';

/** The input and output of a command: results go to stdout, everything for people to stderr. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  draw(text: string): void;
  /** The width of stderr, where progress is drawn; null if it is no terminal that can clear a line. */
  columns(): number | null;
  /** The width of stdout, where tables are printed; null if it is no terminal. */
  width(): number | null;
  /** Asks a yes-or-no question; null if there is no terminal to ask on. */
  confirm(question: string): Promise<boolean | null>;
  readonly stdin: Readable;
  /** For results that are files, and for results that need back-pressure. */
  readonly stdout: Writable;
}

/** The width of a terminal that does not tell its own. */
const COLUMNS_DEFAULT = 80;
export const CLEAR_LINE = '\r\x1b[K';

interface ProcessIoOptions {
  /** The environment variable TERM. */
  term: string | undefined;
  /** The exit code if stdout cannot be written. */
  outputFailed?: number;
}

export const processIo = ({ term, outputFailed = EXIT.failed }: ProcessIoOptions): Io => {
  const { stdin, stderr } = process;
  const canDraw = stderr.isTTY && term !== 'dumb';
  const stdout = fstatSync(process.stdout.fd).isFile() ? fileOutput() : process.stdout;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `comanda keys list | head -1` closes the pipe once it has its line.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok);
    // On a terminal a progress bar may be in the way.
    const clear = canDraw ? CLEAR_LINE : '';
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
    columns: () => (canDraw ? stderr.columns || COLUMNS_DEFAULT : null),
    width: () => (process.stdout.isTTY ? process.stdout.columns || COLUMNS_DEFAULT : null),
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

/** A disk that fills up takes only part of a write, which Node's own stream silently counts as all of it. */
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

/** The system's own text, because Node's differs: `ENOSPC: no space left on device, write` for a file, `write ENOSPC` for a pipe. */
const reasonOf = ({ errno = 0, message }: NodeJS.ErrnoException): string =>
  getSystemErrorMap().get(errno)?.[1] ?? message;

/**
 * Exits explicitly: a pipe that is still open on stdin must not keep a finished command alive. First waits until stdout
 * has taken everything or reported why it cannot: its `error` comes some ticks after the callback of the failed write.
 */
export const exitProcess = (code: number): void => {
  const { stdout } = process;
  process.exitCode = code;
  const exit = () => setImmediate(() => process.exit(code));
  // No empty write if nothing is buffered: /dev/full refuses even that, and a command without output would fail.
  if (stdout.writableLength === 0) exit();
  else stdout.write('', exit);
};
