// The real program as a process of its own: to be stopped, killed, paused and started again.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { makeFolder, removeFolder } from './machine/folder.ts';
import type { Cleanup } from './service.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Characters of a long run's output that are kept. */
const OUTPUT_CHARS_MAX = 256 * 1_024;
const READY = /^ {2}Public +(\S+)\/api$[\s\S]*?^ {2}Private +(\S+)\/commands$/m;

interface ServerOptions {
  /** The whole environment except PATH; ports are free ones unless they are given. */
  env: Readonly<Record<string, string>>;
  /** Options of `serve`. */
  args?: readonly string[];
  /** Options of Node itself, e.g. `--import`. */
  nodeArgs?: readonly string[];
  /** Another build of the program: its `src/main.ts`. */
  main?: string;
  /** How many files it may have open (`ulimit -n`). */
  openFiles?: number;
  /** Called at once with the process id, so that a test can kill the process before it listens. */
  onSpawn?(pid: number): void;
}

export interface ServerEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Server {
  readonly pid: number;
  readonly publicUrl: string;
  readonly privateUrl: string;
  readonly dataDir: string;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<ServerEnd>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<ServerEnd>;
  /** Log lines and messages so far, to explain a failure. */
  output(): string;
  /** The output so far, which is then forgotten. */
  takeOutput(): string;
}

/** Starts `comanda serve`; resolves once it says where it listens. */
export const startServer = async (
  t: Cleanup,
  { env, args = [], nodeArgs = [], main = MAIN, openFiles, onSpawn }: ServerOptions,
): Promise<Server> => {
  const folder = makeFolder();
  const dataDir = env['DATA_DIR'] ?? join(folder, 'data');
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    'sh',
    [
      ...[
        '-c',
        openFiles === undefined ? 'exec "$@"' : `ulimit -n ${openFiles} && exec "$@"`,
        'sh',
      ],
      ...[process.execPath, ...nodeArgs, main, 'serve', '--no-demo', ...args],
    ],
    {
      // The developer's own settings stay out.
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: '0',
        PRIVATE_PORT: '0',
        LOG_LEVEL: 'warn',
        ...env,
        DATA_DIR: dataDir,
      },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  if (child.pid !== undefined) onSpawn?.(child.pid);
  let [output, greeting] = ['', ''];
  const ended = once(child, 'close').then(([code, signal]): ServerEnd => ({ code, signal }));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  t.after(async () => {
    if (isRunning()) child.kill('SIGKILL');
    await ended;
    removeFolder(folder);
  });
  const ready = new Promise<RegExpExecArray>((resolve) => {
    const hear = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-OUTPUT_CHARS_MAX);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear).on('data', (chunk: Buffer) => {
      greeting = (greeting + chunk.toString('utf8')).slice(0, OUTPUT_CHARS_MAX);
      const match = READY.exec(greeting);
      if (match !== null) resolve(match);
    });
  });
  const [, publicUrl = '', privateUrl = ''] = await Promise.race([
    ready,
    ended.then(({ code, signal }) => {
      throw new Error(`the service ended (${signal ?? code}) before it listened: ${output}`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    publicUrl,
    privateUrl,
    dataDir,
    ended,
    isRunning,
    kill: (signal) => void child.kill(signal),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    output: () => output,
    takeOutput() {
      const taken = output;
      output = '';
      return taken;
    },
  };
};
