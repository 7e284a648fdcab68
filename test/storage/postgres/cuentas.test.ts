import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { query, withClient } from '../../support/postgres/query.ts';
import { openSampleStore } from '../../support/postgres/store.ts';
import { RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { until } from '../../support/until.ts';

test('a profile that is saved while another process suspends the restaurant leaves it suspended', async () => {
  await using database = await createMigratedDatabase();
  const store = await openSampleStore(database.url);
  await withClient(database.url, async (other) => {
    await other.query('BEGIN');
    await other.query('UPDATE restaurantes SET activo = false WHERE id = $1', [RESTAURANTE_ID]);
    const saved = store.cuentas.save(sampleRestaurante(), {});
    await until(async () => {
      const waits = 'SELECT 1 FROM pg_locks WHERE NOT granted';
      return (await query(database.url, waits)).length > 0;
    });
    await other.query('COMMIT');
    await saved;
  });
  assert.equal((await store.cuentas.find(RESTAURANTE_ID))?.cuenta.activo, false);
  await store.close();
});
