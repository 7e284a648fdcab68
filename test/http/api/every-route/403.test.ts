import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ALCANCES } from '../../../../src/contract/alcances.ts';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { withinASecond } from '../../../support/until.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { everyOperation, everyRoute, seedSampleRestaurant } from '../world.ts';

const { service, api, ask, carryOut } = await startApi({ after });
const routes = everyRoute(await seedSampleRestaurant(service));
const operations = everyOperation('xxx_1');

describe('alcance_insuficiente', async () => {
  for (const { operacion, method, path, alcance } of operations) {
    test(`${operacion} names ${alcance} when it is missing, before anything is read`, async () => {
      const alcances = ALCANCES.filter((each) => each !== alcance);
      const { token } = await service.makeLlave({ alcances });
      const { error } = assertError(await api(path, { token, method }), 'alcance_insuficiente');
      assert.ok(error.includes(`«${alcance}»`), error);
      if (method === 'GET') assert.equal((await api(path, { token, method: 'HEAD' })).status, 403);
    });
  }
  for (const { operacion, method, path, alcance } of operations) {
    test(`${operacion} needs no other scope than ${alcance}`, async () => {
      const { token } = await service.makeLlave({ alcances: [alcance] });
      // A HEAD of the stream ends at once.
      const asked = { method: method === 'GET' ? 'HEAD' : method, headers: bearer(token) };
      const { status } = await fetch(`${service.publicUrl}/api${path}`, asked);
      assert.notEqual(status, 403);
    });
  }
});

describe('restaurante_inactivo', async () => {
  const setActive = (activo: boolean) =>
    service.store.cuentas.setActive(RESTAURANTE_ID, activo, auditEntry());

  test('every route, within a second of the suspension, until it is lifted', async () => {
    assert.equal((await ask('/restaurante')).status, 200);
    await setActive(false);
    await withinASecond(async () => (await ask('/restaurante')).status === 403);
    for (const { method, path } of operations) {
      assertError(await ask(path, { method }), 'restaurante_inactivo');
    }
    await setActive(true);
    await withinASecond(async () => (await ask('/restaurante')).status === 200);
  });

  test('says nothing of a restaurant that merely takes no orders now', async () => {
    await carryOut(comando.guardarRestaurante(sampleRestaurante({ acepta_pedidos: false })));
    for (const { path } of routes) assert.equal((await ask(path)).status, 200);
  });
});
