import { type Database, send } from '../../database.ts';
import { BUMP_LLAVES_VERSION } from '../accounts/llaves-version.ts';
import type { Session } from './connection.ts';
import type { Transact } from './transaction.ts';

export const makeDatabase = (reader: Session, transact: Transact): Database => ({
  all: (sql, ...values) => reader.rows(sql, values),
  transact: (work) =>
    transact(async (transaction) => {
      const steps = work();
      let step = steps.next();
      while (!step.done) {
        const { kind, sql, values } = step.value;
        step = steps.next(await transaction[kind](sql, values));
      }
      return step.value;
    }),
  noteChange: () => send(BUMP_LLAVES_VERSION),
});
