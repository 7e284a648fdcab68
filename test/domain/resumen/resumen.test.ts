import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addToSummary, countsTheSame, emptyDeltas } from '../../../src/domain/resumen/resumen.ts';
import { columns } from '../../support/columns.ts';
import { samplePedidoEntero } from '../../support/samples.ts';

const PLACE = {
  dia: '2026-11-14',
  creadoMs: Date.parse('2026-11-14T20:14:00Z'),
  cliente: 'ana',
};

describe('what an order adds to the summary', () => {
  test('adds to its day, its type, its products and its client', () => {
    const deltas = emptyDeltas();
    addToSummary(deltas, samplePedidoEntero(), PLACE, 1);
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
    addToSummary(deltas, samplePedidoEntero({ estado: 'cancelado' }), PLACE, 1);
    assert.deepEqual(
      [...deltas.dias.values()],
      [{ pedidos: 0, cancelados: 1, ventasCents: 0, reparto: 0, recogida: 0, mesa: 0 }],
    );
    assert.equal(deltas.productos.size + deltas.clientes.size, 0);
  });

  test('added and removed again leaves nothing', () => {
    const deltas = emptyDeltas();
    addToSummary(deltas, samplePedidoEntero(), PLACE, 1);
    addToSummary(deltas, samplePedidoEntero(), PLACE, -1);
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
    addToSummary(deltas, samplePedidoEntero({ items }), PLACE, 1);
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
