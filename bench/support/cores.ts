import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The measured server and the load generator have a core each, so that neither takes time from the other. */
export const SERVER_CORE = 0;
export const GENERATOR_CORE = 1;
/**
 * For servers whose p99 is measured, without a fixed core, as operators run them: on a single core the main thread
 * would wait for the threads of the compiler, the garbage collector and PostgreSQL.
 */
export const NO_CORE: null = null;

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Pins a command to one core where the system allows it. The process keeps its id. */
export const pinned = (core: number | null, command: readonly string[]): readonly string[] =>
  canPin && core !== null ? ['taskset', '-c', String(core), ...command] : command;

/** Processor seconds that all threads of a process have used so far. */
export const cpuSeconds = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadSeconds(pid, thread), 0);

/** The first number of `schedstat` is in nanoseconds; `stat` counts only hundredths of a second. */
const threadSeconds = (pid: number, thread: string): number => {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10) / 1e9;
  } catch {
    // The thread has ended after the folder was read.
    return 0;
  }
};

/** Moves a running process to a core. */
export const pin = (pid: number, core: number | typeof NO_CORE): void => {
  const cores = core === NO_CORE ? `0-${availableParallelism() - 1}` : String(core);
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)]);
};
