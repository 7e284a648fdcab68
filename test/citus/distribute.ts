import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distribute } from '../../src/storage/engines/postgres/cluster/distribute.ts';
import { examineDatabase } from '../../src/storage/engines/postgres/doctor/examine.ts';
import { prepareDatabase } from '../../src/storage/engines/postgres/driver/migrate.ts';
import { createDatabase } from '../support/postgres/databases.ts';
import { query, withClient } from '../support/postgres/query.ts';

test('opening the database distributes every table of restaurants, and says so once', async () => {
  await using database = await createDatabase();
  const { distributed } = await prepareDatabase(database.url);
  assert.equal(distributed[0], 'distributed log_heads by restaurant');
  assert.deepEqual((await prepareDatabase(database.url)).distributed, []);
  const groups = await query<{ groups: number; tables: number }>(
    database.url,
    `SELECT count(DISTINCT colocationid)::int AS groups, count(*)::int AS tables
     FROM pg_dist_partition WHERE partmethod = 'h'`,
  );
  assert.deepEqual(groups, [{ groups: 1, tables: distributed.length }]);
  const { findings } = await examineDatabase(database.url, Date.now);
  assert.equal(findings.get('cluster')?.detail, '3 nodes answer and can move shards');
});

test('rows and reference tables that were there before find their places', async () => {
  await using database = await createDatabase();
  await prepareDatabase(database.url);
  await withClient(database.url, async (client) => {
    await client.query(
      "INSERT INTO restaurantes (id, slug, nombre, zona_horaria, activo, ingesta, perfil) VALUES ('rest_1', 'uno', 'Uno', 'UTC', true, true, '{}')",
    );
    await client.query("INSERT INTO numeros VALUES ('rest_1', '2026-11-19', 7)");
    await client.query("SELECT undistribute_table('numeros')");
    await client.query("SELECT create_reference_table('restaurantes')");
    assert.deepEqual(await distribute(client), [
      'moved restaurantes to the coordinator',
      'distributed numeros by restaurant',
    ]);
    const { rows } = await client.query('SELECT r.slug, n.ultimo FROM restaurantes r, numeros n');
    assert.deepEqual(rows, [{ slug: 'uno', ultimo: '7' }]);
    const local = await client.query('SELECT FROM ONLY numeros');
    assert.equal(local.rowCount, 1, 'one row, of a shard');
  });
});
