import { type Database, send, type Work } from '../../database.ts';
import { BUMP_LLAVES_VERSION } from '../accounts/llaves-version.ts';
import type { Session } from './connection.ts';
import type { Transact, Transaction } from './transaction.ts';

export const carryOut = async <T>(transaction: Transaction, steps: Work<T>): Promise<T> => {
  let step = steps.next();
  while (!step.done) {
    const { kind, sql, values } = step.value;
    step = steps.next(await transaction[kind](sql, values));
  }
  return step.value;
};

export const makeDatabase = (reader: Session, transact: Transact): Database => ({
  all: (sql, ...values) => reader.rows(sql, values),
  transact: (work) => transact((transaction) => carryOut(transaction, work())),
  noteChange: () => send(BUMP_LLAVES_VERSION),
});
