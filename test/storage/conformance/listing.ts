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
import { readBusqueda } from '../../../src/domain/busqueda.ts';
import { type FiltroParams, readFiltros, UNFILTERED } from '../../../src/domain/pedido/filtros.ts';
import { HOUR_MS } from '../../../src/domain/time.ts';
import { searchPedidos } from '../../../src/http/panel/recursos/pedidos/busqueda.ts';
import { forgetOrders } from '../../../src/storage/clientes/forgetting.ts';
import type { PedidoFilter, PedidoPage, PedidoQuery } from '../../../src/storage/port/pedidos.ts';
import { comando, NOW_MS, samplePedido, samplePedidoEntero } from '../../support/samples.ts';
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
          const numero = `20261115-${i % 290}`;
          const pedido = { tipo, estado, creado_en, numero, ...searchable(i), ...(id && { id }) };
          return comando.importar(samplePedido(pedido), []);
        });
        // Several commits, because the id skew that lists rely on is maintained from one to the next.
        const ids: string[] = [];
        for (let i = 0; i < comandos.length; i += 17) {
          ids.push(...(await accept(bench.store, comandos.slice(i, i + 17))));
        }
        await change(bench, ids);
        model = (await allPedidos(bench.store)).sort((a, b) => (a.id < b.id ? 1 : -1));
        assert.equal(model.length, 300);
      });
      after(() => bench[Symbol.asyncDispose]());

      test('any filter gives the matching orders, by id descending', async () => {
        await forEveryAsync(250, asked, async (params) => {
          const filter = filterOf(params);
          const page = await bench.store.pedidos.list({ ...filter, limit: 100, cursor: null });
          const expected = model.filter(matches(params)).map((pedido) => pedido.id);
          assert.deepEqual(pageIds(page), expected.slice(0, 100));
          assert.equal(page.more, expected.length > 100);
        });
      });

      test('count agrees with the list', async () => {
        await forEveryAsync(250, asked, async (params) => {
          const expected = model.filter(matches(params)).length;
          assert.equal(await bench.store.pedidos.count(filterOf(params)), expected);
        });
      });

      test('a search keeps to the filters', async () => {
        for (const text of ['600112233', 'margarita']) {
          await forEveryAsync(50, asked, async (params) => {
            const wanted = query({ ...filterOf(params), limit: 100 });
            const { found } = await searchPedidos(bench.store, text, wanted, 'index');
            const isMeant = readBusqueda(text, OWN).matches;
            const expected = model.filter(matches(params)).filter(isMeant);
            assert.deepEqual(found, expected.slice(0, 100));
          });
        }
      });

      test('pages forwards and backwards cover the list without gap or overlap', async () => {
        await forEveryAsync(
          25,
          fc.tuple(asked, fc.integer({ min: 1, max: 60 })),
          async ([params, limit]) => {
            const filter = filterOf(params);
            const expected = model.filter(matches(params)).map((pedido) => pedido.id);
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
          fc.tuple(asked, fc.integer({ min: 1, max: 60 })),
          async ([params, limit]) => {
            const filter = filterOf(params);
            const found: string[] = [];
            for (let after: string | null = ''; after !== null; ) {
              const slice = await bench.store.pedidos.slice(filter, after, limit);
              const lines = Buffer.from(slice.lines).toString().split('\n').slice(0, -1);
              assert.ok(lines.length <= limit);
              found.push(...lines);
              after = slice.last;
            }
            const expected = model.filter(matches(params)).reverse();
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

const METODOS = ['efectivo', 'tarjeta', 'online', 'bizum'];
const TELEFONOS = ['600 11 22 33', '+34 600 11 22 33', '0034600112234', '12', ''];
const EMAILS = ['Ana@Example.com ', 'ana@example.com', 'luis@example.com', ''];
const FACTURAS = ['FA-2026/001', 'fa 2026 001', 'FA-2026-002', '---'];
const fiscalOf = (factura_numero: string): Pedido['fiscal'] => ({
  factura_numero,
  factura_fecha: '2026-11-15T20:00:00Z',
  factura_pdf: 'https://facturas.example/1.pdf',
});

/** Fields that the other filters look at, in every combination. A payment has the reference that is an invoice elsewhere. */
const searchable = (i: number): Partial<Pedido> => ({
  pago: {
    ...samplePedidoEntero().pago,
    metodo: METODOS[i % 11 === 0 ? 3 : i % 3] ?? '',
    referencia_externa: FACTURAS[i % 5] ?? '',
  },
  cliente: {
    ...samplePedidoEntero().cliente,
    telefono: TELEFONOS[i % TELEFONOS.length] ?? '',
    email: EMAILS[i % EMAILS.length] ?? '',
  },
  fiscal: i % 4 === 0 ? fiscalOf(FACTURAS[(i / 4) % FACTURAS.length] ?? '') : null,
});

/** Changes what the indexes and the counters were made from: each must follow in the same transaction. */
const change = async ({ store }: Bench, ids: readonly string[]) => {
  const each = (every: number, at: number) => ids.filter((_, i) => i % every === at);
  await accept(
    store,
    each(7, 3).map((id) => comando.anotar(id, { pago: { metodo: 'bizum' } })),
  );
  await accept(store, [
    ...each(8, 4).map((id) => comando.anotar(id, { fiscal: fiscalOf('FA-2026-003') })),
    ...each(16, 8).map((id) => comando.anotar(id, { fiscal: null })),
    ...each(9, 2).map((id) => comando.anotar(id, { pago: { referencia_externa: 'pi_1' } })),
  ]);
  await forgetOrders(store, query().restauranteId, each(13, 5), 'sistema');
};

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2 });
const instants = maybe(
  fc.oneof(
    fc.integer({ min: -4, max: SPAN_HOURS + 4 }).map((hours) => NOW_MS + hours * HOUR_MS),
    fc.integer({ min: -1, max: SPAN_DAYS + 2 }).map((days) => Date.UTC(2026, 10, 15 + days)),
  ),
);

/** Parameters as the query string gives them. */
const asked: fc.Arbitrary<FiltroParams> = fc
  .record({
    estado: fc.subarray([...ESTADOS]),
    tipo: maybe(fc.constantFrom(...TIPOS)),
    metodo_pago: maybe(fc.constantFrom(...METODOS, 'cripto')),
    desde: instants,
    hasta: instants,
    numero: maybe(fc.integer({ min: 0, max: 300 }).map((n) => `20261115-${n}`)),
    factura: maybe(fc.constantFrom('FA-2026/001', 'fa2026002', 'FA 2026 003', 'pi-1')),
    telefono: maybe(fc.constantFrom('600112233', '+34 600-11-22-33', '600112234', '600112299')),
    email: maybe(fc.constantFrom('ana@example.com', 'LUIS@example.com', 'nadie@example.com')),
  })
  .chain((params) =>
    // All at once hardly ever leave an order.
    fc.subarray(Object.keys(params) as (keyof FiltroParams)[], { maxLength: 3 }).map((kept) => ({
      ...NOTHING_ASKED,
      ...Object.fromEntries(kept.map((n) => [n, params[n]])),
    })),
  );
const NOTHING_ASKED: FiltroParams = { ...UNFILTERED, estado: [] };

const OWN = '+34 911 22 33 44';
const filterOf = (params: FiltroParams): PedidoFilter => {
  const filtros = readFiltros(params, OWN);
  assert.ok(!('refused' in filtros));
  return { restauranteId: query().restauranteId, ...filtros };
};

const alnum = (text: string) => text.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
const national = (text: string) => text.replaceAll(/\D/g, '').replace(/^(00)?34(?=6)/, '');

/** The oracle: says without regard to cost which orders the parameters mean. */
const matches = (params: FiltroParams) => (pedido: Pedido) => {
  const { estado, tipo, metodo_pago, desde, hasta, numero, factura, telefono, email } = params;
  const ms = Date.parse(pedido.creado_en);
  const { cliente } = pedido;
  return (
    (estado.length === 0 || estado.includes(pedido.estado)) &&
    (tipo === null || tipo === pedido.tipo) &&
    (metodo_pago === null || metodo_pago === pedido.pago.metodo) &&
    (desde === null || ms >= desde) &&
    (hasta === null || ms < hasta) &&
    (numero === null || numero === pedido.numero) &&
    (factura === null || alnum(factura) === alnum(pedido.fiscal?.factura_numero ?? '')) &&
    (telefono === null || national(telefono) === national(cliente.telefono)) &&
    (email === null || email.toLowerCase() === cliente.email.trim().toLowerCase())
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
