import { join } from 'node:path';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { summaryStatement } from '../../src/storage/shared/summary.ts';
import { type Connection, makeConnection } from '../../src/storage/sqlite/driver/connection.ts';
import { DATABASE_FILE } from '../../src/storage/sqlite/driver/open.ts';
import { listStatement } from '../../src/storage/sqlite/pedidos/list.ts';
import { openSqliteStore } from '../../src/storage/sqlite/store.ts';
import { removeFolder } from '../support/machine/folder.ts';
import { makeMigratedFolder } from '../support/machine/migrated-folder.ts';
import { conformance } from './conformance/suite.ts';

/** Steps of SQLite's virtual machine: the same on every run. */
const stepsOf = ({ prepare }: Connection, sql: string, values: SQLInputValue[]): number => {
  const statement = prepare(sql) as StatementSync & { stat(counter: 'vmStep'): number };
  statement.all(...values);
  return statement.stat('vmStep');
};

conformance({
  name: 'SQLite',
  async create() {
    const folder = makeMigratedFolder();
    const measured = <T>(work: (connection: Connection) => T): T => {
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
        measured((connection) => {
          const { sql, values } = listStatement(connection, query);
          return stepsOf(connection, sql, values);
        }),
      summaryCost: async (restauranteId, from, to) =>
        measured((connection) => {
          const { sql, values } = summaryStatement(restauranteId, from, to);
          return stepsOf(connection, sql, values);
        }),
      drop: async () => removeFolder(folder),
    };
  },
});
