import assert from 'node:assert/strict';
import test from 'node:test';
import type { Inicio } from '../../../../src/contract/panel.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { accept } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, NOW_MS, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { startPanelServer, startPanelWithAna } from '../panel-server.ts';

const PATH = `/restaurantes/${RESTAURANTE_ID}/inicio`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const sell = async (store: Store, sales: [atMs: number, cents: number][]): Promise<string[]> =>
  accept(
    store,
    sales.map(([atMs, cents]) => {
      const pedido = samplePedido({ creado_en: new Date(atMs).toISOString() });
      return comando.crear({ ...pedido, totales: { ...pedido.totales, total_cents: cents } });
    }),
  );

const localHour = (ms: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).hour;

describeOnEngines('the first page', (engine) => {
  test('compares today with yesterday, by hour and by day', async (t) => {
    const { as, store } = await startPanelServer(t, { engine });
    const ids = await sell(store, [
      [NOW_MS - 1_000, 1_000],
      [NOW_MS - 2_000, 501],
      [NOW_MS - 3_000, 99_999],
      [NOW_MS - DAY_MS - 1, 300],
      [NOW_MS - DAY_MS, 4_000],
      [NOW_MS - 8 * DAY_MS, 70],
    ]);
    await accept(store, [comando.avanzar(ids[2] ?? '', 'cancelado')]);
    const { body } = await (await as('ana')).api<Inicio>(PATH);
    const zone = body.zona_horaria;
    assert.deepEqual(body.hoy, {
      ...{ pedidos: 2, cancelados: 1, ventas_cents: 1_501, ticket_medio_cents: 751 },
      clientes_distintos: 1,
    });
    assert.partialDeepStrictEqual(body.ayer, { pedidos: 2, ventas_cents: 4_300 });
    // An order of exactly this time yesterday does not count yet.
    assert.deepEqual(body.ayer_a_esta_hora, {
      ...{ pedidos: 1, cancelados: 0, ventas_cents: 300, ticket_medio_cents: 300 },
    });
    assert.equal(body.por_hora.length, 24);
    const hour = body.por_hora[localHour(NOW_MS - 1_000, zone)];
    assert.deepEqual(hour?.hoy, { pedidos: 2, ventas_cents: 1_501 });
    const sum = (of: (each: Inicio['por_hora'][number]) => number | undefined) =>
      body.por_hora.reduce((total, each) => total + (of(each) ?? 0), 0);
    assert.equal(
      sum(({ ayer }) => ayer.ventas_cents),
      4_300,
    );
    assert.equal(body.por_dia.length, 30);
    assert.deepEqual(
      [body.por_dia.at(-1)?.ventas_cents, body.por_dia.at(-2)?.ventas_cents],
      [1_501, 4_300],
    );
    assert.equal(body.por_dia.at(-9)?.ventas_cents, 70);
    assert.equal(body.por_dia.at(-5)?.pedidos, 0);
    assert.deepEqual(body.mix_tipo['7d'], { reparto: 4, recogida: 0, mesa: 0 });
    assert.deepEqual(body.mix_tipo['hoy'], { reparto: 2, recogida: 0, mesa: 0 });
    assert.ok((body.top_productos['7d']?.[0]?.unidades ?? 0) > 0);
    assert.deepEqual(body.abiertos, {
      ...{ pendiente: 5, confirmado: 0, en_preparacion: 0, listo: 0, en_reparto: 0 },
    });
  });
});

test('is computed again after a commit, at most every two seconds', async (t) => {
  const { ana, store, clock } = await startPanelWithAna(t);
  const read = async () => (await ana.api<Inicio>(PATH)).body;
  const first = await read();
  assert.equal(first.hoy.pedidos, 0);
  await sell(store, [[NOW_MS, 100]]);
  assert.deepEqual(await read(), first);
  clock.advance(2_000);
  assert.equal((await read()).hoy.pedidos, 1);
  const quiet = await read();
  clock.advance(29_000);
  assert.deepEqual(await read(), quiet);
  clock.advance(1_000);
  assert.notEqual((await read()).momento, quiet.momento);
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
