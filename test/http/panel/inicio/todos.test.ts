import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Todos } from '../../../../src/contract/panel.ts';
import { accept } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { createUser, OTHER_ID, PASSWORD, startPanelServer } from '../panel-server.ts';

describeOnEngines('all restaurants of an owner', (engine) => {
  test('are those that she owns, side by side and summed up for each currency', async (t) => {
    const { deps, browser, store } = await startPanelServer(t, { engine });
    const pub = sampleRestaurante({ id: 'rest_pub', slug: 'pub', nombre: 'Pub', moneda: 'GBP' });
    const foreign = sampleRestaurante({ id: 'rest_sala', slug: 'sala', nombre: 'Sala' });
    for (const each of [pub, foreign])
      await store.cuentas.save(each, { activo: true, ingesta: true });
    const own = [RESTAURANTE_ID, OTHER_ID, 'rest_pub'].map((restauranteId) => ({
      restauranteId,
      rol: 'propietaria' as const,
    }));
    const puestos = [...own, { restauranteId: 'rest_sala', rol: 'encargada' as const }];
    await createUser(deps, 'rosa@pepa.example', { operador: false, puestos });
    const rosa = browser();
    await rosa.signIn('rosa@pepa.example', PASSWORD);
    const order = (total_cents: number) => {
      const pedido = samplePedido({ creado_en: new Date(NOW_MS - 1_000).toISOString() });
      const totales = { ...pedido.totales, total_cents };
      return comando.crear({ ...pedido, totales });
    };
    await accept(store, [order(1_000), order(500)]);
    for (const [id, cents] of [
      [OTHER_ID, 900],
      ['rest_pub', 70],
      ['rest_sala', 99_999],
    ] as const) {
      await accept(store, [order(cents)], id);
    }
    const { status, body } = await rosa.api<Todos>('/todos');
    assert.equal(status, 200);
    assert.deepEqual(
      body.datos.map(({ cuenta, moneda, cifras }) => [cuenta.nombre, moneda, cifras.ventas_cents]),
      [
        ['Bar Lola', 'EUR', 900],
        ['Casa Pepa', 'EUR', 1_500],
        ['Pub', 'GBP', 70],
      ],
    );
    const euros = { pedidos: 3, ventas_cents: 2_400, cancelados: 0, ticket_medio_cents: 800 };
    const pounds = { pedidos: 1, ventas_cents: 70, cancelados: 0, ticket_medio_cents: 70 };
    assert.deepEqual(body.sumas, [
      { moneda: 'EUR', cifras: euros },
      { moneda: 'GBP', cifras: pounds },
    ]);
  });
});
