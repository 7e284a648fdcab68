import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { StoreTarget } from '../../src/storage/open.ts';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { startServer as startProgram } from '../../test/support/server.ts';
import { bearer } from '../../test/support/service.ts';
import { ndjson, saveRestaurant } from './commands.ts';
import { pin } from './cores.ts';
import { killAtExit } from './processes.ts';

const INGEST_KEY = 'bench-ingest-key-0123456789';
const READY_POLL_MS = 20;
const CHUNK_BYTES = 64 * 1_024;

export type BenchServer = Awaited<ReturnType<typeof startServer>>;

let profileFolder: string | null = null;

/** Makes every server that is started from now on write a processor profile into the folder. */
export const profileServers = (folder: string): void => {
  profileFolder = folder;
};

/** Starts the real program like an operator, in a process of its own. */
export const startServer = async (
  { dataDir, databaseUrl }: StoreTarget,
  { core = null, env = {} }: { core?: number | null; env?: Record<string, string> } = {},
) => {
  const cleanups = new AsyncDisposableStack();
  const startedMs = performance.now();
  const server = await startProgram(
    { after: (cleanup) => cleanups.defer(cleanup) },
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
        cleanups.defer(killAtExit(pid));
        if (core !== null) pin(pid, core);
      },
    },
  );
  const { pid, privateUrl, publicUrl } = server;
  while (!(await fetch(`${privateUrl}/ready`)).ok) await wait(READY_POLL_MS);
  /** From the start of the process to the first ready answer. */
  const readyMs = performance.now() - startedMs;
  const headers = bearer(INGEST_KEY);
  return {
    ...{ pid, privateUrl, publicUrl, headers, readyMs },
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      const { code } = await server.stop(signal);
      if (code) process.stderr.write(server.output());
      await cleanups.disposeAsync();
    },
  };
};

/** Starts the program with restaurants, on a new folder for the duration of `run`. */
export const withServer = async <T>(
  databaseUrl: string | null,
  restaurants: readonly string[],
  run: (server: BenchServer, target: StoreTarget) => Promise<T>,
): Promise<T> => {
  const target = { dataDir: makeFolder(), databaseUrl };
  const server = await startServer(target);
  try {
    await sendCommands(server, ndjson(restaurants.map(saveRestaurant)));
    return await run(server, target);
  } finally {
    await server.stop();
    removeFolder(target.dataDir);
  }
};

/** Sends command lines over one connection, each of which has to be accepted; gives the seconds until the last answer. */
export const sendCommands = async (server: BenchServer, lines: Buffer): Promise<number> => {
  const started = performance.now();
  const upload = request(`${server.privateUrl}/commands`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/x-ndjson' },
  });
  const answered = once(upload, 'response').then(([response]) => checkAnswers(response));
  for (let at = 0; at < lines.length; at += CHUNK_BYTES) {
    if (!upload.write(lines.subarray(at, at + CHUNK_BYTES))) await once(upload, 'drain');
  }
  upload.end();
  await answered;
  return (performance.now() - started) / 1_000;
};

const checkAnswers = async (response: AsyncIterable<Buffer>): Promise<void> => {
  let rest = '';
  for await (const chunk of response) {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    const refusal = lines.find((line) => !line.includes('"ok":true'));
    if (refusal !== undefined) throw new Error(`a command was refused: ${refusal}`);
  }
};
