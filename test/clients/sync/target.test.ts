import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Failure } from '@comanda/command-line';
import { lockFile } from '../../../clients/cli/src/file-lock.ts';
import { openTarget, targetAddress } from '../../../clients/cli/src/sync/target/open.ts';
import { makeFolder } from '../../support/machine/folder.ts';

/** How often this process has the file open. */
const timesOpen = (file: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file;
    } catch {
      return false;
    }
  }).length;

test('sqlite: a file that another program keeps locked is not left open', async () => {
  // A lock is a SQLite file in an exclusive transaction: as a target it is one that another program has locked.
  const file = join(makeFolder(), 'otro');
  const where = `${file}.lock`;
  const other = lockFile(file, { name: file, held: new Failure('held') });
  const open = () => openTarget({ kind: 'sqlite', where }, { readOnly: false });
  await assert.rejects(open(), /keeps the file locked/);
  other.release();
  assert.equal(timesOpen(where), 0);
  await (await open()).close();
});

for (const kind of ['sqlite', 'duckdb'] as const) {
  test(`${kind}: a mirror belongs to one sync at a time, also through a link to its file`, async () => {
    const where = join(makeFolder(), 'espejo');
    const link = join(makeFolder(), 'enlace');
    const target = await openTarget({ kind, where }, { readOnly: false });
    symlinkSync(where, link);
    const again = openTarget({ kind, where: link }, { readOnly: false });
    await assert.rejects(again, /another sync is writing/);
    await target.close();
    await (await openTarget({ kind, where: link }, { readOnly: false })).close();
  });
}

test('a name that drivers do not take for a file’s is one all the same', () => {
  for (const name of [':memory:', 'md:pedidos', 'file:pedidos?mode=memory']) {
    for (const kind of ['sqlite', 'duckdb']) {
      assert.equal(targetAddress(`${kind}:${name}`).where, `./${name}`);
    }
  }
});

test('an address that a character of its password breaks is refused for that, and not repeated', () => {
  for (const password of ['s3#cret', 's3/cret', 's3?cret']) {
    const read = () => targetAddress(`postgres://bi:${password}@localhost/pedidos`);
    assert.throws(read, /^InvalidArgumentError: is no valid address.* %23 for #$/);
  }
});

test('duckdb: a folder is reported', async () => {
  const open = openTarget({ kind: 'duckdb', where: makeFolder() }, { readOnly: true });
  await assert.rejects(open, /: it is a folder$/);
});

test('duckdb: other processes can read a mirror that is written all the time', async () => {
  const where = join(makeFolder(), 'espejo');
  const target = await openTarget({ kind: 'duckdb', where }, { readOnly: false });
  const reader = `
    import { openDuckdb } from '${new URL('../../../clients/cli/src/sync/target/duckdb.ts', import.meta.url).href}';
    const target = await openDuckdb(${JSON.stringify(where)}, 'espejo', { readOnly: true });
    const rows = await target.transaction((tx) => tx.rows('SELECT count(*) FROM t'));
    console.log(String(rows[0][0]));
    await target.close();`;
  await target.transaction((tx) => tx.run('CREATE TABLE t (n INTEGER)'));
  let isReading = true;
  const reading = promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    reader,
  ]).finally(() => {
    isReading = false;
  });
  let written = 0;
  while (isReading) {
    await target.transaction((tx) => tx.run('INSERT INTO t VALUES (1)'));
    written += 1;
    await setImmediate();
  }
  const read = Number((await reading).stdout);
  assert.ok(0 < read && read <= written, `${read} of ${written}`);
  await target.close();
});
