import { describe, test } from 'node:test';
import { installComanda, ndjson } from '../../cli/comanda.ts';
import { createDatabase } from '../../support/postgres/databases.ts';
import { startServer } from '../../support/server.ts';
import { INGEST_KEY, openTestStore, sendCommands } from '../../support/service.ts';
import { checkLives, type Writer } from './lives.ts';

describe('all figures of money equal the orders, to the cent', () => {
  test('on SQLite, with the command line writing beside the server', async (t) => {
    const { start, dataDir } = installComanda(t);
    const env = { INGEST_KEY, DATA_DIR: dataDir };
    const server = await startServer({ after: (end) => t.after(end) }, { env });
    const store = await openTestStore({ databaseUrl: null, dataDir });
    t.after(() => store.close());
    const importer: Writer = (comandos) =>
      start(['import', '-'], { input: ndjson(...comandos) }).result;
    await checkLives({
      writers: [inBatches(server.privateUrl), importer],
      urls: [server.publicUrl],
      store,
    });
  });

  test('on PostgreSQL, with three processes writing', async (t) => {
    const database = await createDatabase();
    t.after(database.drop);
    const env = { INGEST_KEY, DATABASE_URL: database.url };
    const servers = await Promise.all(
      [1, 2, 3].map(() => startServer({ after: (end) => t.after(end) }, { env })),
    );
    const store = await openTestStore({ databaseUrl: database.url, dataDir: '' });
    t.after(() => store.close());
    await checkLives({
      writers: servers.map(({ privateUrl }) => inBatches(privateUrl)),
      urls: servers.map(({ publicUrl }) => publicUrl),
      store,
    });
  });
});

const BATCH = 4;

/** Small requests one after the other, so that those of several writers alternate. */
const inBatches =
  (privateUrl: string): Writer =>
  async (comandos) => {
    for (let i = 0; i < comandos.length; i += BATCH) {
      await sendCommands(privateUrl, comandos.slice(i, i + BATCH));
    }
  };
