import { Queue } from 'bullmq';
import { makeWorkerUtils } from 'graphile-worker';

const BATCH = 1_000;

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
