import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { tracked } from '../../support/children.ts';
import { bringProgram } from '../../support/programs.ts';
import { freePort, removeFolder, tempFolder } from '../../support/server.ts';

/** A Redis of its own that writes every change to disk, flushed once a second as is usual. */
export const startRedis = async () => {
  const { path, env } = bringProgram('redis');
  const port = await freePort();
  const dir = tempFolder();
  const options = { port, dir, appendonly: 'yes', save: '', bind: '127.0.0.1' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = tracked(spawn(path, args, { env, stdio: 'ignore' }));
  await Promise.race([
    sleep(500),
    once(child, 'exit').then(([code]) => {
      throw new Error(`redis-server ended with ${code}`);
    }),
  ]);
  return {
    port,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      removeFolder(dir);
    },
  };
};
