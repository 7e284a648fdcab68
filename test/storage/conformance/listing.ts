import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import {
  ESTADOS,
  type Estado,
  type Pedido,
  TIPOS,
  type Tipo,
} from '../../../src/contract/recursos/pedido.ts';
import { HOUR_MS } from '../../../src/domain/time.ts';
import type { PedidoFilter, PedidoPage, PedidoQuery } from '../../../src/storage/port/pedidos.ts';
import { comando, NOW_MS, samplePedido } from '../../support/samples.ts';
import { forEveryAsync } from '../../support/values/properties.ts';
import {
  accept,
  allPedidos,
  type Bench,
  type Engine,
  makeBench,
  pageOrders,
  query,
} from './harness.ts';

const SPAN_DAYS = 90;
const SPAN_HOURS = 24 * SPAN_DAYS;

/** Ways in which a platform may number its orders: minted here, nearly in order, or at random. */
const NUMBERINGS = {
  minted: () => undefined,
  jittered: (ms: number, i: number) => `ped_${ms + ((i * 7_919) % 13) * 60_000}_${i}`,
  random: (_ms: number, i: number) => `ped_${((i * 2_654_435_761) % 4_294_967_296).toString(36)}`,
};

export const listingConformance = (engine: Engine): void => {
  for (const [numbering, idOf] of Object.entries(NUMBERINGS)) {
    describe(`${engine.name}: lists of orders with ${numbering} ids`, () => {
      let bench: Bench;
      let model: Pedido[];

      before(async () => {
        bench = await makeBench(engine);
        const comandos = Array.from({ length: 300 }, (_, i) => {
          // Creation times wander back and forth, as they do when several tills send late.
          const ms = NOW_MS + ((i * 37) % 300) * (SPAN_HOURS / 300) * HOUR_MS;
          const tipo = TIPOS[i % 7 === 0 ? 2 : i % 2] as Tipo;
          const estado = estadoOf(i, tipo);
          const creado_en = new Date(Math.round(ms)).toISOString();
          const id = idOf(Math.round(ms), i);
          return comando.importar(samplePedido({ tipo, estado, creado_en, ...(id && { id }) }), []);
        });
        // Several commits, because the id skew that lists rely on is maintained from one to the next.
        for (let i = 0; i < comandos.length; i += 17) {
          await accept(bench.store, comandos.slice(i, i + 17));
        }
        model = (await allPedidos(bench.store)).sort((a, b) => (a.id < b.id ? 1 : -1));
        assert.equal(model.length, 300);
      });
      after(() => bench[Symbol.asyncDispose]());

      test('any filter gives the matching orders, by id descending', async () => {
        await forEveryAsync(150, filters, async (filter) => {
          const page = await bench.store.pedidos.list({ ...filter, limit: 100, cursor: null });
          const expected = model.filter(matches(filter)).map((pedido) => pedido.id);
          assert.deepEqual(pageIds(page), expected.slice(0, 100));
          assert.equal(page.more, expected.length > 100);
        });
      });

      test('count agrees with the list', async () => {
        await forEveryAsync(100, filters, async (filter) => {
          const expected = model.filter(matches(filter)).length;
          assert.equal(await bench.store.pedidos.count(filter), expected);
        });
      });

      test('pages forwards and backwards cover the list without gap or overlap', async () => {
        await forEveryAsync(
          25,
          fc.tuple(filters, fc.integer({ min: 1, max: 60 })),
          async ([filter, limit]) => {
            const expected = model.filter(matches(filter)).map((pedido) => pedido.id);
            const forwards = await walk(bench, { ...filter, limit, cursor: null }, 'after');
            assert.deepEqual(forwards, expected);
            const end = expected.at(-1);
            if (end === undefined) return;
            const back = await walk(
              bench,
              { ...filter, limit, cursor: { direction: 'before', id: end } },
              'before',
            );
            assert.deepEqual(back, expected.slice(0, -1));
          },
        );
      });

      test('slices cover the list upwards, each order once', async () => {
        await forEveryAsync(
          25,
          fc.tuple(filters, fc.integer({ min: 1, max: 60 })),
          async ([filter, limit]) => {
            const found: string[] = [];
            for (let after: string | null = ''; after !== null; ) {
              const slice = await bench.store.pedidos.slice(filter, after, limit);
              const lines = Buffer.from(slice.lines).toString().split('\n').slice(0, -1);
              assert.ok(lines.length <= limit);
              found.push(...lines);
              after = slice.last;
            }
            const expected = model.filter(matches(filter)).reverse();
            assert.deepEqual(
              found.map((line) => JSON.parse(line)),
              expected,
            );
          },
        );
      });
    });
  }
};

const estadoOf = (i: number, tipo: Tipo): Estado => {
  const estado =
    i % 50 === 0 ? ESTADOS[(i / 50) % ESTADOS.length] : i % 9 === 0 ? 'cancelado' : 'entregado';
  return estado === 'en_reparto' && tipo !== 'reparto' ? 'listo' : (estado ?? 'pendiente');
};

const instants = fc.option(
  fc.oneof(
    fc.integer({ min: -4, max: SPAN_HOURS + 4 }).map((hours) => NOW_MS + hours * HOUR_MS),
    fc.integer({ min: -1, max: SPAN_DAYS + 2 }).map((days) => Date.UTC(2026, 10, 15 + days)),
  ),
);

const filters: fc.Arbitrary<PedidoFilter> = fc.record({
  restauranteId: fc.constant(query().restauranteId),
  estados: fc.subarray([...ESTADOS]),
  tipo: fc.option(fc.constantFrom(...TIPOS)),
  desdeMs: instants,
  hastaMs: instants,
});

const matches = (filter: PedidoFilter) => (pedido: Pedido) => {
  const ms = Date.parse(pedido.creado_en);
  return (
    (filter.estados.length === 0 || filter.estados.includes(pedido.estado)) &&
    (filter.tipo === null || filter.tipo === pedido.tipo) &&
    (filter.desdeMs === null || ms >= filter.desdeMs) &&
    (filter.hastaMs === null || ms < filter.hastaMs)
  );
};

const pageIds = (page: PedidoPage): string[] => pageOrders(page).map(({ id }) => id);

const walk = async (bench: Bench, first: PedidoQuery, direction: 'after' | 'before') => {
  const ids: string[] = [];
  let next = first;
  for (;;) {
    const page = await bench.store.pedidos.list(next);
    const found = pageIds(page);
    if (direction === 'after') ids.push(...found);
    else ids.unshift(...found);
    const [first, last] = [found[0], found.at(-1)];
    assert.deepEqual(page.ends, first === undefined ? null : { first, last });
    if (!page.more || page.ends === null) return ids;
    const edge = direction === 'after' ? page.ends.last : page.ends.first;
    next = { ...next, cursor: { direction, id: edge } };
  }
};
