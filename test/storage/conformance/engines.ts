import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { connectionConfig, sessionOn } from '../../../src/storage/postgres/driver/connection.ts';
import { listStatement as postgresList } from '../../../src/storage/postgres/pedidos/list.ts';
import { openPostgresStore } from '../../../src/storage/postgres/store.ts';
import { summaryStatement } from '../../../src/storage/shared/summary.ts';
import { type Connection, makeConnection } from '../../../src/storage/sqlite/driver/connection.ts';
import { DATABASE_FILE } from '../../../src/storage/sqlite/driver/open.ts';
import { listStatement as sqliteList } from '../../../src/storage/sqlite/pedidos/list.ts';
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts';
import { removeFolder } from '../../support/machine/folder.ts';
import { makeMigratedFolder } from '../../support/machine/migrated-folder.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { rowsTouched } from '../../support/postgres/explain.ts';
import { withClient } from '../../support/postgres/query.ts';
import type { EngineName } from '../../support/service.ts';
import type { Engine } from './harness.ts';

/** Steps of SQLite's virtual machine: the same on every run. */
const stepsOf = (
  { prepare }: Connection,
  { sql, values }: ReturnType<typeof sqliteList>,
): number => {
  const statement = prepare(sql) as StatementSync & { stat(counter: 'vmStep'): number };
  statement.all(...values);
  return statement.stat('vmStep');
};

const SQLite: Engine = {
  name: 'SQLite',
  async create() {
    const folder = makeMigratedFolder();
    const measured = (work: (connection: Connection) => number): number => {
      const connection = makeConnection(join(folder, DATABASE_FILE), 1_000);
      try {
        return work(connection);
      } finally {
        connection.close();
      }
    };
    return {
      open: async (deps) => openSqliteStore(folder, deps),
      listCost: async (query) =>
        measured((connection) => stepsOf(connection, sqliteList(connection, query))),
      summaryCost: async (...of) =>
        measured((connection) => stepsOf(connection, summaryStatement(...of))),
      drop: async () => removeFolder(folder),
    };
  },
};

const PostgreSQL: Engine = {
  name: 'PostgreSQL',
  async create() {
    const { url, drop } = await createMigratedDatabase();
    return {
      open: (deps) => openPostgresStore(url, deps),
      listCost: (query) =>
        withClient(connectionConfig(url), async (client) =>
          rowsTouched(client, await postgresList(sessionOn(client), query)),
        ),
      summaryCost: (...of) =>
        withClient(connectionConfig(url), (client) => rowsTouched(client, summaryStatement(...of))),
      drop,
    };
  },
};

export const ENGINE: Readonly<Record<EngineName, Engine>> = { SQLite, PostgreSQL };
