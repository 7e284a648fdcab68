import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { makeWorkerUtils } from 'graphile-worker';
import { tracked } from '../../support/children.ts';
import { freePort, removeFolder, tempFolder } from '../../support/server.ts';

const BATCH = 1_000;

/** A Redis of its own that writes every change to disk, flushed once a second as is usual. */
export const startRedis = async () => {
  const port = await freePort();
  const dir = tempFolder();
  const options = { port, dir, appendonly: 'yes', save: '', bind: '127.0.0.1' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = tracked(spawn('redis-server', args, { stdio: 'ignore' }));
  await Promise.race([
    once(child, 'spawn').then(() => sleep(500)),
    once(child, 'error').then(() => {
      throw new Error('redis-server is not installed');
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

export const fillBullmq = async (port: number, count: number, body: string): Promise<void> => {
  const queue = new Queue('webhooks', { connection: { port } });
  for (let first = 0; first < count; first += BATCH) {
    const jobs = Array.from({ length: Math.min(BATCH, count - first) }, (_, k) => ({
      name: 'deliver',
      data: { id: `evt_${first + k}`, body },
      opts: { attempts: 12, removeOnComplete: true },
    }));
    await queue.addBulk(jobs);
  }
  await queue.close();
};

export const fillGraphile = async (
  databaseUrl: string,
  count: number,
  body: string,
): Promise<void> => {
  const utils = await makeWorkerUtils({ connectionString: databaseUrl });
  await utils.migrate();
  for (let first = 0; first < count; first += BATCH) {
    const jobs = Array.from({ length: Math.min(BATCH, count - first) }, (_, k) => ({
      identifier: 'deliver',
      payload: { id: `evt_${first + k}`, body },
    }));
    await utils.addJobs(jobs);
  }
  await utils.release();
};
