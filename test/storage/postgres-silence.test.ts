import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { StorageBusyError, StorageUncertainError } from '../../src/storage/port/errors.ts';
import {
  LostCommit,
  makeTransact,
  runTransaction,
} from '../../src/storage/postgres/driver/transaction.ts';

/** A server that answers everything, until a statement after which it keeps silent. */
const silentFrom = (last: string) => {
  const asked: string[] = [];
  const released: unknown[] = [];
  let isSilent = false;
  const client = {
    async query({ text }: { text: string }) {
      asked.push(text.split(' ')[0] ?? '');
      isSilent ||= text.startsWith(last);
      // What the client says for itself, long after.
      if (isSilent) throw new Error('Query read timeout');
      return { rows: [], rowCount: 0, command: text };
    },
    release: (isBroken: unknown) => released.push(isBroken),
  };
  const pool = { connect: async () => client } as unknown as pg.Pool;
  return { pool, asked, released };
};

const WRITE = { name: 'write', text: 'UPDATE algo' };
const work = (transaction: { run(statement: typeof WRITE, values: []): Promise<number> }) =>
  transaction.run(WRITE, []);

test('a server that keeps silent is asked for nothing more, and its connection is thrown away', async () => {
  const { pool, asked, released } = silentFrom('UPDATE');
  await assert.rejects(runTransaction(pool, work), /Query read timeout/);
  assert.deepEqual([asked, released], [['BEGIN', 'UPDATE'], [true]]);
});

test('a silence after COMMIT leaves open whether it was carried out', async () => {
  const { pool, asked, released } = silentFrom('COMMIT');
  await assert.rejects(runTransaction(pool, work), LostCommit);
  assert.deepEqual([asked, released], [['BEGIN', 'UPDATE', 'COMMIT'], [true]]);
});

test('whoever waits is told after one silence, not after four', async () => {
  const before = silentFrom('UPDATE');
  await assert.rejects(makeTransact(before.pool)(work), StorageBusyError);
  assert.equal(before.released.length, 1);
  const after = silentFrom('COMMIT');
  await assert.rejects(makeTransact(after.pool)(work), StorageUncertainError);
  assert.equal(after.released.length, 1);
});
