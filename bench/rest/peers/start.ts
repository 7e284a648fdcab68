import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { tracked } from '../../support/children.ts';
import { pinned, SERVER_CORE } from '../../support/cores.ts';
import { freePort } from '../../support/server.ts';
import type { Target } from '../load.ts';

const READY_MS_MAX = 30_000;

export interface Peer extends Target {
  stop(): Promise<void>;
}

/** Runs a server of this folder as ours runs: one process, one core. It says a line when it listens. */
export const startPeer = async (
  file: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Peer> => {
  const port = await freePort();
  const script = fileURLToPath(new URL(file, import.meta.url));
  const argument = JSON.stringify({ ...settings, port });
  const { program, args } = pinned(SERVER_CORE, [process.execPath, script, argument]);
  const child = tracked(
    spawn(program, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    }),
  );
  const ended = once(child, 'exit');
  const first = await Promise.race([
    once(child.stdout, 'data').then(() => 'ready'),
    ended.then(([code]) => `ended with ${code}`),
    new Promise((resolve) => setTimeout(resolve, READY_MS_MAX, 'is not ready').unref()),
  ]);
  if (first !== 'ready') {
    child.kill('SIGKILL');
    throw new Error(`${file} ${first}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
