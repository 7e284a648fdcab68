import { type Server, type ServerEnd, startServer } from '../../test/support/server.ts';
import { type Cleanup, INGEST_KEY } from '../../test/support/service.ts';
import type { Random } from '../random.ts';
import type { Database } from './database.ts';

/** The processes of the service, by index. They are killed and restarted; clients ask for the current address. */
export interface Processes {
  /** The address of a running process, or of the last one that ran. */
  publicUrl(random: Random): string;
  privateUrl(random: Random): string;
  start(index: number): Promise<Server>;
  /** Starts a process and kills it so soon that it may not be listening yet. */
  startAndKill(afterMs: number): Promise<void>;
  /** Ends a process with SIGKILL. */
  kill(index: number): Promise<void>;
  /** Ends a process with SIGTERM. */
  stop(index: number): Promise<void>;
  server(index: number): Server;
  /** Selects the build of processes that are started from now on by its `src/main.ts`: at first this checkout. */
  useBuild(main: string): void;
  /** Starts every process that is not running. */
  startAll(): Promise<void>;
  readonly counts: Readonly<{ kills: number; starts: number }>;
  /** Processes that ended unexpectedly or with a failure. */
  readonly problems: readonly string[];
  output(): string;
}

interface ProcessesOptions {
  database: Database;
  count: number;
  env: Record<string, string>;
  nodeArgs: readonly string[];
}

const SECRETS_KEY = 'una-llave-que-comparten-todos-los-procesos';

export const makeProcesses = (
  t: Cleanup,
  { database, count, env, nodeArgs }: ProcessesOptions,
): Processes => {
  const servers: (Server | null)[] = Array.from({ length: count }, () => null);
  const all: Server[] = [];
  const problems: string[] = [];
  const counts = { kills: 0, starts: 0 };
  let build: string | null = null;
  const settings = {
    INGEST_KEY,
    SECRETS_KEY,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    DATA_DIR: database.dataDir,
    ...(database.url !== null && { DATABASE_URL: database.url }),
    ...env,
  };

  const choose = (random: Random): Server => {
    const running = servers.filter((each) => each?.isRunning());
    const chosen = random.pick(running.length > 0 ? running : servers);
    const known = chosen ?? all.at(-1);
    if (!known) throw new Error('no server was ever started');
    return known;
  };

  const server = (index: number): Server => {
    const found = servers[index];
    if (!found) throw new Error(`no server at ${index}`);
    return found;
  };

  /** Processes that the rig itself has ended. */
  const expected = new Set<Server>();
  const end = (index: number, signal: NodeJS.Signals): Promise<ServerEnd> => {
    const leaving = server(index);
    expected.add(leaving);
    return leaving.stop(signal);
  };

  const start = async (index: number): Promise<Server> => {
    const started = await startServer(t, {
      env: settings,
      nodeArgs,
      ...(build !== null && { main: build }),
    });
    counts.starts += 1;
    servers[index] = started;
    all.push(started);
    void started.ended.then(({ code, signal }) => {
      if (expected.has(started)) return;
      problems.push(
        `a server ended by itself (${signal ?? code}): ${started.output().slice(-2_000)}`,
      );
    });
    return started;
  };
  t.after(async () => {
    for (const each of all) expected.add(each);
  });

  return {
    publicUrl: (random) => choose(random).publicUrl,
    privateUrl: (random) => choose(random).privateUrl,
    start,
    server,
    problems,
    counts,
    useBuild(main) {
      build = main;
    },
    async kill(index) {
      counts.kills += 1;
      await end(index, 'SIGKILL');
    },
    async startAndKill(afterMs) {
      counts.kills += 1;
      counts.starts += 1;
      let late: NodeJS.Timeout | undefined;
      const onSpawn = (pid: number): void => {
        late = setTimeout(() => killIfThere(pid), afterMs);
      };
      // It should die before it listens; if it was faster, it dies now.
      await startServer(t, { env: settings, nodeArgs, onSpawn })
        .then((early) => early.stop('SIGKILL'))
        .catch(() => undefined)
        .finally(() => clearTimeout(late));
    },
    async stop(index) {
      const { code, signal } = await end(index, 'SIGTERM');
      if (code !== 0) problems.push(`a server that was stopped ended with ${signal ?? code}`);
    },
    async startAll() {
      await Promise.all(
        servers.map(async (each, index) => {
          if (!each?.isRunning()) await start(index);
        }),
      );
    },
    output: () => all.map((each) => each.output()).join('\n'),
  };
};

const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};
