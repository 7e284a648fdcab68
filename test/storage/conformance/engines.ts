import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import type { Value } from '../../../src/storage/database.ts';
import {
  connectionConfig,
  sessionOn,
} from '../../../src/storage/engines/postgres/driver/connection.ts';
import { readerOn } from '../../../src/storage/engines/postgres/driver/database.ts';
import { PEDIDO_SQL as POSTGRES_SQL } from '../../../src/storage/engines/postgres/pedidos/sql.ts';
import { openPostgresStore } from '../../../src/storage/engines/postgres/store.ts';
import {
  type Connection,
  makeConnection,
} from '../../../src/storage/engines/sqlite/driver/connection.ts';
import {
  bindable,
  readerOn as sqliteReader,
} from '../../../src/storage/engines/sqlite/driver/database.ts';
import { toSqlite } from '../../../src/storage/engines/sqlite/driver/dialect.ts';
import { DATABASE_FILE } from '../../../src/storage/engines/sqlite/driver/open.ts';
import { PEDIDO_SQL as SQLITE_SQL } from '../../../src/storage/engines/sqlite/pedidos/sql.ts';
import { openSqliteStore } from '../../../src/storage/engines/sqlite/store.ts';
import { listStatement } from '../../../src/storage/pedidos/pedidos.ts';
import { summaryStatement } from '../../../src/storage/pedidos/summary.ts';
import { removeFolder } from '../../support/machine/folder.ts';
import { makeMigratedFolder } from '../../support/machine/migrated-folder.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { rowsTouched } from '../../support/postgres/explain.ts';
import { withClient } from '../../support/postgres/query.ts';
import { clientKeys } from '../../support/samples.ts';
import type { EngineName } from '../../support/service.ts';
import type { Engine } from './harness.ts';

/** Steps of SQLite's virtual machine: the same on every run. */
const stepsOf = (
  { prepare }: Connection,
  { sql, values }: { sql: string; values: readonly Value[] },
): number => {
  const statement = prepare(sql) as StatementSync & { stat(counter: 'vmStep'): number };
  statement.all(...values.map(bindable));
  return statement.stat('vmStep');
};

const SQLite: Engine = {
  name: 'SQLite',
  async create() {
    const folder = makeMigratedFolder();
    const measured = async (
      work: (connection: Connection) => number | Promise<number>,
    ): Promise<number> => {
      const connection = makeConnection(join(folder, DATABASE_FILE), 1_000);
      try {
        return await work(connection);
      } finally {
        connection.close();
      }
    };
    return {
      open: async (deps) => openSqliteStore(folder, deps),
      listCost: (query) =>
        measured(async (connection) => {
          const statement = await listStatement(
            SQLITE_SQL,
            sqliteReader(connection),
            query,
            clientKeys,
          );
          return stepsOf(connection, statement);
        }),
      summaryCost: (...of) =>
        measured((connection) => stepsOf(connection, summaryStatement(...of))),
      write: (sql, ...values) =>
        measured((connection) => Number(connection.run(toSqlite(sql), ...values))).then(
          () => undefined,
        ),
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
          rowsTouched(
            client,
            await listStatement(POSTGRES_SQL, readerOn(sessionOn(client)), query, clientKeys),
          ),
        ),
      summaryCost: (...of) =>
        withClient(connectionConfig(url), (client) => rowsTouched(client, summaryStatement(...of))),
      write: (sql, ...values) =>
        withClient(connectionConfig(url), async (client) => void (await client.query(sql, values))),
      drop,
    };
  },
};

export const ENGINE: Readonly<Record<EngineName, Engine>> = { SQLite, PostgreSQL };
