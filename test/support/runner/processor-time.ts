import { readFileSync } from 'node:fs';

/** The unit in which Linux counts: USER_HZ, the same on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time of this process and of every child that has ended, theirs included. 0 where there is no /proc. */
export const processorTimeMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + childrenMs();
};

const childrenMs = (): number => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The second field is a name in brackets, with anything in it; cutime and cstime are the 16th and 17th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
};
