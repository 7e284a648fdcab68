import { Queue } from 'bullmq';
import { makeWorkerUtils } from 'graphile-worker';

const BATCH = 1_000;

function* batches(count: number, body: string): Generator<{ id: string; body: string }[]> {
  for (let first = 0; first < count; first += BATCH) {
    const length = Math.min(BATCH, count - first);
    yield Array.from({ length }, (_, k) => ({ id: `evt_${first + k}`, body }));
  }
}

export const fillBullmq = async (port: number, count: number, body: string): Promise<void> => {
  const queue = new Queue('webhooks', { connection: { port } });
  for (const batch of batches(count, body)) {
    await queue.addBulk(batch.map((data) => ({ name: 'deliver', data, opts: { attempts: 12 } })));
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
  for (const batch of batches(count, body)) {
    await utils.addJobs(batch.map((payload) => ({ identifier: 'deliver', payload })));
  }
  await utils.release();
};
