import assert from 'node:assert/strict';
import test from 'node:test';
import type { ClienteDePedido, FichaPedido } from '../../../../src/contract/panel.ts';
import { accept } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { assertRefused } from '../browser.ts';
import { OTHER_ID, startPanelWithAna } from '../panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}`;

describeOnEngines('the customer of an order', (engine) => {
  test('is counted, and forgotten in all orders by whoever may see the restaurant', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    await accept(store, [
      comando.crear(samplePedido({ id: 'ped_1' })),
      comando.crear(samplePedido({ id: 'ped_2' })),
    ]);
    const path = `${BASE}/pedidos/ped_1/cliente`;
    assert.deepEqual((await ana.api<ClienteDePedido>(path)).body, { pedidos: 2 });
    const forgotten = await ana.api<ClienteDePedido>(path, { method: 'DELETE' });
    assert.deepEqual(forgotten.body, { pedidos: 2 });
    assert.deepEqual((await ana.api<ClienteDePedido>(path)).body, { pedidos: 0 });
    const { body } = await ana.api<FichaPedido>(`${BASE}/pedidos/ped_2`);
    assert.equal(body.pedido.cliente.nombre, '');
    assert.partialDeepStrictEqual(body.historial.at(-1), {
      accion: 'cliente_olvidado',
      origen: 'panel',
      usuario: null,
      detalle: {},
    });
    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
    assert.partialDeepStrictEqual(entry, {
      accion: 'cliente.olvidado',
      actor: 'ana@pepa.example',
      objeto: 'ped_1',
      detalle: { por: 'pedido_id', pedidos: 2 },
    });
  });

  test('of another restaurant or of no order is nobody', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const foreign = samplePedido({ id: 'ped_otro' });
    await accept(store, [comando.crear(foreign, { restaurante_id: OTHER_ID })], OTHER_ID);
    for (const method of ['GET', 'DELETE']) {
      for (const place of [`${BASE}/pedidos/ped_otro`, `${BASE}/pedidos/xxx`]) {
        const response = await ana.api(`${place}/cliente`, { method });
        assertRefused(response, 404, 'no_encontrado');
      }
    }
  });
});
