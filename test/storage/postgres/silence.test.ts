import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type pg from 'pg';
import type { Session } from '../../../src/storage/engines/postgres/driver/connection.ts';
import { makeTransact } from '../../../src/storage/engines/postgres/driver/transaction.ts';

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

for (const [last, sent, name] of [
  ['UPDATE', ['BEGIN', 'UPDATE'], 'StorageBusyError'],
  ['COMMIT', ['BEGIN', 'UPDATE', 'COMMIT'], 'StorageUncertainError'],
] as const) {
  test(`after a timeout of ${last} nothing more is sent, the connection is closed and nothing is retried`, async () => {
    const { pool, asked, released } = makeServerSilentFrom(last);
    await assert.rejects(makeTransact(pool)(work), { name });
    assert.deepEqual([asked, released], [sent, [true]]);
  });
}
