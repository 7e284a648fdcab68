import { type Server, startServer } from '../../test/support/server.ts';
import type { Cleanup } from '../../test/support/service.ts';
import { INGEST_KEY } from '../../test/support/service.ts';
import type { Chance } from '../chance.ts';
import type { Database } from './database.ts';

/** The processes of the service, each at a place: they come and go, and clients ask who is there. */
export interface Places {
  readonly count: number;
  /** Of one that runs, or that ran last. */
  publicUrl(chance: Chance): string;
  privateUrl(chance: Chance): string;
  start(place: number): Promise<Server>;
  /** Starts one that is killed so soon after that it may not have come far. */
  startInVain(afterMs: number): Promise<void>;
  /** Without a word, as a power switch does. */
  kill(place: number): Promise<void>;
  stop(place: number): Promise<void>;
  server(place: number): Server;
  /** Starts what does not run. */
  startAll(): Promise<void>;
  readonly kills: number;
  readonly starts: number;
  /** Ends that nobody asked for. */
  readonly problems: readonly string[];
  output(): string;
}

export interface PlacesOptions {
  database: Database;
  count: number;
  env?: Record<string, string>;
  nodeArgs?: readonly string[];
}

const SECRETS_KEY = 'una-llave-que-comparten-todos-los-procesos';

export const makePlaces = (
  t: Cleanup,
  { database, count, env = {}, nodeArgs = [] }: PlacesOptions,
): Places => {
  const servers: (Server | null)[] = Array.from({ length: count }, () => null);
  const all: Server[] = [];
  const problems: string[] = [];
  const counts = { kills: 0, starts: 0 };
  const settings = {
    ...{ INGEST_KEY, SECRETS_KEY, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    DATA_DIR: database.dataDir,
    ...(database.url !== null && { DATABASE_URL: database.url }),
    ...env,
  };

  const choose = (chance: Chance): Server => {
    const running = servers.filter((each) => each?.isRunning());
    const chosen = chance.pick(running.length > 0 ? running : servers);
    const known = chosen ?? all.at(-1);
    if (!known) throw new Error('no server was ever started');
    return known;
  };

  const server = (place: number): Server => {
    const found = servers[place];
    if (!found) throw new Error(`no server at ${place}`);
    return found;
  };

  /** Takes it out first: its end is expected from now on. */
  const end = async (place: number, signal: NodeJS.Signals): Promise<void> => {
    const leaving = server(place);
    expected.add(leaving);
    await leaving.stop(signal);
  };
  const expected = new Set<Server>();

  const start = async (place: number): Promise<Server> => {
    const started = await startServer(t, { env: settings, nodeArgs });
    counts.starts += 1;
    servers[place] = started;
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
    count,
    publicUrl: (chance) => choose(chance).publicUrl,
    privateUrl: (chance) => choose(chance).privateUrl,
    ...{ start, server, problems },
    async kill(place) {
      counts.kills += 1;
      await end(place, 'SIGKILL');
    },
    async startInVain(afterMs) {
      counts.kills += 1;
      counts.starts += 1;
      let late: NodeJS.Timeout | undefined;
      const onSpawn = (pid: number): void => {
        late = setTimeout(() => killIfThere(pid), afterMs);
      };
      // Dead before it listens is the point; one that was quicker dies now.
      await startServer(t, { env: settings, nodeArgs, onSpawn })
        .then((early) => early.stop('SIGKILL'))
        .catch(() => undefined)
        .finally(() => clearTimeout(late));
    },
    stop: (place) => end(place, 'SIGTERM'),
    async startAll() {
      await Promise.all(
        servers.map(async (each, place) => {
          if (!each?.isRunning()) await start(place);
        }),
      );
    },
    get kills() {
      return counts.kills;
    },
    get starts() {
      return counts.starts;
    },
    output: () => all.map((each) => each.output()).join('\n'),
  };
};

const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was quicker.
  }
};
