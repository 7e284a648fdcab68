import type { Database, Value } from '../../database.ts';
import type { Changes } from './changes.ts';
import type { Connection } from './connection.ts';

/** SQLite has no booleans. */
const bindable = (value: Value) => (typeof value === 'boolean' ? Number(value) : value);

export const makeDatabase = ({ all, run, transaction }: Connection, changes: Changes): Database => {
  const rows = <T extends object>(sql: string, values: readonly Value[]): T[] =>
    all<T>(sql, ...values.map(bindable)).map((row) => ({ ...row }));

  return {
    all: async <T extends object>(sql: string, ...values: Value[]) => rows<T>(sql, values),
    transact: async (work) =>
      transaction(() => {
        const steps = work();
        let step = steps.next();
        while (!step.done) {
          const { kind, sql, values } = step.value;
          step = steps.next(
            kind === 'rows' ? rows(sql, values) : run(sql, ...values.map(bindable)),
          );
        }
        return step.value;
      }),
    noteChange() {
      changes.accountsChanged();
      return [];
    },
  };
};
