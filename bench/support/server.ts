import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tracked } from './children.ts';
import { pinned } from './cores.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const INGEST_KEY = 'bench-ingest-key-0123456789';
const READY_TRIES = 600;
const WORDS_CHARS_MAX = 8_000;

export interface BenchServer {
  dataDir: string;
  pid: number;
  privateUrl: string;
  publicUrl: string;
  headers: { authorization: string };
  /** Milliseconds from the start of the process to the first ready answer. */
  readyMs: number;
  /** Memory of its own in MiB; pages of a mapped database file are the system's to take back. */
  memoryMib(): number;
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
  /** At once, whatever is under way. */
  kill(): Promise<void>;
}

const folders = new Set<string>();

export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-bench-'));
  folders.add(folder);
  return folder;
};
export const removeFolder = (folder: string): void => {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
};
process.once('exit', () => folders.forEach(removeFolder));

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

/** The real program, as an operator starts it, in a process of its own. */
export const startServer = async (
  target: { dataDir: string; databaseUrl?: string },
  {
    nodeArguments = [],
    core = null,
    env = {},
  }: { nodeArguments?: string[]; core?: number | null; env?: Record<string, string> } = {},
): Promise<BenchServer> => {
  const [port, privatePort] = [await freePort(), await freePort()];
  const { PATH = '' } = process.env;
  const started = performance.now();
  const command = [process.execPath, ...nodeArguments, MAIN, 'serve', '--no-demo'];
  const { program, args } = pinned(core, command);
  const child = tracked(
    spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH,
        PORT: String(port),
        PRIVATE_PORT: String(privatePort),
        DATA_DIR: target.dataDir,
        INGEST_KEY,
        LOG_LEVEL: 'error',
        ...env,
        ...(target.databaseUrl && { DATABASE_URL: target.databaseUrl }),
      },
    }),
  );
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-WORDS_CHARS_MAX);
  });
  // What it says when all is well would only stand between the figures.
  child.once('close', (code) => code && process.stderr.write(words));
  const privateUrl = `http://127.0.0.1:${privatePort}`;
  await untilReady(child, `${privateUrl}/ready`);
  const readyMs = performance.now() - started;
  const headers = { authorization: `Bearer ${INGEST_KEY}` };
  return {
    dataDir: target.dataDir,
    pid: child.pid ?? 0,
    privateUrl,
    publicUrl: `http://127.0.0.1:${port}`,
    headers,
    readyMs,
    memoryMib: () => residentMib(child),
    async metric(name) {
      const text = await (await fetch(`${privateUrl}/metrics`, { headers })).text();
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
    async kill() {
      const exited = once(child, 'exit');
      if (child.kill('SIGKILL')) await exited;
    },
  };
};

const untilReady = async (child: ChildProcess, url: string): Promise<void> => {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await sleep(20);
  }
  throw new Error('the server did not become ready');
};

const residentMib = ({ pid }: ChildProcess): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
