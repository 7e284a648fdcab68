import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { freePort } from '../../test/support/machine/loopback.ts';
import { bringProgram } from '../../test/support/machine/programs.ts';
import { startProcess } from '../support/processes.ts';

const START_MS = 500;

/** Starts a Redis that writes every change to disk, flushed once a second as usual. */
export const startRedis = async () => {
  const { path, env } = bringProgram('redis');
  const [port, dir] = [await freePort(), makeFolder()];
  const options = { port, dir, appendonly: 'yes', save: '', bind: '127.0.0.1' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { ended, stop } = startProcess([path, ...args], { env });
  const problem = await Promise.race([wait(START_MS), ended]);
  if (problem !== undefined) throw new Error(`redis-server ${problem}`);
  return {
    port,
    async stop() {
      await stop();
      removeFolder(dir);
    },
  };
};
