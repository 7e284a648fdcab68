// The same job on BullMQ: a queue in Redis, and a worker with the same concurrency. The queue keeps each job's return
// value.

import { Worker } from 'bullmq';
import { readSettings } from '../../support/script.ts';
import { makeDeliver } from './deliver.ts';

const { url, concurrency, redisPort } = readSettings<{
  url: string;
  concurrency: number;
  redisPort: number;
}>();
const deliver = makeDeliver(url, concurrency);
new Worker(
  'webhooks',
  async (job: { data: { id: string; body: string } }) => deliver(job.data.id, job.data.body),
  { connection: { port: redisPort, maxRetriesPerRequest: null }, concurrency },
);
