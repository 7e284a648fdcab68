// A PostgreSQL 18 of our own, for tests, benchmarks and fault runs: started in a temporary folder from
// the binaries that come with the dependencies, gone when the process that asked for it is gone.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../../../src/platform/error-codes.ts';

export interface PostgresOptions {
  /** True: commits wait for the disk, as in production. Tests do not need that and leave it off. */
  readonly durable?: boolean;
  /** More settings of postgresql.conf; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Another PostgreSQL of this machine, 15 or newer: the folder that has its `bin`. */
  readonly installation?: string;
  /** Makes it a standby that follows this server, from a copy of its files. */
  readonly standbyOf?: Pick<Postgres, 'url' | 'data'>;
}

export interface Postgres {
  /** Superuser address of the `postgres` database, on a free loopback port. */
  readonly url: string;
  /** Its data folder. */
  readonly data: string;
  /** Ends the server with a signal (SIGINT: a fast stop, SIGQUIT: at once); its files stay. */
  down(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts the server again on the same files. */
  up(): Promise<void>;
  /** Stops every process of the server (SIGSTOP): connections stay open and nobody answers. */
  pause(): void;
  resume(): void;
  /** Ends the server and deletes its folder. */
  stop(): Promise<void>;
}

/** The keeper's messages to its parent: at the start, and after each order. */
export type Report =
  | { readonly url: string; readonly data: string; readonly pid: number }
  | { readonly problem: string };

/** The parent's orders to the keeper: end the server with a signal, or start it again. */
export type Order = { readonly down: NodeJS.Signals } | { readonly up: true };

/**
 * The server runs below a process of its own that lives as long as the channel to this one: even if
 * this process is killed, the channel closes and the server and its folder go away.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { PATH, TMPDIR, HOME } = process.env;
  const keeper = fork(
    fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url)),
    [JSON.stringify(options)],
    {
      // A process group of its own: Ctrl-C has to end the tests, but not the keeper, which cleans up after them.
      detached: true,
      env: { PATH, TMPDIR, HOME },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const heard = async () => {
    const report = await Promise.race([
      once(keeper, 'message').then(([message]) => message as Report),
      once(keeper, 'exit').then(
        ([code, signal]): Report => ({ problem: `its keeper ended early (${signal ?? code})` }),
      ),
    ]);
    if (!('problem' in report)) return report;
    throw new Error(
      `PostgreSQL could not be started for the tests: ${report.problem}\n` +
        'Set TEST_DATABASE_URL to use a server of your own.',
    );
  };
  let report = await heard();
  // The server does not keep the process of a caller alive that forgets to stop it.
  keeper.unref();
  keeper.channel?.unref();
  const order = async (what: Order): Promise<void> => {
    keeper.channel?.ref();
    keeper.send(what);
    report = await heard();
    keeper.channel?.unref();
  };
  return {
    url: report.url,
    data: report.data,
    down: (signal) => order({ down: signal }),
    up: () => order({ up: true }),
    pause: () => signalAll(report.pid, 'SIGSTOP'),
    resume: () => signalAll(report.pid, 'SIGCONT'),
    async stop() {
      if (keeper.exitCode !== null || keeper.signalCode !== null) return;
      keeper.ref();
      const exited = once(keeper, 'exit');
      if (keeper.connected) keeper.disconnect();
      await exited;
    },
  };
}

/** Signals the server first: once it is halted, it starts no more processes that the loop would miss. */
function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  send(pid, signal);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The second field is a name in brackets, with anything in it; the parent's id is the second field after it.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent === pid) send(Number(name), signal);
    } catch {
      // It has just ended.
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
