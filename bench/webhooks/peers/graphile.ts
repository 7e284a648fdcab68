// The same job on graphile-worker: a queue in PostgreSQL with the same concurrency. Finished jobs are deleted, so
// that outcomes go into a table of their own.

import { run } from 'graphile-worker';
import { readSettings } from '../../support/script.ts';
import { makeDeliver } from './deliver.ts';

const { url, concurrency, databaseUrl } = readSettings<{
  url: string;
  concurrency: number;
  databaseUrl: string;
}>();
const RECORD = `insert into deliveries (event_id, attempt, status, duration_ms, answer)
  values ($1, $2, $3, $4, $5)`;

interface Helpers {
  query(sql: string, values: unknown[]): Promise<unknown>;
  job: { attempts: number };
}

const deliver = makeDeliver(url, concurrency);
await run({
  connectionString: `${databaseUrl}?options=-c%20synchronous_commit%3Doff`,
  concurrency,
  maxPoolSize: concurrency,
  noHandleSignals: true,
  // graphile-worker's own settings to fetch and to finish many jobs with one statement.
  preset: { worker: { localQueue: { size: concurrency * 2 }, completeJobBatchDelay: 5 } },
  taskList: {
    deliver: async (payload: unknown, { query, job }: Helpers) => {
      const { id, body } = payload as { id: string; body: string };
      const { status, durationMs, answer } = await deliver(id, body);
      await query(RECORD, [id, job.attempts, status, durationMs, answer]);
    },
  },
});
