import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodigoError } from '../../../../src/contract/errores.ts';
import type { Llave } from '../../../../src/storage/port/accounts.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { accept, auditEntry } from '../../../storage/conformance/harness.ts';
import { comando, NOW_MS, sampleRestaurante } from '../../../support/samples.ts';
import { assertError } from '../client.ts';
import { openDoor } from '../door.ts';

const STOPS: [CodigoError, (store: Store, llave: Llave) => Promise<unknown>][] = [
  ['restaurante_inactivo', ({ cuentas }) => cuentas.save(sampleRestaurante(), { activo: false })],
  ['llave_revocada', ({ llaves }, { id }) => llaves.revoke(id, NOW_MS, auditEntry())],
  [
    'llave_expirada',
    ({ llaves }, llave) => {
      const successor = { llave: { ...llave, id: 'llv_otra' }, hash: 'otro' };
      return llaves.rotate(llave, successor, NOW_MS, auditEntry());
    },
  ],
];

for (const [codigo, stop] of STOPS) {
  test(`${codigo}: a workbook whose key or restaurant is stopped before the first byte`, async (t) => {
    const { api, store, clock, makeToken } = await openDoor(t);
    await accept(store, [comando.crear()]);
    const token = await makeToken();
    const [llave] = await store.llaves.list(null);
    assert.ok(llave);
    const { slice } = store.pedidos;
    t.mock.method(store.pedidos, 'slice', async (...asked: Parameters<typeof slice>) => {
      await stop(store, llave);
      // The export looks at its key twice a second.
      clock.advance(1_000);
      return slice(...asked);
    });
    assertError(await api('/exportacion/pedidos?formato=xlsx', { token }), codigo);
  });
}
