import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../../../src/clock.ts';
import { makeExports } from '../../../../src/exportacion/exports.ts';
import { exportTable } from '../../../../src/http/api/recursos/exportacion.ts';
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts';
import { accept } from '../../../storage/conformance/harness.ts';
import { makeTestClock } from '../../../support/clock.ts';
import { makeFolder } from '../../../support/machine/folder.ts';
import { comando, sampleRestaurante, seededRandomBytes } from '../../../support/samples.ts';
import { makeKeyOperator } from '../../../support/service.ts';

test('a workbook whose key or restaurant is stopped before the first byte is refused as such', async (t) => {
  const testClock = makeTestClock();
  const randomBytes = seededRandomBytes(1);
  const store = openSqliteStore(makeFolder(), { clock: testClock, randomBytes });
  t.after(() => store.close());
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  await accept(store, [comando.crear()]);
  const { makeLlave, revoke } = makeKeyOperator(store);
  // A second passes with each look: the export checks its key before every slice.
  const clock: Clock = {
    now: testClock.now,
    monotonic() {
      testClock.advance(1_000);
      return testClock.monotonic();
    },
  };
  const exports = makeExports({ store, clock, onCountFailed: assert.ifError });
  const read = exportTable(store, exports, clock);
  const { llave } = await makeLlave();
  const request = {
    llave,
    params: { tabla: 'pedidos' },
    query: 'formato=xlsx',
    body: undefined,
  };
  const { status, release } = await read(request);
  assert.equal(status, 200);
  release?.();

  await store.cuentas.save(sampleRestaurante(), { activo: false });
  await assert.rejects(read(request), { codigo: 'restaurante_inactivo' });
  await store.cuentas.save(sampleRestaurante(), { activo: true });
  await revoke(llave.id);
  await assert.rejects(read(request), { codigo: 'llave_revocada' });
  const { llave: expiring } = await makeLlave({ expiraMs: Date.now() + 60_000 });
  testClock.set(Date.now() + 60_000);
  await assert.rejects(read({ ...request, llave: expiring }), { codigo: 'llave_expirada' });
});
