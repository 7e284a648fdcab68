import { existsSync, readFileSync } from 'node:fs';

/** The unit in which Linux counts: USER_HZ, the same on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** Processor time of a process so far, and of every child of it that has ended, theirs included. */
export const readProcessorTimes = (pid: number): { ownMs: number; childrenMs: number } => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in brackets, with anything in it; these are the 14th to the 17th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
  return { ownMs: (utime + stime) * MS_PER_TICK, childrenMs: (cutime + cstime) * MS_PER_TICK };
};

/** Processor time of this process and of its children that have ended. Without /proc, of this process only. */
export const processorTimeMs = (): number => {
  const { user, system } = process.cpuUsage();
  const { childrenMs } = existsSync('/proc/self/stat')
    ? readProcessorTimes(process.pid)
    : { childrenMs: 0 };
  return (user + system) / 1_000 + childrenMs;
};
