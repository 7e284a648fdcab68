import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, createMigratedDatabase } from './databases.ts';
import { query } from './query.ts';

const GONE_WITHIN_MS = 20_000;

test('a database answers, in UTF-8, and starts empty', async () => {
  await using database = await createDatabase();
  assert.deepEqual(
    await query(database.url, `SELECT 'tamaño 🍕' AS text, length('ñ🍕')::int AS chars`),
    [{ text: 'tamaño 🍕', chars: 2 }],
  );
  assert.deepEqual(
    await query(database.url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`),
    [],
  );
});

test('databases do not see each other, and a dropped one is gone', async () => {
  const one = await createDatabase();
  await using other = await createDatabase();
  await query(one.url, 'CREATE TABLE t (n int)');
  await assert.rejects(query(other.url, 'SELECT * FROM t'), { code: '42P01' });
  await one.drop();
  await assert.rejects(query(one.url, 'SELECT 1'), { code: '3D000' });
});

test('a migrated database has the tables of the service, and its copies are independent', async () => {
  await using one = await createMigratedDatabase();
  await using other = await createMigratedDatabase();
  await query(one.url, `INSERT INTO secretos (nombre, valor) VALUES ('prueba', '\\x00')`);
  assert.deepEqual(await query(other.url, `SELECT * FROM secretos WHERE nombre = 'prueba'`), []);
});

test('a server of our own is PostgreSQL 18 and goes when its process is killed', async () => {
  const program = `
    import { startPostgres } from '${new URL('./postgres.ts', import.meta.url)}';
    const { url } = await startPostgres({ durable: true });
    process.stdout.write(url);
    setInterval(() => {}, 1000);
  `;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await Promise.race([
    once(owner.stdout, 'data'),
    once(owner, 'exit').then(() => assert.fail('no server was started')),
  ]);
  const url = String(chunk);
  assert.deepEqual(
    await query(
      url,
      `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('fsync') AS fsync`,
    ),
    [{ major: 18, fsync: 'on' }],
  );
  owner.kill('SIGKILL');
  const deadlineMs = performance.now() + GONE_WITHIN_MS;
  while (await query(url, 'SELECT 1').then(Boolean, () => false)) {
    assert.ok(performance.now() < deadlineMs, 'the server outlived the process that started it');
    await wait(50);
  }
});
