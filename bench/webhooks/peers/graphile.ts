// The same job on graphile-worker: a queue in PostgreSQL, as many at once.

import { run } from 'graphile-worker';
import { makeDeliver } from './deliver.ts';

const { url, concurrency, databaseUrl } = JSON.parse(process.argv[2] ?? '{}');
const deliver = makeDeliver(url, concurrency);
await run({
  connectionString: databaseUrl,
  concurrency,
  maxPoolSize: 10,
  noHandleSignals: true,
  // Its own way to take and to finish many jobs with one statement.
  preset: { worker: { localQueue: { size: concurrency * 2 }, completeJobBatchDelay: 5 } },
  taskList: {
    deliver: async (payload: unknown) => {
      const { id, body } = payload as { id: string; body: string };
      await deliver(id, body);
    },
  },
});
