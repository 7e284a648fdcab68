import type { SQLInputValue } from 'node:sqlite';
import type { Database, Statement, Value, Work } from '../../database.ts';
import type { Changes } from './changes.ts';
import type { Connection } from './connection.ts';

/** SQLite has no booleans and no arrays. */
const bindable = (value: Value): SQLInputValue => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    ? JSON.stringify(value)
    : value;
};

const readRows = <T extends object>(
  { all }: Connection,
  sql: string,
  values: readonly Value[],
): T[] => all<T>(sql, ...values.map(bindable)).map((row) => ({ ...row }));

/** Carries out work inside the open transaction. */
export const carryOut = <T>(connection: Connection, steps: Work<T>): T => {
  const answerTo = ({ kind, sql, values }: Statement): unknown =>
    kind === 'rows'
      ? readRows(connection, sql, values)
      : connection.run(sql, ...values.map(bindable));
  let step = steps.next();
  while (!step.done) {
    const asked = step.value;
    step = steps.next(asked.kind === 'together' ? asked.statements.map(answerTo) : answerTo(asked));
  }
  return step.value;
};

export const makeDatabase = (connection: Connection, changes: Changes): Database => ({
  all: async <T extends object>(sql: string, ...values: Value[]) =>
    readRows<T>(connection, sql, values),
  transact: async (work, options) =>
    connection.transaction(() => carryOut(connection, work()), options),
  noteChange() {
    changes.accountsChanged();
    return [];
  },
});
