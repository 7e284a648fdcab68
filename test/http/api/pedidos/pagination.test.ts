import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeCursorCodecs } from '../../../../src/domain/cursor.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  momento,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { type Ask, assertError, type PaginaPedidos } from '../client.ts';
import { startApi } from '../start-api.ts';
import { idsOf } from '../world.ts';

const OTHER_ID = 'rest_otra';

/** Orders with ids that the service mints, one a minute. */
const crear = (minute: number, restauranteId = RESTAURANTE_ID) =>
  comando.crear(
    samplePedido({ creado_en: momento(minute), tipo: minute % 2 ? 'mesa' : 'reparto' }),
    { restaurante_id: restauranteId },
  );

describeOnEngines('pages of GET /pedidos', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  await carryOut(comando.guardarRestaurante(sampleRestaurante({ id: OTHER_ID })));
  const initial = await carryOut(...Array.from({ length: 47 }, (_, i) => crear(i)));
  await carryOut(...Array.from({ length: 10 }, (_, i) => crear(i, OTHER_ID)));

  const askPage = (query: string, cursor: string | null = null, key: Ask = {}) =>
    ask<PaginaPedidos>(`/pedidos?${query}${cursor === null ? '' : `&cursor=${cursor}`}`, key);
  const page = async (query: string, cursor: string | null = null, key: Ask = {}) => {
    const { status, body } = await askPage(query, cursor, key);
    assert.equal(status, 200);
    return body;
  };

  /** All pages from here on, following one of the two cursors until it is null. */
  const walk = async (
    query: string,
    way: 'siguiente' | 'anterior',
    from: string | null = null,
    between: () => Promise<unknown> = async () => undefined,
  ): Promise<PaginaPedidos[]> => {
    const pages: PaginaPedidos[] = [];
    let cursor = from;
    do {
      const [next] = await Promise.all([page(query, cursor), between()]);
      pages.push(next);
      cursor = next.paginacion[way];
    } while (cursor !== null);
    return pages;
  };
  const idsIn = (pages: PaginaPedidos[]) => pages.flatMap(({ datos }) => idsOf(datos));
  const isDescending = (ids: string[]) => ids.every((id, i) => i === 0 || id < (ids[i - 1] ?? ''));

  test('siguiente to null visits every order once, while others come and change', async () => {
    let minute = 100;
    const pages = await walk('limite=4', 'siguiente', null, async () => {
      // Meanwhile, from a second connection: new orders, and changes to orders before and after the current page.
      minute += 1;
      const some = [initial[minute % 47] ?? '', initial[(minute * 7) % 47] ?? ''];
      await carryOut(
        crear(minute),
        // Ids given by the client may fall anywhere among the others.
        comando.crear(
          samplePedido({ id: `${initial[minute % 47]}-x`, creado_en: momento(minute) }),
        ),
        ...some.map((id) => comando.anotar(id, { instrucciones: `Nota ${minute}` })),
        comando.avanzar(initial[minute % 47] ?? '', 'entregado'),
      );
    });
    const ids = idsIn(pages);
    assert.ok(isDescending(ids), 'no repeats');
    assert.deepEqual(
      initial.filter((id) => !ids.includes(id)),
      [],
    );
    const { paginacion } = await page('limite=1');
    assert.equal(paginacion.total_aprox, initial.length + 2 * pages.length);
  });

  test('anterior walks back over the same pages to the first, where it is null', async () => {
    const query = 'limite=9&tipo=mesa';
    const forth = await walk(query, 'siguiente');
    assert.ok(forth.length > 2);
    assert.equal(forth[0]?.paginacion.anterior, null);
    const back = await walk(query, 'anterior', forth.at(-1)?.paginacion.anterior ?? null);
    assert.deepEqual(column(back.toReversed(), 'datos'), column(forth.slice(0, -1), 'datos'));
    // When the first page is reached backwards, the way forward is the same again.
    const cursor = back.at(-1)?.paginacion.siguiente ?? null;
    assert.deepEqual(idsIn(await walk(query, 'siguiente', cursor)), idsIn(forth.slice(1)));
    for (const { paginacion } of [...forth, ...back]) {
      assert.equal(paginacion.total_aprox, idsIn(forth).length);
    }
  });

  test('orders that came meanwhile are before the first page', async () => {
    const first = await page('limite=3');
    const second = await page('limite=3', first.paginacion.siguiente);
    const [newest] = await carryOut(crear(500));
    const back = await page('limite=3', second.paginacion.anterior);
    assert.deepEqual(idsOf(back.datos), idsOf(first.datos));
    const above = await page('limite=3', back.paginacion.anterior);
    assert.deepEqual(idsOf(above.datos), [newest]);
    assert.equal(above.paginacion.anterior, null);
  });

  test('limite may change from page to page', async () => {
    const all = idsIn(await walk('limite=100', 'siguiente'));
    const first = await page('limite=1');
    const second = await page('limite=10', first.paginacion.siguiente);
    const third = await page('limite=3', second.paginacion.siguiente);
    assert.deepEqual(idsIn([first, second, third]), all.slice(0, 14));
    const back = await page('limite=5', third.paginacion.anterior);
    assert.deepEqual(idsOf(back.datos), all.slice(6, 11));
  });

  test('a page that has become empty is not skipped in either direction', async () => {
    const query = 'limite=2&estado=en_reparto';
    const ids = await carryOut(
      ...Array.from({ length: 4 }, (_, i) =>
        comando.crear(samplePedido({ estado: 'en_reparto', creado_en: momento(600 + i) })),
      ),
    );
    const [oldest = '', older = '', newer = '', newest = ''] = ids;
    const deliver = (...gone: string[]) =>
      carryOut(...gone.map((id) => comando.avanzar(id, 'entregado')));
    const first = await page(query);
    const second = await page(query, first.paginacion.siguiente);
    assert.deepEqual(idsIn([first, second]), [newest, newer, older, oldest]);

    await deliver(oldest, older);
    const after = await page(query, first.paginacion.siguiente);
    assert.deepEqual([after.datos, after.paginacion.siguiente], [[], null]);
    const back = await page(query, after.paginacion.anterior);
    assert.deepEqual(idsOf(back.datos), [newest, newer]);

    const [last = ''] = await carryOut(
      comando.crear(samplePedido({ estado: 'en_reparto', creado_en: momento(599) })),
    );
    await deliver(newest);
    const next = await page('limite=1&estado=en_reparto');
    assert.deepEqual(idsOf(next.datos), [newer]);
    const tail = await page(query, next.paginacion.siguiente);
    await deliver(newer);
    const before = await page(query, tail.paginacion.anterior);
    assert.deepEqual([before.datos, before.paginacion.anterior], [[], null]);
    const again = await page(query, before.paginacion.siguiente);
    assert.deepEqual(idsOf(again.datos), [last]);
  });

  test('a cursor holds with the same filters, however written, and any key of the restaurant', async () => {
    const another = await service.makeLlave();
    const written = 'tipo=mesa&estado=pendiente,entregado&desde=2026-11-15&limite=5';
    const first = await page(written);
    const same =
      'desde=2026-11-15T01:00%2B01:00&estado=entregado,pendiente,entregado&_=1&tipo=mesa&limite=5';
    const [one, other] = [
      await page(written, first.paginacion.siguiente),
      await page(same, first.paginacion.siguiente, { token: another.token }),
    ];
    assert.equal(one.datos.length, 5);
    assert.deepEqual(idsOf(other.datos), idsOf(one.datos));
  });

  test('parametro_invalido: a cursor with other filters, or of another restaurant', async () => {
    const { token } = await service.makeLlave({ restauranteId: OTHER_ID });
    const query = 'limite=2&tipo=mesa';
    const first = await page(query);
    const second = await page(query, first.paginacion.siguiente);
    const { siguiente, anterior } = second.paginacion;
    for (const cursor of [siguiente, anterior]) {
      for (const other of [
        'limite=2',
        'limite=2&tipo=reparto',
        'limite=2&tipo=mesa&estado=listo',
        'limite=2&tipo=mesa&desde=2026-11-01',
        'limite=2&tipo=mesa&hasta=2027-11-01',
        'limite=2&tipo=mesa&metodo_pago=tarjeta',
        'limite=2&tipo=mesa&email=ana@example.com',
      ]) {
        const { error } = assertError(await askPage(other, cursor), 'parametro_invalido');
        assert.match(error, /otros filtros/);
      }
      const reply = await askPage(query, cursor, { token });
      assert.match(assertError(reply, 'parametro_invalido').error, /otra llave/);
    }
  });

  test('a cursor made by another process on the same database is valid', async () => {
    const cursors = makeCursorCodecs(await service.store.secret('cursor'));
    const { datos } = await page('limite=5');
    const [first, ...rest] = idsOf(datos);
    const scope = { restauranteId: RESTAURANTE_ID, filters: '[]' };
    const cursor = cursors(scope).encode({ direction: 'after', id: first ?? '' });
    assert.deepEqual(idsOf((await page('limite=4', cursor)).datos), rest);
  });
});
