import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import type { Cleanup } from '../service.ts';

/** The hierarchy of cgroups that counts memory, in the first version and in the second. */
const GROUPS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
];
const LOOK_MS = 10;

/**
 * A limit of memory for processes, which the kernel kills beyond it. Without the right to make a cgroup we do so
 * ourselves, by the memory that is theirs alone.
 */
export const makeMemoryLimit = (t: Cleanup, bytes: number): ((pid: number) => void) => {
  const folder = makeGroup(bytes);
  if (folder === null) return (pid) => watch(t, pid, bytes);
  process.once('exit', () => removeGroup(folder));
  return (pid) => writeFileSync(`${folder}/cgroup.procs`, String(pid));
};

const makeGroup = (bytes: number): string | null => {
  for (const { root, limit } of GROUPS) {
    const folder = `${root}/comanda-test-${process.pid}`;
    try {
      mkdirSync(folder);
      if (existsSync(`${folder}/${limit}`)) {
        writeFileSync(`${folder}/${limit}`, String(bytes));
        return folder;
      }
      rmdirSync(folder);
    } catch {
      // Not ours to make, or not mounted.
    }
  }
  return null;
};

/** Its processes are gone by now, but the kernel may still be counting. */
const removeGroup = (folder: string): void => {
  for (let left = 100; left > 0; left -= 1) {
    try {
      rmdirSync(folder);
      return;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
  }
};

const watch = (t: Cleanup, pid: number, bytes: number): void => {
  const timer = setInterval(() => {
    if (!existsSync(`/proc/${pid}/status`)) return clearInterval(timer);
    const [, kib = '0'] =
      /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    if (Number(kib) * 1_024 > bytes) process.kill(pid, 'SIGKILL');
  }, LOOK_MS);
  t.after(async () => clearInterval(timer));
};
