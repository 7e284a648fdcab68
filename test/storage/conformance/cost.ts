import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Estado, Tipo } from '../../../src/contract/recursos/pedido.ts';
import { MINUTE_MS } from '../../../src/domain/time.ts';
import {
  comando,
  NOW_MS,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../support/samples.ts';
import { accept, type Bench, type Engine, makeBench, query } from './harness.ts';

const ORDERS = 12_000;
/** Orders of a day before all others. */
const EARLY_ORDERS = 40;
const SMALL_ID = 'rest_pequeno';
const SMALL_ORDERS = 100;

/**
 * A page may cost this many times the first page of a small restaurant, however long the history:
 * merging up to nine sorted runs is dearer than reading one.
 */
const COST_RATIO_MAX = 5;
/** A method of payment alone merges 21 runs: one for each state and type. */
const METHOD_COST_RATIO_MAX = 8;

/**
 * Pages must not cost more in a long history. The large restaurant has a hundred times the orders
 * of the small one; a plan that walks its history would show up as a ratio in the hundreds.
 */
export const costConformance = (engine: Engine): void => {
  describe(`${engine.name}: cost of lists and summaries`, () => {
    let bench: Bench;
    let baseline: number;

    before(async () => {
      bench = await makeBench(engine);
      await bench.store.cuentas.save(sampleRestaurante({ id: SMALL_ID }), { ingesta: true });
      await load(bench, ORDERS, query().restauranteId);
      await load(bench, SMALL_ORDERS, SMALL_ID);
      baseline = await bench.database.listCost(query({ restauranteId: SMALL_ID }));
      assert.ok(baseline > 0);
    });
    after(() => bench[Symbol.asyncDispose]());

    const middleMs = NOW_MS + (ORDERS / 2) * MINUTE_MS;
    const dayMs = 1_440 * MINUTE_MS;
    const cases = {
      'no filter': query(),
      'a common state': query({ estado: ['entregado'] }),
      'a rare state': query({ estado: ['en_preparacion'] }),
      'a state that nothing is in': query({ estado: ['en_reparto'] }),
      'several states, rare and common': query({ estado: ['pendiente', 'listo', 'entregado'] }),
      'a rare type': query({ tipo: 'mesa' }),
      'a common method of payment': query({ metodo_pago: 'tarjeta' }),
      'a rare method of payment': query({ metodo_pago: 'bizum' }),
      'a method that nobody pays with': query({ metodo_pago: 'cripto' }),
      'a rare state of a common method': query({ metodo_pago: 'tarjeta', estado: ['pendiente'] }),
      'a number': query({ numero: '20261115-7' }),
      'a rare state of a common type': query({ estado: ['pendiente'], tipo: 'reparto' }),
      'a day in the middle': query({ desde: middleMs, hasta: middleMs + dayMs }),
      'from the middle on': query({ desde: middleMs }),
      'up to the middle': query({ hasta: middleMs }),
      'an hour without a match': query({
        desde: middleMs,
        hasta: middleMs + 60 * MINUTE_MS,
        estado: ['pendiente'],
      }),
      'everything at once': query({
        desde: NOW_MS + 100 * MINUTE_MS,
        hasta: middleMs,
        estado: ['cancelado', 'entregado'],
        tipo: 'recogida',
        metodo_pago: 'efectivo',
      }),
      'all time, named by its ends': query({ desde: 0, hasta: 4_000_000_000_000 }),
    };
    for (const [name, filter] of Object.entries(cases)) {
      test(`a page of ${name} costs the same at the start and deep down`, async () => {
        const deep = await cursorAt(bench, ORDERS - 500);
        for (const cursor of [
          null,
          { direction: 'after', id: deep } as const,
          { direction: 'before', id: deep } as const,
        ]) {
          const cost = await bench.database.listCost({ ...filter, cursor });
          const isMethodAlone = filter.metodo_pago !== null && filter.estado === null;
          const allowed = baseline * (isMethodAlone ? METHOD_COST_RATIO_MAX : COST_RATIO_MAX);
          assert.ok(cost <= allowed, `cost ${cost} against ${baseline} of a small restaurant`);
        }
      });
    }

    test('a large total estimates the ends of its range by their share of the day, a small one counts them', async () => {
      const { store } = bench;
      const days = Math.floor(NOW_MS / dayMs) - 2;
      const early = Array.from({ length: EARLY_ORDERS }, (_, i) => {
        const creado_en = new Date(days * dayMs + i * MINUTE_MS).toISOString();
        return comando.importar(samplePedido({ tipo: 'mesa', estado: 'entregado', creado_en }), []);
      });
      await accept(store, early);
      // From noon of that day, when half of these orders have come.
      const range = { desde: days * dayMs + dayMs / 2, hasta: NOW_MS + 100 * dayMs + 1 };
      assert.equal(await store.pedidos.count(query(range)), ORDERS + EARLY_ORDERS / 2);
      assert.equal(await store.pedidos.count(query({ ...range, tipo: 'mesa' })), ORDERS / 3_000);
      assert.equal(
        await store.pedidos.count(query({ ...range, metodo_pago: 'bizum' })),
        ORDERS / 4_000,
      );
    });

    test('the cost of a summary depends on its days and products, not on its orders', async () => {
      const dense = await bench.database.summaryCost(
        query().restauranteId,
        '2026-11-15',
        '2026-11-23',
      );
      const sparse = await bench.database.summaryCost(SMALL_ID, '2026-11-15', '2026-11-23');
      assert.ok(dense <= sparse * 20, `cost ${dense} against ${sparse} of a small restaurant`);
    });
  });
};

const load = async (bench: Bench, count: number, restauranteId: string) => {
  for (let done = 0; done < count; done += 500) {
    const comandos = Array.from({ length: Math.min(500, count - done) }, (_, k) => {
      const i = done + k;
      const creado_en = new Date(NOW_MS + i * MINUTE_MS).toISOString();
      const tipo: Tipo = i % 3_000 === 0 ? 'mesa' : i % 2 === 0 ? 'reparto' : 'recogida';
      const metodo = i % 4_000 === 30 ? 'bizum' : i % 3 === 0 ? 'efectivo' : 'tarjeta';
      const pago = { ...samplePedidoEntero().pago, metodo };
      const pedido = samplePedido({ tipo, estado: estadoOf(i), creado_en, pago });
      return comando.importar(pedido, [], { restaurante_id: restauranteId });
    });
    await accept(bench.store, comandos, restauranteId);
  }
};

const estadoOf = (i: number): Estado =>
  i % 4_000 === 10
    ? 'en_preparacion'
    : i === 20
      ? 'pendiente'
      : i % 10 === 0
        ? 'cancelado'
        : 'entregado';

/** The id of the order at a depth that is far from both ends. */
const cursorAt = async (bench: Bench, depth: number): Promise<string> => {
  const hastaMs = NOW_MS + (ORDERS - depth) * MINUTE_MS;
  const page = await bench.store.pedidos.list(query({ hasta: hastaMs, limit: 1 }));
  return page.ends?.first ?? '';
};
