import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type pg from 'pg';
import { StorageBusyError, StorageUncertainError } from '../../../src/storage/port/errors.ts';
import type { Session } from '../../../src/storage/postgres/driver/connection.ts';
import {
  LostCommit,
  makeTransact,
  runTransaction,
} from '../../../src/storage/postgres/driver/transaction.ts';

/** A fake server that answers until a statement begins with `last`, and then lets all queries time out. */
const makeServerSilentFrom = (last: string) => {
  const asked: string[] = [];
  const released: unknown[] = [];
  let isSilent = false;
  const client = {
    connection: { stream: new PassThrough() },
    async query({ text }: { text: string }) {
      asked.push(text.split(' ')[0] ?? '');
      isSilent ||= text.startsWith(last);
      // The client throws this error when an answer is overdue.
      if (isSilent) throw new Error('Query read timeout');
      return { rows: [], rowCount: 0, command: text };
    },
    release: (isBroken: unknown) => released.push(isBroken),
  };
  const pool = { connect: async () => client } as unknown as pg.Pool;
  return { pool, asked, released };
};

const work = (transaction: Session) => transaction.run('UPDATE algo', []);

test('after a timeout nothing more is sent, and the connection is closed', async () => {
  const { pool, asked, released } = makeServerSilentFrom('UPDATE');
  await assert.rejects(runTransaction(pool, work), /Query read timeout/);
  assert.deepEqual([asked, released], [['BEGIN', 'UPDATE'], [true]]);
});

test('a timeout of COMMIT leaves its outcome unknown', async () => {
  const { pool, asked, released } = makeServerSilentFrom('COMMIT');
  await assert.rejects(runTransaction(pool, work), LostCommit);
  assert.deepEqual([asked, released], [['BEGIN', 'UPDATE', 'COMMIT'], [true]]);
});

test('a timeout is reported at once and not retried', async () => {
  const before = makeServerSilentFrom('UPDATE');
  await assert.rejects(makeTransact(before.pool)(work), StorageBusyError);
  assert.equal(before.released.length, 1);
  const after = makeServerSilentFrom('COMMIT');
  await assert.rejects(makeTransact(after.pool)(work), StorageUncertainError);
  assert.equal(after.released.length, 1);
});
