import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withClient } from '../../../support/postgres/query.ts';
import { comando } from '../../../support/samples.ts';
import type { PaginaPedidos } from '../client.ts';
import { startApi } from '../start-api.ts';
import { idsOf } from '../world.ts';

/**
 * Copies a database; the function that it returns puts the copy in its place, as if a standby took over that had not
 * replayed the last commits.
 */
const copyOf = async (databaseUrl: string) => {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  const alone = (...statements: string[]) =>
    withClient(server.href, async (client) => {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await client.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
      for (const statement of statements) await client.query(statement);
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    });
  await alone(`CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  return () => alone(`DROP DATABASE ${name}`, `ALTER DATABASE ${name}_copy RENAME TO ${name}`);
};

test('a page cached from commits that a failover lost is not served for the commits that replace them', async (t) => {
  const { service, ask, carryOut } = await startApi(t, 'PostgreSQL');
  const read = async () => idsOf((await ask<PaginaPedidos>('/pedidos')).body.datos);
  assert.deepEqual(await read(), []);
  const takeOver = await copyOf(service.databaseUrl ?? '');
  const lost = await carryOut(comando.crear());
  for (let n = 0; n < 3; n += 1) assert.deepEqual(await read(), lost);
  await takeOver();
  const made = await carryOut(comando.crear());
  assert.deepEqual(await read(), made);
});
