// A PostgreSQL 18 of our own, for tests, benchmarks and fault runs: started in a temporary folder from
// the binaries that come with the dependencies, gone when the process that asked for it is gone.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface PostgresOptions {
  /** True: commits wait for the disk, as in production. Tests need no disk and leave it off. */
  readonly durable?: boolean;
  /** More settings of postgresql.conf; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Another PostgreSQL of this machine, 15 or newer: the folder that has its `bin`. */
  readonly installation?: string;
}

export interface Postgres {
  /** Superuser address of the `postgres` database, on a free loopback port. */
  readonly url: string;
  /** Ends the server and deletes its folder. */
  stop(): Promise<void>;
}

/** What the server process tells its parent, once. */
export type Report = { readonly url: string } | { readonly problem: string };

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
      // Out of the terminal's process group: Ctrl-C must end the tests, not the cleaning up after them.
      detached: true,
      env: { PATH, TMPDIR, HOME },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const report = await Promise.race([
    once(keeper, 'message').then(([message]) => message as Report),
    once(keeper, 'exit').then(
      ([code, signal]): Report => ({ problem: `its keeper ended early (${signal ?? code})` }),
    ),
  ]);
  if ('problem' in report) {
    throw new Error(
      `PostgreSQL could not be started for the tests: ${report.problem}\n` +
        'Set TEST_DATABASE_URL to use a server of your own.',
    );
  }
  // A caller that forgets to stop is not kept alive by the server.
  keeper.unref();
  keeper.channel?.unref();
  return {
    url: report.url,
    async stop() {
      if (keeper.exitCode !== null || keeper.signalCode !== null) return;
      keeper.ref();
      const exited = once(keeper, 'exit');
      if (keeper.connected) keeper.disconnect();
      await exited;
    },
  };
}
