import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodePedido } from '../../src/domain/pedido/pedido-json.ts';
import { makeOrderCache } from '../../src/storage/log/order-cache.ts';
import { upTo } from '../support/columns.ts';
import { samplePedidoEntero } from '../support/samples.ts';

const LARGE_CHARS = 1_000_000;
/** Together their orders exceed the cache's limit. */
const RESTAURANTES = 100;

test('unfinished orders are evicted by their size: the oldest restaurant first', () => {
  const cache = makeOrderCache();
  const instrucciones = 'x'.repeat(LARGE_CHARS);
  const pedido = samplePedidoEntero({ id: 'ped_1', estado: 'pendiente', instrucciones });
  const json = encodePedido(pedido, undefined, []);
  const ids = upTo(RESTAURANTES).map((n) => `rest_${n}`);
  for (const id of ids) {
    cache.keep(id, 1, new Map([['ped_1', { pedido, entradas: 1, olvidado: null, json }]]));
  }
  assert.ok(!cache.has('rest_1', 'ped_1'));
  assert.ok(cache.has(`rest_${RESTAURANTES}`, 'ped_1'));
});

test('kept orders hold no memory that other buffers share', () => {
  const pedido = samplePedidoEntero({ id: 'ped_1', estado: 'pendiente' });
  const json = encodePedido(pedido, undefined, []);
  makeOrderCache().keep(
    'rest_1',
    1,
    new Map([['ped_1', { pedido, entradas: 1, olvidado: null, json }]]),
  );
  for (const { buffer, length } of [json.head, json.tail]) assert.equal(buffer.byteLength, length);
});
