import type { SQLInputValue } from 'node:sqlite';
import type { Database, Request, Value, Work } from '../../../database.ts';
import type { Changes } from './changes.ts';
import type { Connection } from './connection.ts';
import { insertText, lookupText } from './dialect.ts';

/** SQLite has no booleans and no arrays. */
export const bindable = (value: Value): SQLInputValue => {
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

const answerTo = (connection: Connection, asked: Request): unknown => {
  switch (asked.kind) {
    case 'insert': {
      const sql = insertText(asked.into);
      for (const row of asked.rows) connection.run(sql, asked.restauranteId, ...row);
      return;
    }
    case 'lookup': {
      const sql = lookupText(asked.query);
      return asked.keys.flatMap((key) => connection.all(sql, asked.restauranteId, ...key));
    }
    case 'rows':
      return readRows(connection, asked.sql, asked.values);
    default:
      return connection.run(asked.sql, ...asked.values.map(bindable));
  }
};

/** Carries out work inside the open transaction. */
export const carryOut = <T>(connection: Connection, steps: Work<T>): T => {
  let step = steps.next();
  while (!step.done) {
    const asked = step.value;
    step = steps.next(
      asked.kind === 'together'
        ? asked.requests.map((each) => answerTo(connection, each))
        : answerTo(connection, asked),
    );
  }
  return step.value;
};

export const readerOn = (connection: Connection): Pick<Database, 'all'> => ({
  all: async <T extends object>(sql: string, ...values: Value[]) =>
    readRows<T>(connection, sql, values),
});

export const makeDatabase = (connection: Connection, changes: Changes): Database => ({
  ...readerOn(connection),
  transact: (work, options) => connection.transactSoon(() => carryOut(connection, work()), options),
  noteChange() {
    changes.accountsChanged();
    return [];
  },
});
