import assert from 'node:assert/strict';
import test from 'node:test';
import { makeLlaves } from '../../../../src/admin/llaves.ts';
import type {
  Arranque,
  Cuenta,
  Inicio,
  Perfil,
  Productos,
} from '../../../../src/contract/panel.ts';
import { PLAZOS_POR_DEFECTO } from '../../../../src/domain/pedido/plazos.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/domain/time.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { accept } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { assertRefused, type Browser } from '../browser.ts';
import { EMAIL, OTHER_ID, startPanelServer, startPanelWithAna } from '../panel-server.ts';

const PATH = `/restaurantes/${RESTAURANTE_ID}/inicio`;
const AJUSTES = `/restaurantes/${RESTAURANTE_ID}/ajustes`;

const sell = async (store: Store, sales: [atMs: number, cents: number][]): Promise<string[]> =>
  accept(
    store,
    sales.map(([atMs, cents]) => {
      const pedido = samplePedido({ creado_en: new Date(atMs).toISOString() });
      return comando.crear({ ...pedido, totales: { ...pedido.totales, total_cents: cents } });
    }),
  );

const read = async (ana: Browser, query = '') => (await ana.api<Inicio>(`${PATH}${query}`)).body;
const at = (local: string): number => Date.parse(`${local}:00+01:00`);

describeOnEngines('the first page', (engine) => {
  test('compares a day with the same weekday before, up to the same moment', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const ids = await sell(store, [
      [NOW_MS - 1_000, 1_000],
      [NOW_MS - 2_000, 501],
      [NOW_MS - 3_000, 99_999],
      [NOW_MS - DAY_MS, 4_000],
      [NOW_MS - 7 * DAY_MS - 1, 300],
      [NOW_MS - 7 * DAY_MS, 70],
      [NOW_MS - 7 * DAY_MS - HOUR_MS, 30],
    ]);
    await accept(store, [comando.avanzar(ids[2] ?? '', 'cancelado')]);
    const body = await read(ana);
    assert.deepEqual([body.hoy, body.corte], ['2026-11-15', 5]);
    assert.deepEqual(body.rango, { desde: '2026-11-15', hasta: '2026-11-15', en_curso: true });
    assert.equal(body.antes.desde, '2026-11-08');
    assert.deepEqual(body.cifras, {
      pedidos: 2,
      cancelados: 1,
      ventas_cents: 1_501,
      ticket_medio_cents: 751,
    });
    // An order of exactly this time last week does not count yet.
    assert.deepEqual(body.antes_hasta_ahora, {
      pedidos: 2,
      cancelados: 0,
      ventas_cents: 330,
      ticket_medio_cents: 165,
    });
    assert.equal(body.antes_entero.ventas_cents, 400);
    assert.deepEqual([body.por_hora.length, body.por_hora[0]?.hora], [24, 5]);
    const hour = body.por_hora.find(({ hora }) => hora === 14);
    assert.deepEqual(hour?.ahora, { pedidos: 2, ventas_cents: 1_501 });
    assert.deepEqual(hour?.antes, { pedidos: 2, ventas_cents: 370 });
    assert.equal(body.por_dia.length, 30);
    assert.deepEqual(
      body.por_dia.slice(-2).map(({ ventas_cents }) => ventas_cents),
      [4_000, 1_501],
    );
    assert.deepEqual(body.semana.dias[6]?.[14], { pedidos: 4, ventas_cents: 1_871 });
    assert.deepEqual(body.mix_tipo, { reparto: 2, recogida: 0, mesa: 0 });
    assert.equal(body.productos.mejores[0]?.unidades, 2 * (samplePedido().items[0]?.cantidad ?? 0));
    assert.deepEqual(body.abiertos, {
      pendiente: 6,
      confirmado: 0,
      en_preparacion: 0,
      listo: 0,
      en_reparto: 0,
    });
    assert.equal(body.ultimos.length, 7);
    assert.equal(body.primeros_pasos, null);
  });

  test('a night belongs to the day before, and the hour of the cut can be chosen', async (t) => {
    const { ana, store, clock } = await startPanelWithAna(t, { engine });
    await sell(store, [
      [at('2026-11-14T02:00'), 1],
      [at('2026-11-14T21:00'), 10],
      [at('2026-11-15T01:30'), 100],
      [at('2026-11-15T05:00'), 1_000],
    ]);
    clock.set(at('2026-11-15T02:00'));
    const night = await read(ana);
    assert.deepEqual([night.hoy, night.cifras.ventas_cents], ['2026-11-14', 110]);
    const units = samplePedido().items[0]?.cantidad ?? 0;
    assert.equal(night.productos.mejores[0]?.unidades, 2 * units);
    clock.set(at('2026-11-15T06:00'));
    assert.equal((await read(ana)).cifras.ventas_cents, 1_000);
    assert.equal((await read(ana, '?periodo=ayer')).cifras.ventas_cents, 110);
    assert.equal((await read(ana, '?periodo=7d')).cifras.ventas_cents, 1_111);

    const { body } = await ana.post<{ cuenta: Cuenta }>(AJUSTES, { corte: 0 });
    assert.equal(body.cuenta.corte, 0);
    assert.equal((await read(ana)).cifras.ventas_cents, 1_100);
    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
    assert.partialDeepStrictEqual(entry, {
      accion: 'restaurante.corte_cambiado',
      actor: EMAIL.ana,
      detalle: { corte: 0 },
    });
    for (const corte of [-1, 13, 1.5, '5']) {
      assertRefused(await ana.post(AJUSTES, { corte }), 400, 'parametro_invalido');
    }
    // The days of the API begin at midnight, whatever hour the panel's days begin at.
    const resumen = await ana.api(`/restaurantes/${RESTAURANTE_ID}/resumen?periodo=hoy`);
    assert.partialDeepStrictEqual(resumen.body, { kpis: { ventas_cents: 1_100 } });
  });

  test('a restaurant sets when its kitchen is late, and hears what it may not set', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const path = `/restaurantes/${RESTAURANTE_ID}`;
    const { body: before } = await ana.api<Perfil>(`${path}/perfil`);
    assert.deepEqual(before.cuenta.plazos, PLAZOS_POR_DEFECTO);
    const plazos = { ...PLAZOS_POR_DEFECTO, mesa: { aceptar: 2, listo: 240 } };
    const { body } = await ana.post<{ cuenta: Cuenta }>(`${path}/plazos`, plazos);
    assert.deepEqual(body.cuenta.plazos, plazos);
    const { body: after } = await ana.api<Perfil>(`${path}/perfil`);
    assert.deepEqual(after.cuenta.plazos, plazos);
    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
    const accion = 'restaurante.plazos_cambiados';
    assert.partialDeepStrictEqual(entry, { accion, actor: EMAIL.ana, detalle: plazos });
    for (const mesa of [{ aceptar: 0, listo: 20 }, { aceptar: 5, listo: 241 }, { aceptar: 5 }]) {
      const refused = await ana.post(`${path}/plazos`, { ...plazos, mesa });
      assertRefused(refused, 400, 'parametro_invalido');
    }
  });

  test('any range of days is shown day by day, beside the same weekdays before', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    await sell(store, [
      [at('2026-11-02T13:00'), 5],
      [at('2026-11-09T13:00'), 40],
      [at('2026-11-15T13:00'), 300],
    ]);
    const body = await read(ana, '?desde=2026-11-09&hasta=2026-11-15');
    assert.equal(body.cifras.ventas_cents, 340);
    assert.deepEqual([body.antes.desde, body.antes.hasta], ['2026-11-02', '2026-11-08']);
    const days = body.por_dia.map(({ ventas_cents, antes }) => [ventas_cents, antes?.ventas_cents]);
    assert.deepEqual([days.length, days[0], days[6]], [7, [40, 5], [300, 0]]);
    assert.equal((await read(ana, '?periodo=mes_actual')).cifras.ventas_cents, 345);
    for (const [query, campo] of [
      ['desde=2026-11-09', 'hasta'],
      ['desde=2026-11-32&hasta=2026-12-01', 'desde'],
      ['desde=2026-11-10&hasta=2026-11-09', 'hasta'],
      ['desde=2025-11-01&hasta=2026-11-09', 'hasta'],
      ['periodo=siempre', undefined],
    ] as const) {
      const refused = await ana.api(`${PATH}?${query}`);
      assertRefused(refused, 400, 'parametro_invalido');
      assert.equal(refused.body['campo'], campo, query);
    }
  });

  test('a year is drawn by months beside the one before, with its methods of payment', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    await sell(store, [
      [at('2025-02-10T13:00'), 7],
      [at('2025-03-10T13:00'), 90],
      [at('2026-02-28T13:00'), 1_000],
      [at('2026-03-01T02:00'), 200],
      [at('2026-10-15T13:00'), 30],
      [at('2026-11-14T13:00'), 4],
    ]);
    const year = await read(ana, '?periodo=ano');
    assert.deepEqual([year.grano, year.comparacion], ['mes', 'ano']);
    assert.equal(year.cifras.ventas_cents, 1_234);
    assert.deepEqual(year.por_metodo, [{ metodo: 'tarjeta', pedidos: 4, total_cents: 1_234 }]);
    assert.partialDeepStrictEqual(year.por_dia.slice(0, 3), [
      { dia: '2026-01-01', ultimo: '2026-01-31', ventas_cents: 0, antes: { ventas_cents: 0 } },
      // The night to the first of March belongs to February.
      { dia: '2026-02-01', ultimo: '2026-02-28', ventas_cents: 1_200, antes: { ventas_cents: 7 } },
      { dia: '2026-03-01', ultimo: '2026-03-31', ventas_cents: 0, antes: { ventas_cents: 90 } },
    ]);
    const month = await read(ana, '?periodo=mes_actual');
    assert.deepEqual([month.grano, month.comparacion], ['dia', 'mes']);
    assert.equal(month.antes_entero.ventas_cents, 30);
    const chosen = await read(ana, '?periodo=mes_actual&comparar=semanas');
    assert.deepEqual([chosen.comparacion, chosen.antes.desde], ['semanas', '2026-10-11']);
    const past = await read(ana, '?periodo=mes_pasado');
    assert.deepEqual([past.rango.en_curso, past.cifras.ventas_cents], [false, 30]);
    assert.deepEqual(past.antes, { desde: '2026-09-01', hasta: '2026-09-30' });
    assertRefused(await ana.api(`${PATH}?comparar=siglo`), 400, 'parametro_invalido');
  });

  test('products are all listed, with what they sold before and their trend', async (t) => {
    const { ana, store } = await startPanelWithAna(t, { engine });
    const [base] = samplePedido().items;
    assert.ok(base);
    const sold = (local: string, n: number, cents: number) =>
      comando.crear(
        samplePedido({
          creado_en: new Date(at(local)).toISOString(),
          items: [
            {
              ...base,
              producto_id: `prod_${n}`,
              nombre: `Plato ${n}`,
              cantidad: 1,
              total_cents: cents,
            },
          ],
        }),
      );
    const many = Array.from({ length: 12 }, (_, n) => sold('2026-11-10T14:00', n, 100 + n));
    await accept(store, [
      sold('2026-09-01T14:00', 0, 10),
      sold('2026-11-03T14:00', 3, 50),
      sold('2026-11-08T10:00', 3, 10),
      sold('2026-11-08T23:00', 3, 2_000),
      sold('2026-11-09T02:00', 3, 7_000),
      sold('2026-11-16T02:00', 3, 9_000),
      ...many,
      sold('2026-11-16T03:00', 3, 500),
    ]);
    const { body } = await ana.api<Productos>(
      `/restaurantes/${RESTAURANTE_ID}/productos?desde=2026-11-09&hasta=2026-11-15`,
    );
    assert.equal(body.datos.length, 12);
    // The night after the 15th belongs to it. The comparison covers the week before up to the same moment.
    assert.equal(body.rango.en_curso, true);
    assert.partialDeepStrictEqual(body.datos[0], {
      producto_id: 'prod_3',
      nombre: 'Plato 3',
      unidades: 3,
      ventas_cents: 9_603,
      antes: { unidades: 2, ventas_cents: 60 },
    });
    // Plate 3 sold in the week before, plate 0 long ago.
    const fresh = body.datos.filter(({ nuevo }) => nuevo).map((each) => each.producto_id);
    assert.deepEqual(fresh.length, 10);
    assert.ok(!fresh.includes('prod_0') && !fresh.includes('prod_3'));
    assert.equal(body.datos[0]?.serie.length, 7);
    assert.deepEqual(body.datos[1]?.serie, [0, 111, 0, 0, 0, 0, 0]);
    // The night to the 9th belongs to the 8th.
    const { body: over } = await ana.api<Productos>(
      `/restaurantes/${RESTAURANTE_ID}/productos?desde=2026-11-02&hasta=2026-11-08`,
    );
    assert.equal(over.rango.en_curso, false);
    assert.partialDeepStrictEqual(over.datos, [
      { producto_id: 'prod_3', unidades: 4, ventas_cents: 9_060, antes: { unidades: 0 } },
    ]);
  });

  test('one answer starts the panel: session, profile, figures and notices', async (t) => {
    const { ana, as, browser } = await startPanelWithAna(t, { engine });
    const start = async (who: Browser, query = '') =>
      (await who.api<Arranque>(`/arranque${query}`)).body;
    const own = await start(ana, `?restaurante=${RESTAURANTE_ID}&rango=periodo%3Dayer`);
    assert.equal(own.sesion?.usuario.email, EMAIL.ana);
    assert.equal(own.perfil?.cuenta.id, RESTAURANTE_ID);
    assert.equal(own.inicio?.rango.hasta, '2026-11-14');
    assert.deepEqual(own.avisos, { datos: [] });
    const { inicio, perfil } = await start(ana);
    assert.deepEqual([inicio, perfil?.cuenta.id], [null, RESTAURANTE_ID]);
    for (const foreign of [OTHER_ID, 'rest_nadie', '%22']) {
      const { sesion, ...rest } = await start(ana, `?restaurante=${foreign}&rango=`);
      assert.ok(sesion);
      assert.deepEqual(rest, { perfil: null, inicio: null, avisos: null });
    }
    const operator = await start(await as('operator'), `?restaurante=${OTHER_ID}&rango=`);
    assert.equal(operator.inicio?.rango.en_curso, true);
    const nothing = { sesion: null, perfil: null, inicio: null, avisos: null };
    assert.deepEqual(await start(browser(), `?restaurante=${RESTAURANTE_ID}&rango=`), nothing);
  });

  test('a restaurant without orders is told what is missing', async (t) => {
    const { as, deps, store } = await startPanelServer(t, { engine });
    const operator = await as('operator');
    const made = await operator.post<{ cuenta: Cuenta }>('/operador/restaurantes', {
      nombre: 'Bar Vacío',
      zona_horaria: 'Atlantic/Canary',
      moneda: 'EUR',
      ingesta: true,
    });
    assert.equal(made.status, 201);
    const { id } = made.body.cuenta;
    const steps = async () =>
      (await operator.api<Inicio>(`/restaurantes/${id}/inicio`)).body.primeros_pasos;
    assert.deepEqual(await steps(), { perfil: false, carta: false, llave: false, webhook: false });
    await store.cuentas.save(sampleRestaurante({ id }), {});
    await makeLlaves(deps).create(
      {
        restauranteId: id,
        nombre: 'x',
        etiqueta: 'test',
        alcances: ['pedidos.leer'],
        expiraMs: null,
      },
      'pruebas',
    );
    assert.partialDeepStrictEqual(await steps(), { perfil: true, carta: false, llave: true });
    await store.cuentas.save(sampleRestaurante({ id }), { ingesta: true });
    await accept(store, [comando.crear(samplePedido(), { restaurante_id: id })], id);
    assert.equal(await steps(), null);
    const bad = { nombre: 'X', zona_horaria: 'Madrid', moneda: 'EUR', ingesta: true };
    const refused = await operator.post('/operador/restaurantes', bad);
    assertRefused(refused, 400, 'parametro_invalido');
    assert.equal(refused.body['campo'], '/zona_horaria');
  });
});

test('the first page is computed again after a commit, at most every two seconds', async (t) => {
  const { ana, store, clock } = await startPanelWithAna(t);
  await sell(store, [[NOW_MS - DAY_MS, 100]]);
  const first = await read(ana);
  assert.equal(first.cifras.pedidos, 0);
  await sell(store, [[NOW_MS, 100]]);
  assert.deepEqual(await read(ana), first);
  clock.advance(2_000);
  assert.equal((await read(ana)).cifras.pedidos, 1);
  const quiet = await read(ana);
  clock.advance(29_000);
  assert.deepEqual(await read(ana), quiet);
  clock.advance(1_000);
  assert.notEqual((await read(ana)).momento, quiet.momento);
});

test('the same profile, menu, zones and summary as the public API, of one restaurant', async (t) => {
  const { ana } = await startPanelWithAna(t);
  const base = `/restaurantes/${RESTAURANTE_ID}`;
  assert.partialDeepStrictEqual((await ana.api(`${base}/perfil`)).body, {
    restaurante: { id: RESTAURANTE_ID },
    cuenta: { id: RESTAURANTE_ID, activo: true, ingesta: true },
  });
  assert.deepEqual((await ana.api(`${base}/zonas`)).body, { datos: [] });
  assert.partialDeepStrictEqual((await ana.api(`${base}/carta`)).body, { moneda: 'EUR' });
  const resumen = await ana.api(`${base}/resumen?periodo=7d`);
  assert.partialDeepStrictEqual(resumen.body, { periodo: '7d', kpis: { pedidos_total: 0 } });
  assert.equal((await ana.api(`${base}/resumen?periodo=siempre`)).status, 400);
});
