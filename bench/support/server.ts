import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreTarget } from '../../src/storage/open.ts';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { startServer as startProgram } from '../../test/support/server.ts';
import { pin } from './cores.ts';
import { killAtExit } from './processes.ts';

const INGEST_KEY = 'bench-ingest-key-0123456789';
const READY_TRIES = 600;

export interface BenchServer {
  pid: number;
  privateUrl: string;
  publicUrl: string;
  headers: { authorization: string };
  /** Milliseconds from the start of the process to the first ready answer. */
  readyMs: number;
  /** The process's own memory in MiB: the system can reclaim the pages of a mapped database file. */
  memoryMib(): number;
  metric(name: string): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

let profileFolder: string | null = null;

/** Makes every server that is started from now on write a processor profile into the folder. */
export const profileServers = (folder: string): void => {
  profileFolder = folder;
};

/** Starts the real program like an operator, in a process of its own. */
export const startServer = async (
  { dataDir, databaseUrl }: StoreTarget,
  { core = null, env = {} }: { core?: number | null; env?: Record<string, string> } = {},
): Promise<BenchServer> => {
  const cleanups: (() => Promise<void> | void)[] = [];
  const startedMs = performance.now();
  const server = await startProgram(
    { after: (cleanup) => cleanups.push(cleanup) },
    {
      env: {
        DATA_DIR: dataDir,
        INGEST_KEY,
        LOG_LEVEL: 'error',
        // All load comes from one address, this machine's.
        CONNECTIONS_PER_ADDRESS_MAX: '1000000',
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
        ...env,
      },
      nodeArgs: profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
      onSpawn(pid) {
        cleanups.push(killAtExit(pid));
        if (core !== null) pin(pid, core);
      },
    },
  );
  const { pid, privateUrl, publicUrl } = server;
  await untilReady(`${privateUrl}/ready`);
  const readyMs = performance.now() - startedMs;
  const headers = { authorization: `Bearer ${INGEST_KEY}` };
  return {
    pid,
    privateUrl,
    publicUrl,
    headers,
    readyMs,
    memoryMib: () => memoryKib(pid) / 1_024,
    async metric(name) {
      const text = await (await fetch(`${privateUrl}/metrics`, { headers })).text();
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    },
    async stop(signal = 'SIGTERM') {
      const { code } = await server.stop(signal);
      if (code) process.stderr.write(server.output());
      for (const cleanup of cleanups.splice(0)) await cleanup();
    },
  };
};

/** Starts the program on a new folder for the duration of `run`. */
export const withServer = async <T>(
  databaseUrl: string | null,
  run: (server: BenchServer, target: StoreTarget) => Promise<T>,
): Promise<T> => {
  const target = { dataDir: makeFolder(), databaseUrl };
  const server = await startServer(target);
  try {
    return await run(server, target);
  } finally {
    await server.stop();
    removeFolder(target.dataDir);
  }
};

const untilReady = async (url: string): Promise<void> => {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const response = await fetch(url);
    if (response.ok) return;
    await sleep(20);
  }
  throw new Error('the server did not become ready');
};

/** The process's own memory, including pages that it shares with its parent only, but without mapped files. */
export const memoryKib = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return of('RssAnon') + of('RssShmem');
};
