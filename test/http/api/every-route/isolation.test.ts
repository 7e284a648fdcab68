import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TABLAS } from '../../../../src/contract/exportacion.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  RESTAURANTE_ID,
  sampleCarta,
  sampleItems,
  samplePedido,
  sampleRestaurante,
  sampleTotales,
  sampleZonas,
} from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { assertError, type PaginaPedidos, type Reply } from '../client.ts';
import { type ServedApi, startApi } from '../start-api.ts';
import { everyRoute } from '../world.ts';

const TWIN = 'ped_gemelo';
const OTHER_ID = 'rest_casa_pepa_2';

/** The text that tells the restaurants apart: they share all names and ids. */
const MARKS = ['ALFA', 'BETA'] as const;
type Mark = (typeof MARKS)[number];
const ID: Record<Mark, string> = { ALFA: RESTAURANTE_ID, BETA: OTHER_ID };
const TOTAL_CENTS: Record<Mark, number> = { ALFA: 1_000, BETA: 77 };

/** Ids of orders, products, zones and options, numbers, slugs and days are the same in both. */
const seedTwin = async (carryOut: ServedApi['carryOut'], mark: Mark): Promise<string[]> => {
  const id = ID[mark];
  const own = { restaurante_id: id };
  const pedido = samplePedido({
    totales: sampleTotales({ total_cents: TOTAL_CENTS[mark] }),
    items: sampleItems().map((item) => ({ ...item, nombre: mark })),
    instrucciones: mark,
    pago: { ...samplePedido().pago, metodo: mark },
  });
  const [pizzas] = sampleCarta().categorias;
  assert.ok(pizzas);
  return carryOut(
    comando.guardarRestaurante(
      sampleRestaurante({ id, contacto: { email: mark, telefono: null, web: null } }),
    ),
    comando.guardarCarta(sampleCarta({ categorias: [{ ...pizzas, nombre: mark }] }), id),
    comando.guardarZonas(
      sampleZonas().map((zona) => ({ ...zona, nombre: mark })),
      id,
    ),
    comando.crear({ ...pedido, id: TWIN, numero: '20261115-1' }, { ...own, usuario: mark }),
    comando.crear(pedido, { ...own, usuario: mark }),
    comando.crear(pedido, { ...own, usuario: mark }),
  );
};

describeOnEngines('two restaurants that share every name and id', async (engine) => {
  const { service, api, carryOut } = await startApi({ after }, engine);
  const orders = {
    ALFA: await seedTwin(carryOut, 'ALFA'),
    BETA: await seedTwin(carryOut, 'BETA'),
  };
  const makeTokens = async () => ({
    ALFA: (await service.makeLlave({ restauranteId: ID.ALFA })).token,
    BETA: (await service.makeLlave({ restauranteId: ID.BETA })).token,
  });
  const otherThan = (mark: Mark): Mark => (mark === 'ALFA' ? 'BETA' : 'ALFA');

  /** Asserts that an answer is about one of them and contains nothing of the other. */
  const assertOwn = (mark: Mark, { status, text }: Reply) => {
    assert.equal(status, 200);
    assert.ok(text.includes(mark), text.slice(0, 200));
    assert.ok(!text.includes(otherThan(mark)));
    const named = text.match(/rest_\w+/g) ?? [];
    assert.ok(named.every((id) => id === ID[mark]));
  };

  for (const { operacion, path } of everyRoute(TWIN)) {
    test(`${operacion}: each sees its own, in turn, together and in any encoding`, async () => {
      const tokens = await makeTokens();
      for (const encoding of ['identity', 'gzip', 'zstd', 'identity']) {
        for (const mark of MARKS) {
          const headers = { 'accept-encoding': encoding };
          assertOwn(
            mark,
            await api(`${path}${path.includes('?') ? '&' : '?'}_=1`, {
              token: tokens[mark],
              headers,
            }),
          );
        }
      }
      const many = Array.from({ length: 8 }, () => MARKS).flat();
      await Promise.all(
        many.map(async (mark) => assertOwn(mark, await api(path, { token: tokens[mark] }))),
      );
    });

    test(`${operacion}: the ETag of one gives no 304 to the other`, async () => {
      const tokens = await makeTokens();
      const tagOf = async (mark: Mark) =>
        String((await api(path, { token: tokens[mark] })).headers['etag']);
      const tags = { ALFA: await tagOf('ALFA'), BETA: await tagOf('BETA') };
      assert.notEqual(tags.ALFA, tags.BETA);
      for (const mark of MARKS) {
        const ask = (tag: string) =>
          api(path, { token: tokens[mark], headers: { 'if-none-match': tag } });
        assertOwn(mark, await ask(tags[otherThan(mark)]));
        assert.equal((await ask(tags[mark])).status, 304);
      }
    });
  }

  test('the other’s orders are not found, whatever ETag the client sends', async () => {
    const tokens = await makeTokens();
    for (const mark of MARKS) {
      const foreign = orders[otherThan(mark)].filter((id) => id !== TWIN);
      assert.equal(foreign.length, 2);
      for (const id of foreign) {
        for (const suffix of ['', '/historial']) {
          const path = `/pedidos/${id}${suffix}`;
          const missing = await api(`/pedidos/ped_no${suffix}`, { token: tokens[mark] });
          const seen = await api(path, { token: tokens[otherThan(mark)] });
          for (const tag of [String(seen.headers['etag']), '*', '"x"']) {
            const headers = { 'if-none-match': tag };
            const foreign = await api(path, { token: tokens[mark], headers });
            const { error } = assertError(foreign, 'no_encontrado');
            assert.equal(error.replace(id, 'ped_no'), assertError(missing, 'no_encontrado').error);
          }
        }
      }
    }
  });

  test('lists and totals end where the restaurant ends', async () => {
    const tokens = await makeTokens();
    for (const mark of MARKS) {
      const token = tokens[mark];
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await api<PaginaPedidos>(`/pedidos?limite=1${query}`, { token });
        assertOwn(mark, page);
        const { datos, paginacion } = page.body;
        seen.push(...datos.map(({ id }) => id));
        assert.equal(paginacion.total_aprox, 3);
        cursor = paginacion.siguiente;
      }
      assert.deepEqual(seen, orders[mark].toSorted().toReversed());
    }
  });

  test('exports have the orders of one alone', async () => {
    const tokens = await makeTokens();
    for (const mark of MARKS) {
      const foreign = orders[otherThan(mark)].filter((id) => id !== TWIN);
      for (const tabla of TABLAS) {
        // The other formats are compressed, so that there is no text to look for.
        for (const formato of ['ndjson', 'csv']) {
          const url = `${service.publicUrl}/api/exportacion/${tabla}?formato=${formato}`;
          const response = await fetch(url, { headers: bearer(tokens[mark]) });
          const text = await response.text();
          const has = (ids: string[]) => ids.some((id) => text.includes(id));
          const found = [response.status, has(orders[mark]), has(foreign)];
          assert.deepEqual(found, [200, tabla !== 'pagos', false], url);
        }
      }
    }
  });

  test('sums are of one restaurant', async () => {
    const tokens = await makeTokens();
    for (const mark of MARKS) {
      const { body } = await api('/resumen?periodo=30d', { token: tokens[mark] });
      assert.partialDeepStrictEqual(body, {
        kpis: { pedidos_total: 3, ventas_cents: 3 * TOTAL_CENTS[mark], clientes_distintos: 1 },
      });
    }
  });

  test('a suspension or change of one does not affect the other', async () => {
    const tokens = await makeTokens();
    const read = async () => (await api('/pedidos', { token: tokens.BETA })).headers['etag'];
    const before = await read();
    await carryOut(
      comando.avanzar(TWIN, 'confirmado'),
      comando.guardarRestaurante(sampleRestaurante(), { activo: false }),
    );
    const { token } = await service.makeLlave({ restauranteId: ID.ALFA });
    assertError(await api('/pedidos', { token }), 'restaurante_inactivo');
    assert.equal(await read(), before);
  });
});
