import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../../src/storage/engines/sqlite/driver/connection.ts';
import { openDatabase } from '../../../src/storage/engines/sqlite/driver/open.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { until } from '../../support/until.ts';

const folder = makeFolder();

const ROWS = 300;
/** Each row fills a page. */
const fill = ({ transaction, run }: Connection): void => {
  transaction(() => {
    for (let i = 0; i < ROWS; i += 1) run('INSERT INTO t VALUES (zeroblob(12000))');
  });
};

const openWithTable = (name: string): Connection => {
  const connection = openDatabase(join(folder, name));
  connection.exec('CREATE TABLE t (x)');
  return connection;
};

/** Pages of the write-ahead log that wait for a checkpoint. */
const waiting = ({ db }: Connection): number => {
  const row = db.prepare('PRAGMA wal_checkpoint(NOOP)').get();
  return Number(row?.['log']) - Number(row?.['checkpointed']);
};

describe('the write-ahead log', () => {
  test('is checkpointed once nobody commits', async () => {
    const connection = openWithTable('quiet');
    fill(connection);
    assert.ok(waiting(connection) >= ROWS);
    await until(() => waiting(connection) === 0);
    connection.close();
  });

  test('is checkpointed while somebody reads all the time', async () => {
    const connection = openWithTable('read');
    fill(connection);
    await until(() => {
      assert.equal(connection.get<{ n: number }>('SELECT count(*) AS n FROM t')?.n, ROWS);
      return waiting(connection) === 0;
    });
    connection.close();
  });

  test('is not touched after the database was closed', async () => {
    const connection = openWithTable('closed');
    fill(connection);
    connection.close();
    await wait(20);
    const again = openDatabase(join(folder, 'closed'));
    assert.equal(again.get<{ n: number }>('SELECT count(*) AS n FROM t')?.n, ROWS);
    again.close();
  });
});
