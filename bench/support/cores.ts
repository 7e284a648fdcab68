import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** What is measured gets one core, what measures it another: neither may steal from the other. */
export const SERVER_CORE = 0;
export const GENERATOR_CORE = 1;

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** The command on one core, where the system lets us choose. The process keeps its id. */
export const pinned = (
  core: number | null,
  [program = '', ...args]: readonly string[],
): { program: string; args: string[] } =>
  canPin && core !== null
    ? { program: 'taskset', args: ['-c', String(core), program, ...args] }
    : { program, args };

const TICKS_PER_SECOND = 100;
/** Fields of proc(5) `stat` counted after the name, which may itself hold blanks. */
const [UTIME, STIME] = [11, 12];

/** Processor time that a process has used so far, in its own code and in the system's, in seconds. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_PER_SECOND;
};
