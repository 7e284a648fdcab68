import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addToSummary, countsTheSame, emptyDeltas } from '../../../src/domain/resumen/resumen.ts';
import { samplePedidoEntero } from '../../support/samples.ts';

const PLACE = {
  dia: '2026-11-14',
  creadoMs: Date.parse('2026-11-14T20:14:00Z'),
  cliente: 'ana',
};

describe('what an order adds to the summary', () => {
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
