import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Limits the size of the files of a process, and of those that it starts from now on: writes fail as on a full disk. That
 * needs no root, only the `owner` of the process.
 */
export const limitFiles = async (
  pid: number,
  bytes: number | 'unlimited',
  owner: { uid?: number; gid?: number } = {},
): Promise<void> => {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], owner);
};
