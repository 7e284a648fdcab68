import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../../src/storage/port/store.ts';
import { createMigratedDatabase } from '../../support/postgres/databases.ts';
import { query, withClient } from '../../support/postgres/query.ts';
import { openSampleStore } from '../../support/postgres/store.ts';
import { RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { auditEntry } from '../conformance/harness.ts';

/** Begins work while another process has carried out `sql` and not yet committed it, so that the work has to wait. */
const during = async <T>(sql: string, begin: (store: Store) => Promise<T>) => {
  await using database = await createMigratedDatabase();
  const store = await openSampleStore(database.url);
  const result = await withClient(database.url, async (other) => {
    await other.query(`BEGIN; ${sql}`);
    const begun = begin(store);
    await until(async () => {
      const waits = 'SELECT 1 FROM pg_locks WHERE NOT granted';
      return (await query(database.url, waits)).length > 0;
    });
    await other.query('COMMIT');
    return begun;
  });
  const found = await store.cuentas.find(RESTAURANTE_ID);
  await store.close();
  return { result, found };
};

test('a profile that is saved while another process suspends the restaurant leaves it suspended', async () => {
  const { found } = await during(
    `UPDATE restaurantes SET activo = false WHERE id = '${RESTAURANTE_ID}'`,
    ({ cuentas }) => cuentas.save(sampleRestaurante(), {}),
  );
  assert.equal(found?.cuenta.activo, false);
});

test('a user who is created while another process deletes the restaurant is refused', async () => {
  const usuario = {
    id: 'usr_1',
    email: 'ana@pepa.example',
    operador: false,
    creadoMs: 0,
    tieneClave: false,
    desactivadoMs: null,
    tieneFactor: false,
    exigeFactor: false,
    ultimoAccesoMs: null,
  };
  const { result } = await during(
    `SELECT 1 FROM log_heads WHERE restaurante_id = '${RESTAURANTE_ID}' FOR UPDATE;
     DELETE FROM restaurantes WHERE id = '${RESTAURANTE_ID}'`,
    ({ usuarios }) =>
      usuarios.create(
        usuario,
        [{ restauranteId: RESTAURANTE_ID, rol: 'sala' }],
        { hash: 'alta', expiraMs: 0 },
        auditEntry(),
      ),
  );
  assert.equal(result, 'no_restaurant');
});
