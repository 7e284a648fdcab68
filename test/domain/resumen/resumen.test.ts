import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addToSummary,
  clientKey,
  countsTheSame,
  emptyDeltas,
} from '../../../src/domain/resumen/resumen.ts';
import { columns } from '../../support/columns.ts';
import { samplePedidoEntero } from '../../support/samples.ts';

const client = (telefono: string, email = '') =>
  clientKey({ nombre: 'Ana', telefono, email, consintio_marketing: true });

describe('a client', () => {
  test('is one phone, however it is written', () => {
    const [key, ...same] = [
      '+34 600 123 456',
      '0034600123456',
      '34-600-123-456',
      '(34) 600.123.456',
    ].map((telefono) => client(telefono));
    for (const other of same) assert.equal(other, key);
    assert.notEqual(client('+34 600 123 457'), key);
  });

  test('is the phone even if the e-mail differs', () => {
    assert.equal(client('600', 'a@example.com'), client('600', 'b@example.com'));
  });

  test('without a phone, is one e-mail', () => {
    assert.equal(client('', ' Ana@Example.com '), client('—', 'ana@example.com'));
    assert.notEqual(client('', 'ana@example.com'), client('', 'bea@example.com'));
  });

  test('is nobody without either', () => {
    assert.equal(client('', ''), null);
    assert.equal(client('n/d', '  '), null);
  });

  test('is kept as a hash that shows neither', () => {
    assert.match(client('600123456') ?? '', /^[A-Za-z0-9_-]{22}$/);
    assert.notEqual(client('600'), client('', '600'));
  });
});

describe('what an order adds to the summary', () => {
  test('adds to its day, its type, its products and its client', () => {
    const deltas = emptyDeltas();
    addToSummary(deltas, samplePedidoEntero(), '2026-11-14', 1);
    assert.deepEqual(deltas.dias.get('2026-11-14'), {
      pedidos: 1,
      cancelados: 0,
      ventasCents: 3_679,
      reparto: 1,
      recogida: 0,
      mesa: 0,
    });
    assert.deepEqual(
      columns([...deltas.productos.values()], 'productoId', 'unidades', 'ventasCents'),
      [
        ['prod_margarita', 2, 3_200],
        ['prod_agua', 1, 180],
      ],
    );
    assert.deepEqual(columns([...deltas.clientes.values()], 'dia', 'pedidos'), [['2026-11-14', 1]]);
  });

  test('of a cancelled or rejected order is one cancellation and nothing else', () => {
    const deltas = emptyDeltas();
    addToSummary(deltas, samplePedidoEntero({ estado: 'cancelado' }), '2026-11-14', 1);
    assert.deepEqual(
      [...deltas.dias.values()],
      [{ pedidos: 0, cancelados: 1, ventasCents: 0, reparto: 0, recogida: 0, mesa: 0 }],
    );
    assert.equal(deltas.productos.size + deltas.clientes.size, 0);
  });

  test('added and taken out again comes to nothing', () => {
    const deltas = emptyDeltas();
    addToSummary(deltas, samplePedidoEntero(), '2026-11-14', 1);
    addToSummary(deltas, samplePedidoEntero(), '2026-11-14', -1);
    const sums = [
      ...deltas.dias.values(),
      ...deltas.productos.values(),
      ...deltas.clientes.values(),
    ]
      .flatMap((delta) => Object.values(delta))
      .filter((value) => typeof value === 'number');
    assert.ok(sums.length > 10 && sums.every((sum) => sum === 0));
  });

  test('the same product twice in an order adds up, under its newest name', () => {
    const deltas = emptyDeltas();
    const [pizza] = samplePedidoEntero().items;
    assert.ok(pizza);
    const items = [pizza, { ...pizza, nombre: 'Margherita', cantidad: 3, total_cents: 100 }];
    addToSummary(deltas, samplePedidoEntero({ items }), '2026-11-14', 1);
    const [producto] = deltas.productos.values();
    assert.deepEqual(
      [producto?.nombre, producto?.unidades, producto?.ventasCents],
      ['Margherita', 5, 3_300],
    );
  });

  test('is the same as long as the order is not called off and keeps its items and totals', () => {
    const before = samplePedidoEntero({ estado: 'listo' });
    assert.ok(countsTheSame(before, { ...before, estado: 'entregado', instrucciones: null }));
    assert.ok(!countsTheSame(before, { ...before, estado: 'cancelado' }));
    assert.ok(!countsTheSame(before, { ...before, items: [] }));
    assert.ok(
      !countsTheSame(before, { ...before, totales: { ...before.totales, total_cents: 0 } }),
    );
  });
});
