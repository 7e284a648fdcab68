import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { describeOnEngines } from '../../../support/engines.ts';
import { words } from '../../../support/values/words.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

/** Texts that are no id of any order, some of which no database would take. */
const NO_IDS = [
  `ped_'%20OR%201=1--`,
  `ped_${'x'.repeat(900)}`,
  ...words(`
    ped_01m7dtednjhcfgb5qpqadz4za0 ped_ ped x 0 rest_casa_pepa ped_%00 ped_%F0%9F%8D%95 ped_%C3%B1
    ped_a%20b ped_%2e%2e%2f ped_%25
  `),
];

describeOnEngines('no_encontrado', async (engine) => {
  const { ask } = await startApi({ after }, engine);

  test('the number of an order is not its id: the error says where to look it up', async () => {
    const { error } = assertError(await ask('/pedidos/20261115-42'), 'no_encontrado');
    assert.match(error, /«\?numero=20261115-42»/);
  });

  for (const suffix of ['', '/historial']) {
    test(`/pedidos/{id}${suffix}: an order that does not exist`, async () => {
      for (const id of NO_IDS) {
        const { error } = assertError(await ask(`/pedidos/${id}${suffix}`), 'no_encontrado');
        assert.match(error, /^No existe el pedido «/);
        assert.ok(error.length < 120);
      }
    });
  }
});
