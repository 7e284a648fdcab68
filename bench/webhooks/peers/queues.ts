import { Queue } from 'bullmq';
import { makeWorkerUtils } from 'graphile-worker';

const BATCH = 1_000;

export const fillBullmq = async (port: number, count: number, body: string): Promise<void> => {
  const queue = new Queue('webhooks', { connection: { port } });
  for (let first = 0; first < count; first += BATCH) {
    const jobs = Array.from({ length: Math.min(BATCH, count - first) }, (_, k) => ({
      name: 'deliver',
      data: { id: `evt_${first + k}`, body },
      opts: { attempts: 12 },
    }));
    await queue.addBulk(jobs);
  }
  await queue.close();
};

const DELIVERIES = `create table deliveries (
  event_id text not null,
  attempt int not null,
  status int,
  duration_ms int,
  answer text,
  at timestamptz not null default now(),
  primary key (event_id, attempt)
)`;

export const fillGraphile = async (
  databaseUrl: string,
  count: number,
  body: string,
): Promise<void> => {
  const utils = await makeWorkerUtils({ connectionString: databaseUrl });
  await utils.migrate();
  await utils.withPgClient((client: { query(sql: string): Promise<unknown> }) =>
    client.query(DELIVERIES),
  );
  for (let first = 0; first < count; first += BATCH) {
    const jobs = Array.from({ length: Math.min(BATCH, count - first) }, (_, k) => ({
      identifier: 'deliver',
      payload: { id: `evt_${first + k}`, body },
    }));
    await utils.addJobs(jobs);
  }
  await utils.release();
};
