import type { Database, Value, Work } from '../../database.ts';
import type { Changes } from './changes.ts';
import type { Connection } from './connection.ts';

/** SQLite has no booleans. */
const bindable = (value: Value) => (typeof value === 'boolean' ? Number(value) : value);

const readRows = <T extends object>(
  { all }: Connection,
  sql: string,
  values: readonly Value[],
): T[] => all<T>(sql, ...values.map(bindable)).map((row) => ({ ...row }));

/** Carries out work inside the open transaction. */
export const carryOut = <T>(connection: Connection, steps: Work<T>): T => {
  let step = steps.next();
  while (!step.done) {
    const { kind, sql, values } = step.value;
    step = steps.next(
      kind === 'rows'
        ? readRows(connection, sql, values)
        : connection.run(sql, ...values.map(bindable)),
    );
  }
  return step.value;
};

export const makeDatabase = (connection: Connection, changes: Changes): Database => ({
  all: async <T extends object>(sql: string, ...values: Value[]) =>
    readRows<T>(connection, sql, values),
  transact: async (work) => connection.transaction(() => carryOut(connection, work())),
  noteChange() {
    changes.accountsChanged();
    return [];
  },
});
