import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../../src/platform/clock.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import { backupDatabase } from '../../../src/storage/engines/sqlite/driver/backup.ts';
import { DATABASE_FILE } from '../../../src/storage/engines/sqlite/driver/open.ts';
import { openSqliteStore } from '../../../src/storage/engines/sqlite/store.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { comando, sampleRestaurante } from '../../support/samples.ts';
import { accept } from '../conformance/harness.ts';

const deps = { clock: systemClock, randomBytes: makeRandomBytes() };

/** More pages than one step of a backup copies. */
const ORDERS = 500;
/** Takes seconds, because the steps of a backup wait for other work of a busy machine. */
const COMMITS_MAX = 20_000;

test('a backup ends while another process goes on committing', async () => {
  const folder = makeFolder();
  const store = openSqliteStore(folder, deps);
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  await accept(store, comando.crearVarios(ORDERS));

  const file = join(folder, 'copia.db');
  const ended = new AbortController();
  const copying = backupDatabase(folder, file, { isVerified: true }).finally(() => ended.abort());
  const other = new DatabaseSync(join(folder, DATABASE_FILE));
  let commits = 0;
  while (!ended.signal.aborted && commits < COMMITS_MAX) {
    other.exec('UPDATE log_heads SET version = version + 1');
    commits += 1;
    await nextTurn();
  }
  other.close();
  await copying;
  assert.ok(commits < COMMITS_MAX, 'it ends before the commits do');

  const copy = new DatabaseSync(file);
  assert.equal(copy.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
  assert.equal(copy.prepare('SELECT count(*) AS n FROM pedidos').get()?.['n'], ORDERS);
  copy.close();
  await accept(store, [comando.crear()]);
  await store.close();
});
