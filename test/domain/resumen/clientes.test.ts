import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ClientDay, updateClientDays } from '../../../src/domain/resumen/clientes.ts';
import type { ClienteDelta } from '../../../src/domain/resumen/resumen.ts';
import { forEvery } from '../../support/values/properties.ts';

type Visits = Map<string, Map<string, number>>;

const CLIENTS = ['ana', 'bea', 'cai'];
const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];

/** Each client's days with orders. */
const daysOf = (visits: Visits, cliente: string) =>
  visits.getOrInsertComputed(cliente, () => new Map());

/** Only the rows that the doc comment promises: the days from the first changed one, and one before. */
const knownRows = (visits: Visits, deltas: readonly ClienteDelta[]): ClientDay[] =>
  CLIENTS.flatMap((cliente) => {
    const changed = deltas.filter((delta) => delta.cliente === cliente).map(({ dia }) => dia);
    const [first] = changed.sort();
    if (first === undefined) return [];
    const days = [...daysOf(visits, cliente).keys()].sort();
    const before = days.filter((dia) => dia < first).at(-1);
    return days
      .filter((dia) => dia >= first || dia === before)
      .map((dia) => ({ cliente, dia, pedidos: daysOf(visits, cliente).get(dia) ?? 0 }));
  });

const naive = (visits: Visits) => {
  const clientes: Record<string, number> = {};
  const ultimos: Record<string, number> = {};
  for (const days of visits.values()) {
    for (const dia of days.keys()) clientes[dia] = (clientes[dia] ?? 0) + 1;
    const last = [...days.keys()].sort().at(-1);
    if (last !== undefined) ultimos[last] = (ultimos[last] ?? 0) + 1;
  }
  return { clientes, ultimos };
};

/** Deltas of a batch, one for each client and day, as `addToSummary` adds them up. */
const batch = fc
  .uniqueArray(
    fc.record({
      cliente: fc.constantFrom(...CLIENTS),
      dia: fc.constantFrom(...DAYS),
      pedidos: fc.integer({ min: -3, max: 3 }),
    }),
    { maxLength: 8, selector: ({ cliente, dia }) => `${cliente} ${dia}` },
  )
  .map((deltas) => deltas.map((delta) => ({ ...delta })));

/** Limits the deltas so that no order is removed that was never added. */
const possible = (visits: Visits, deltas: readonly ClienteDelta[]): ClienteDelta[] =>
  deltas.map(({ cliente, dia, pedidos }) => {
    const stored = daysOf(visits, cliente).get(dia) ?? 0;
    return { cliente, dia, pedidos: Math.max(pedidos, -stored) };
  });

/** Applies batches of deltas to both implementations, and calls `check` with the totals after each. */
const everyBatch = (
  check: (totals: Map<string, { clientes: number; ultimos: number }>, visits: Visits) => void,
): void =>
  forEvery(200, fc.array(batch, { maxLength: 12 }), (batches) => {
    const visits: Visits = new Map();
    const totals = new Map<string, { clientes: number; ultimos: number }>();
    for (const drawn of batches) {
      const deltas = possible(visits, drawn);
      const shift = updateClientDays(deltas, knownRows(visits, deltas));
      for (const { cliente, dia, pedidos } of deltas) {
        const days = daysOf(visits, cliente);
        const after = (days.get(dia) ?? 0) + pedidos;
        if (after > 0) days.set(dia, after);
        else days.delete(dia);
      }
      for (const { cliente, dia, pedidos } of shift.rows) {
        assert.equal(pedidos, daysOf(visits, cliente).get(dia) ?? 0);
      }
      for (const [dia, change] of shift.dias) {
        const total = totals.getOrInsertComputed(dia, () => ({ clientes: 0, ultimos: 0 }));
        total.clientes += change.clientes;
        total.ultimos += change.ultimos;
      }
      check(totals, visits);
    }
  });

describe('distinct clients', () => {
  test('per day, and by their last day, as counted from all orders', () => {
    everyBatch((totals, visits) => {
      const expected = naive(visits);
      for (const dia of DAYS) {
        assert.equal(
          totals.get(dia)?.clientes ?? 0,
          expected.clientes[dia] ?? 0,
          `clientes ${dia}`,
        );
        assert.equal(totals.get(dia)?.ultimos ?? 0, expected.ultimos[dia] ?? 0, `ultimos ${dia}`);
      }
    });
  });

  test('of a window that reaches the present: the sum of those whose last day is in it', () => {
    everyBatch((totals, visits) => {
      for (const from of DAYS) {
        const sum = DAYS.filter((dia) => dia >= from).reduce(
          (n, dia) => n + (totals.get(dia)?.ultimos ?? 0),
          0,
        );
        const distinct = [...visits.values()].filter((days) =>
          [...days.keys()].some((dia) => dia >= from),
        );
        assert.equal(sum, distinct.length, from);
      }
    });
  });
});
