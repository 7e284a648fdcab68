import { spawn } from 'node:child_process';
import { openSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';
import { query } from './query.ts';

/** A PostgreSQL server of this machine that a test may stop as hardware does: without a word. */
export interface ServerNode {
  readonly url: string;
  /** It keeps its connections and answers nothing (SIGSTOP). */
  freeze(): void;
  thaw(): void;
  /** SIGKILL to all of its processes. */
  kill(): Promise<void>;
  /** Starts it again as it was, and waits until it answers. */
  start(): Promise<void>;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((each) => each !== '')
    .map(Number);

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, signal);
};

/** The address needs a role that may read where the server's files are. */
export const serverNode = async (url: string): Promise<ServerNode> => {
  const [found] = await query<{ data_directory: string }>(url, 'SHOW data_directory');
  const folder = found?.data_directory ?? '';
  const main = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const first = main();
  const program = readlinkSync(`/proc/${first}/exe`);
  const read = (file: string) =>
    readFileSync(`/proc/${first}/${file}`, 'utf8').split('\0').filter(Boolean);
  const [, ...args] = read('cmdline');
  const env = Object.fromEntries(
    read('environ').map((each) => each.split(/=(.*)/s, 2) as [string, string]),
  );
  const log = readlinkSync(`/proc/${first}/fd/2`);
  const { uid, gid } = statSync(folder);
  const answers = () =>
    query(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
  return {
    url,
    // The server first: once it is halted, it starts no more processes that would be missed.
    freeze() {
      const pid = main();
      process.kill(pid, 'SIGSTOP');
      signalAll(childrenOf(pid), 'SIGSTOP');
    },
    thaw() {
      const pid = main();
      signalAll([...childrenOf(pid), pid], 'SIGCONT');
    },
    async kill() {
      const pid = main();
      process.kill(pid, 'SIGSTOP');
      const pids = [...childrenOf(pid), pid];
      signalAll(pids, 'SIGKILL');
      await until(() => !pids.some(isRunning));
    },
    async start() {
      const output = openSync(log, 'a');
      spawn(program, args, {
        uid,
        gid,
        cwd: folder,
        env,
        detached: true,
        stdio: ['ignore', output, output],
      }).unref();
      await until(answers);
    },
  };
};
