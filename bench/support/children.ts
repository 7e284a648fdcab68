import type { ChildProcess } from 'node:child_process';

const alive = new Set<ChildProcess>();

/** A process that does not outlive this one, however this one ends (short of a kill -9). */
export const tracked = <C extends ChildProcess>(child: C): C => {
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return child;
};

process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
