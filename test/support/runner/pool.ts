import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FileResult } from './run-file.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** The longest file takes a minute; a machine that others use as well may need many. */
const FILE_TIMEOUT_MS = 15 * 60_000;

interface PoolOptions {
  files: readonly string[];
  workers: number;
  /** Files that need a process in which nothing is loaded yet. */
  alone?: ReadonlySet<string>;
  fileTimeoutMs?: number;
  onResult(file: string, result: FileResult, durationMs: number): void;
}

/** Runs test files in so many processes, each file in the first that is free. */
export const runInPool = async (options: PoolOptions): Promise<void> => {
  const { files, workers, alone, fileTimeoutMs = FILE_TIMEOUT_MS, onResult } = options;
  const queue = [...files];
  const work = async (): Promise<void> => {
    let worker: ChildProcess | undefined;
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const isAlone = alone?.has(file);
      if (isAlone) await end(worker);
      if (isAlone || !worker?.connected) worker = fork(WORKER, { serialization: 'advanced' });
      const startedMs = performance.now();
      onResult(file, await runIn(worker, file, fileTimeoutMs), performance.now() - startedMs);
    }
    await end(worker);
  };
  await Promise.all(Array.from({ length: workers }, work));
};

const end = async (worker: ChildProcess | undefined): Promise<void> => {
  if (!worker?.connected) return;
  const ended = once(worker, 'exit');
  worker.disconnect();
  await ended;
};

const runIn = async (
  worker: ChildProcess,
  file: string,
  timeoutMs: number,
): Promise<FileResult> => {
  const done = new AbortController();
  const { signal } = done;
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    worker.kill('SIGKILL');
  }, timeoutMs);
  const onEnd = ([code, killed]: unknown[]): FileResult => {
    const report = isOverdue
      ? `not over after ${timeoutMs} ms: a test waits, or something was left open\n`
      : `the process ended (${killed ?? code}) in the middle of the file\n`;
    return { passed: 0, failed: 1, processorMs: 0, report };
  };
  worker.send(file);
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([result]) => result),
      once(worker, 'exit', { signal }).then(onEnd),
    ]);
  } finally {
    clearTimeout(timer);
    done.abort();
  }
};
