import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../src/cli/cli.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { captureIo } from './captured-io.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Result {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly result: Promise<Result>;
}

interface RunOptions {
  env?: Record<string, string>;
  input?: string | Uint8Array;
}

/** Installs the program (by default this checkout's) with a data folder of its own, as an operator runs it. */
export const installComanda = (t: Pick<TestContext, 'after'>, main: string = MAIN) => {
  const folder = makeFolder();
  const dataDir = join(folder, 'data');
  // The developer's own settings stay out.
  const inherited = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: dataDir,
  };

  const launch = (
    program: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Running => {
    const child = spawn(program, args, { env: { ...inherited, ...env }, cwd: folder });
    t.after(() => child.kill('SIGKILL'));
    // A child that ends early closes the pipe; only its output counts.
    child.stdin.on('error', () => {});
    return { child, result: collect(child) };
  };

  /** `input` undefined leaves stdin open. */
  const start = (args: readonly string[], { env, input }: RunOptions = {}): Running => {
    const running = launch(process.execPath, [main, ...args], env);
    if (input !== undefined) running.child.stdin.end(input);
    return running;
  };

  /** Like `start`, but no file can grow beyond `blocks` blocks. */
  const startWithin = (
    blocks: number,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Running => {
    const limited = `ulimit -f ${blocks}; exec "$0" "$@"`;
    return launch('sh', ['-c', limited, process.execPath, main, ...args], env);
  };

  /** Like `start`, in a terminal of 80 columns: a pseudo-terminal that `script` opens, whose output comes as stdout. */
  const startInTerminal = (args: readonly string[], env: Record<string, string> = {}): Running => {
    const words = [process.execPath, main, ...args].map((word) => `'${word}'`).join(' ');
    const inTerminal = ['-qec', `stty cols 80; exec ${words}`, '/dev/null'];
    return launch('script', inTerminal, { TERM: 'xterm', SHELL: '/bin/sh', ...env });
  };

  const runProcess = (args: readonly string[], options: RunOptions = {}): Promise<Result> =>
    start(args, { input: '', ...options }).result;

  /** Like `runProcess`, on a full disk: each write to its stdout fails with ENOSPC. */
  const runOnFullDisk = async (args: readonly string[], env: Record<string, string> = {}) => {
    // Not `w`, which would create a file of this name where the device does not exist.
    const full = openSync('/dev/full', 'r+');
    const child = spawn(process.execPath, [main, ...args], {
      stdio: ['ignore', full, 'pipe'],
      env: { ...inherited, ...env },
      cwd: folder,
    });
    closeSync(full);
    t.after(() => child.kill('SIGKILL'));
    const [stderr, [code]] = await Promise.all([
      text(child.stderr as Readable),
      once(child, 'close'),
    ]);
    return { code: code as number | null, stderr };
  };

  /**
   * Runs a command in this process: starting a process costs more than most commands, and src/main.ts adds only the
   * umask, signals and pipes, which other tests check on real processes. Paths have to be absolute.
   */
  const run = async (
    args: readonly string[],
    { env = {}, input }: RunOptions = {},
  ): Promise<Result> => {
    const { said, io } = captureIo(input);
    const code = await runCli(args, io, { ...inherited, ...env });
    return { code, signal: null, stdout: said.out, stderr: said.err };
  };

  return { folder, dataDir, start, startWithin, startInTerminal, run, runProcess, runOnFullDisk };
};

const collect = async (child: ChildProcessWithoutNullStreams): Promise<Result> => {
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, signal, stdout, stderr };
};

/** Resolves once the program's output matches. */
export const said = async (
  { child, result }: Running,
  stream: 'stdout' | 'stderr',
  pattern: RegExp,
): Promise<RegExpExecArray> => {
  let heard = '';
  const listening = new Promise<RegExpExecArray>((resolve) => {
    child[stream].on('data', (chunk: Buffer) => {
      heard += chunk.toString('utf8');
      const match = pattern.exec(heard);
      if (match !== null) resolve(match);
    });
  });
  const ended = result.then(({ code, stderr }) => {
    throw new Error(`ended with ${code} before it said ${pattern}: ${heard}\n${stderr}`);
  });
  return Promise.race([listening, ended]);
};

/** A restaurant and the given commands, as NDJSON. */
export const ndjson = (...commands: readonly object[]): string =>
  commands.map((command) => `${JSON.stringify(command)}\n`).join('');
