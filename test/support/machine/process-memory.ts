import { readFileSync } from 'node:fs';

/** The process's own memory: the system can reclaim the pages of a mapped database file. */
export const memoryMib = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return (kib('RssAnon') + kib('RssShmem')) / 1_024;
};
