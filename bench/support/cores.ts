import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** What is measured gets one core, what measures it another: neither may steal from the other. */
export const SERVER_CORE = 0;
export const GENERATOR_CORE = 1;
/**
 * Of a server whose slowest answers are timed, as operators run it: held to one core, its main thread waits there for
 * the compiler's threads, the garbage collector's and those of PostgreSQL.
 */
export const NO_CORE: null = null;

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** The command on one core, where the system lets us choose. The process keeps its id. */
export const pinned = (
  core: number | null,
  [program = '', ...args]: readonly string[],
): { program: string; args: string[] } =>
  canPin && core !== null
    ? { program: 'taskset', args: ['-c', String(core), program, ...args] }
    : { program, args };

/** Processor time that a process has used so far, all its threads together, in seconds. */
export const cpuSeconds = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadSeconds(pid, thread), 0);

/** The first number of `schedstat` is nanoseconds; the one in `stat` would be hundredths of a second. */
const threadSeconds = (pid: number, thread: string): number => {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10) / 1e9;
  } catch {
    // It ended between the two looks.
    return 0;
  }
};

/** Moves a process that is already there. */
export const pin = (pid: number, core: number | typeof NO_CORE): void => {
  const cores = core === NO_CORE ? `0-${availableParallelism() - 1}` : String(core);
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)]);
};
