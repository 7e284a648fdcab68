import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Pedido, TIPOS } from '../../../../src/contract/recursos/pedido.ts';
import {
  comando,
  momento,
  RESTAURANTE_ID,
  samplePedido,
  samplePedidoEntero,
} from '../../../support/samples.ts';
import { startApi } from '../start-api.ts';

const { ask, carryOut } = await startApi({ after });

const read = async (id: string) => (await ask<Pedido>(`/pedidos/${id}`)).body;

test('an order that was given whole comes back whole', async () => {
  const pedido = samplePedidoEntero();
  await carryOut(comando.importar(pedido));
  assert.deepEqual(await read(pedido.id), pedido);
});

for (const tipo of TIPOS) {
  test(`${tipo}: fields that do not apply are null, and the others are minted`, async () => {
    const draft = samplePedido({ tipo, creado_en: momento(0) });
    const [id = ''] = await carryOut(comando.crear(draft));
    const pedido = await read(id);
    const { numero, items, ...rest } = pedido;
    assert.deepEqual(rest, {
      id,
      tipo,
      estado: 'pendiente',
      fuente: draft.fuente,
      creado_en: momento(0),
      aceptado_en: null,
      entregado_en: null,
      programado_para: null,
      restaurante: { id: RESTAURANTE_ID, slug: 'casa-pepa', nombre: 'Casa Pepa' },
      cliente: draft.cliente,
      direccion: draft.direccion ?? null,
      mesa: draft.mesa ?? null,
      totales: draft.totales,
      pago: draft.pago,
      entrega: draft.entrega ?? null,
      fiscal: null,
      instrucciones: draft.instrucciones,
    });
    assert.equal(tipo === 'reparto', pedido.direccion !== null && pedido.entrega !== null);
    assert.equal(tipo === 'mesa', pedido.mesa !== null);
    // The restaurant's local day, then a counter of that day's orders.
    assert.match(numero, /^20261115-[1-9]\d*$/);
    assert.partialDeepStrictEqual(items, draft.items);
  });
}

test('shows each change at once', async () => {
  const [id = ''] = await carryOut(comando.crear());
  assert.partialDeepStrictEqual(await read(id), { estado: 'pendiente', aceptado_en: null });
  await carryOut(comando.avanzar(id, 'confirmado', { momento: momento(1) }));
  const accepted = { estado: 'confirmado', aceptado_en: momento(1), entregado_en: null };
  assert.partialDeepStrictEqual(await read(id), accepted);
  await carryOut(comando.avanzar(id, 'entregado', { momento: momento(9) }));
  const delivered = { estado: 'entregado', aceptado_en: momento(1), entregado_en: momento(9) };
  assert.partialDeepStrictEqual(await read(id), delivered);
});

test('the id may be percent-encoded', async () => {
  const [id = ''] = await carryOut(comando.crear());
  assert.equal((await read(id.replace('ped', '%70ed'))).id, id);
});
