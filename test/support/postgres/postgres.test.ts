import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { until } from '../until.ts';
import { query } from './query.ts';

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
  await until(() =>
    query(url, 'SELECT 1').then(
      () => false,
      () => true,
    ),
  );
});
