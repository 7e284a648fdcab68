import { type Database, type Request, send, type Work } from '../../../database.ts';
import { BUMP_LLAVES_VERSION } from '../accounts/llaves-version.ts';
import { insertRows, lookUp } from './arrays-of-rows.ts';
import type { Session } from './connection.ts';
import type { Transact, Transaction } from './transaction.ts';

export const answerTo = (transaction: Transaction, asked: Request): unknown => {
  if (asked.kind === 'insert') return insertRows(transaction, asked);
  if (asked.kind === 'lookup') return lookUp(transaction, asked);
  return transaction[asked.kind](asked.sql, asked.values);
};

export const carryOut = async <T>(transaction: Transaction, steps: Work<T>): Promise<T> => {
  let step = steps.next();
  while (!step.done) {
    const asked = step.value;
    step = steps.next(
      await (asked.kind === 'together'
        ? Promise.all(asked.requests.map((each) => answerTo(transaction, each)))
        : answerTo(transaction, asked)),
    );
  }
  return step.value;
};

export const readerOn = ({ rows }: Session): Pick<Database, 'all'> => ({
  all: (sql, ...values) => rows(sql, values),
});

export const makeDatabase = (reader: Session, transact: Transact): Database => ({
  ...readerOn(reader),
  transact: (work, options) => transact((transaction) => carryOut(transaction, work()), options),
  noteChange: () => send(BUMP_LLAVES_VERSION),
});
