import pg from 'pg';
import { connectionConfig, sessionOn } from '../../src/storage/postgres/driver/connection.ts';
import { listStatement } from '../../src/storage/postgres/pedidos/list.ts';
import { openPostgresStore } from '../../src/storage/postgres/store.ts';
import { summaryStatement } from '../../src/storage/shared/summary.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { rowsTouched } from '../support/postgres/explain.ts';
import { recordStatements } from '../support/postgres/statements.ts';
import { conformance } from './conformance/suite.ts';
import { tenantConformance } from './tenants.ts';

const recorder = recordStatements();

conformance({
  name: 'PostgreSQL',
  async create() {
    const database = await createMigratedDatabase();
    const measured = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client(connectionConfig(database.url));
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    };
    return {
      open: (deps) => openPostgresStore(database.url, deps),
      listCost: (query) =>
        measured(async (client) =>
          rowsTouched(client, await listStatement(sessionOn(client), query)),
        ),
      summaryCost: (restauranteId, from, to) =>
        measured((client) => rowsTouched(client, summaryStatement(restauranteId, from, to))),
      drop: database.drop,
    };
  },
});

// Runs last, because it examines every statement that the suites above have sent.
tenantConformance(recorder);
