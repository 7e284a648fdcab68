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
import { startService } from '../../../support/service.ts';
import { makeClient } from '../client.ts';
import { carryOut } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
await carryOut(service, comando.guardarRestaurante());

const read = async (id: string, token: string) =>
  (await api<Pedido>(`/pedidos/${id}`, { token })).body;

test('an order that was given whole comes back whole', async () => {
  const { token } = await service.makeLlave();
  const pedido = samplePedidoEntero();
  await carryOut(service, comando.importar(pedido));
  assert.deepEqual(await read(pedido.id, token), pedido);
});

for (const tipo of TIPOS) {
  test(`${tipo}: what does not apply is null, what can be minted was`, async () => {
    const { token } = await service.makeLlave();
    const draft = samplePedido({ tipo, creado_en: momento(0) });
    const [id = ''] = await carryOut(service, comando.crear(draft));
    const pedido = await read(id, token);
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
    // The restaurant's day, then how many it is that day.
    assert.match(numero, /^20261115-[1-9]\d*$/);
    assert.partialDeepStrictEqual(items, draft.items);
  });
}

test('shows each change at once', async () => {
  const { token } = await service.makeLlave();
  const [id = ''] = await carryOut(service, comando.crear());
  assert.partialDeepStrictEqual(await read(id, token), { estado: 'pendiente', aceptado_en: null });
  await carryOut(service, comando.avanzar(id, 'confirmado', { momento: momento(1) }));
  const accepted = { estado: 'confirmado', aceptado_en: momento(1), entregado_en: null };
  assert.partialDeepStrictEqual(await read(id, token), accepted);
  await carryOut(service, comando.avanzar(id, 'entregado', { momento: momento(9) }));
  const delivered = { estado: 'entregado', aceptado_en: momento(1), entregado_en: momento(9) };
  assert.partialDeepStrictEqual(await read(id, token), delivered);
});

test('the id may be percent-encoded', async () => {
  const { token } = await service.makeLlave();
  const [id = ''] = await carryOut(service, comando.crear());
  assert.equal((await read(id.replace('ped', '%70ed'), token)).id, id);
});
