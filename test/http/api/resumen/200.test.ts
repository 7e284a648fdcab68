import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ComandoPedido } from '../../../../src/contract/comandos.ts';
import type { ItemDraft } from '../../../../src/contract/recursos/item.ts';
import type { PedidoDraft } from '../../../../src/contract/recursos/pedido.ts';
import type { Periodo, Resumen } from '../../../../src/contract/recursos/resumen.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  momento,
  RESTAURANTE_ID,
  sampleItems,
  samplePedido,
  sampleRestaurante,
  sampleTotales,
} from '../../../support/samples.ts';
import { table } from '../../../support/values/words.ts';
import { type Door, openDoor } from '../door.ts';

const msOf = (timestamp: string) => Temporal.Instant.from(timestamp).epochMilliseconds;

const pedidoAt = (ms: number, totalCents: number, overrides: Partial<PedidoDraft> = {}) =>
  comando.crear(
    samplePedido({
      creado_en: new Date(ms).toISOString(),
      totales: sampleTotales({ total_cents: totalCents }),
      ...overrides,
    }),
  );

/** Saves a restaurant of its own in a time zone, and reads its summary. */
const settle = async (
  { api, store, makeToken }: Door,
  id: string,
  zona_horaria: string,
  comandos: readonly ComandoPedido[],
) => {
  await store.cuentas.save(sampleRestaurante({ id, zona_horaria }), { ingesta: true });
  const own = comandos.map((each) => ({ ...each, restaurante_id: id }));
  for (const answer of await store.log.commit(id, own)) assert.ok(answer.ok);
  const token = await makeToken(id);
  return async (periodo?: Periodo, range?: string) => {
    const query = range ?? (periodo === undefined ? '' : `periodo=${periodo}`);
    return (await api<Resumen>(`/resumen?${query}`, { token })).body;
  };
};

/** A moment, and the day or window that it falls into, in zones where that is not obvious. */
const BOUNDARIES = table(`
  Europe/Madrid 2026-11-15T13:30:00Z hoy 2026-11-15T00:00:00+01:00 2026-11-16T00:00:00+01:00
  Europe/Madrid 2026-11-15T13:30:00Z ayer 2026-11-14T00:00:00+01:00 2026-11-15T00:00:00+01:00
  Europe/Madrid 2026-11-15T13:30:00Z 7d 2026-11-09T00:00:00+01:00 2026-11-16T00:00:00+01:00
  Europe/Madrid 2026-11-15T13:30:00Z 30d 2026-10-17T00:00:00+02:00 2026-11-16T00:00:00+01:00
  Europe/Madrid 2026-11-15T13:30:00Z mes_actual 2026-11-01T00:00:00+01:00 2026-11-16T00:00:00+01:00
  Africa/Cairo 2026-04-24T10:00:00Z hoy 2026-04-24T01:00:00+03:00 2026-04-25T00:00:00+03:00
`) as [zone: string, now: string, periodo: Periodo, desde: string, hasta: string][];

describeOnEngines('GET /resumen', async (engine) => {
  const door = await openDoor({ after }, { engine });
  const { clock } = door;

  for (const [i, [zone, now, periodo, desde, hasta]] of BOUNDARIES.entries()) {
    test(`${zone} ${now} ${periodo}: an order on the boundary counts where it begins`, async () => {
      clock.set(msOf(now));
      // Each order pays another power of two, so that the sum identifies the orders in it.
      const read = await settle(door, `rest_${i}`, zone, [
        pedidoAt(msOf(desde) - 1, 1),
        pedidoAt(msOf(desde), 2),
        pedidoAt(msOf(hasta) - 1, 4),
        pedidoAt(msOf(hasta), 8),
      ]);
      const { kpis, ...resumen } = await read(periodo);
      assert.partialDeepStrictEqual(resumen, { periodo, desde, hasta, zona_horaria: zone });
      assert.equal(kpis.ventas_cents, 2 + 4);
      assert.equal(kpis.pedidos_total, 2);
    });
  }

  test('the default period is today', async () => {
    clock.set(msOf('2026-11-15T13:30:00Z'));
    const read = await settle(door, 'rest_hoy', 'Europe/Madrid', [pedidoAt(clock.now(), 7)]);
    assert.equal((await read()).periodo, 'hoy');
    assert.deepEqual(await read(), await read('hoy'));
  });

  test('a range of local days: the first is in it, the last is not, and clients count once', async () => {
    clock.set(msOf('2026-11-15T13:30:00Z'));
    const midnight = msOf('2025-10-26T00:00:00+02:00');
    const end = msOf('2026-10-26T00:00:00+01:00');
    const read = await settle(door, 'rest_rango', 'Europe/Madrid', [
      pedidoAt(midnight - 1, 1),
      pedidoAt(midnight, 2),
      pedidoAt(msOf('2026-03-01T12:00:00Z'), 4),
      pedidoAt(end - 1, 8),
      pedidoAt(end, 16),
    ]);
    const year = await read(undefined, 'desde=2025-10-26&hasta=2026-10-26');
    assert.partialDeepStrictEqual(year, {
      periodo: 'personalizado',
      desde: '2025-10-26T00:00:00+02:00',
      hasta: '2026-10-26T00:00:00+01:00',
      kpis: { pedidos_total: 3, ventas_cents: 2 + 4 + 8, clientes_distintos: 1 },
    });
    const day = await read(undefined, 'desde=2026-10-26&hasta=2026-10-27');
    assert.equal(day.kpis.ventas_cents, 16);
    const leap = await read(undefined, 'desde=2023-10-26&hasta=2024-10-26');
    assert.equal(leap.kpis.ventas_cents, 0, '366 days are allowed');
  });

  test('without orders everything is zero', async () => {
    clock.set(msOf('2026-11-15T13:30:00Z'));
    const read = await settle(door, 'rest_vacia', 'Europe/Madrid', []);
    assert.deepEqual(await read('hoy'), {
      periodo: 'hoy',
      desde: '2026-11-15T00:00:00+01:00',
      hasta: '2026-11-16T00:00:00+01:00',
      zona_horaria: 'Europe/Madrid',
      kpis: {
        pedidos_total: 0,
        pedidos_cancelados: 0,
        clientes_distintos: 0,
        ventas_cents: 0,
        ticket_medio_cents: 0,
        moneda: 'EUR',
      },
      mix_tipo: { reparto: 0, recogida: 0, mesa: 0 },
      top_productos: [],
    });
  });

  test('cancelled and rejected orders count as cancelled and in nothing else', async () => {
    clock.set(msOf('2026-11-15T13:30:00Z'));
    const client = (telefono: string) => ({
      cliente: { nombre: 'N', telefono, email: '', consintio_marketing: false },
    });
    const now = clock.now();
    const read = await settle(door, 'rest_mixta', 'Europe/Madrid', [
      pedidoAt(now, 1_000, { id: 'ped_1', tipo: 'reparto', ...client('+34 600 000 001') }),
      // The same client in another spelling.
      pedidoAt(now, 500, { id: 'ped_2', tipo: 'recogida', ...client('0034600000001') }),
      pedidoAt(now, 50, { id: 'ped_3', tipo: 'mesa', ...client('600000002') }),
      pedidoAt(now, 7, { id: 'ped_4', tipo: 'mesa', ...client('600000003') }),
      pedidoAt(now, 9, { id: 'ped_5', tipo: 'mesa', ...client('600000004') }),
      comando.cancelar('ped_4'),
      comando.rechazar('ped_5'),
      comando.avanzar('ped_1', 'entregado'),
    ]);
    const { kpis, mix_tipo, top_productos } = await read('hoy');
    assert.deepEqual(kpis, {
      pedidos_total: 3,
      pedidos_cancelados: 2,
      clientes_distintos: 2,
      ventas_cents: 1_550,
      ticket_medio_cents: 517,
      moneda: 'EUR',
    });
    assert.deepEqual(mix_tipo, { reparto: 1, recogida: 1, mesa: 1 });
    assert.deepEqual(column(top_productos, 'unidades'), [6, 3]);
  });

  test('the average order is rounded half up', async () => {
    clock.set(msOf('2026-11-15T13:30:00Z'));
    for (const [i, [totals, average]] of (
      [
        [[100, 101], 101],
        [[1, 0], 1],
        [[1, 0, 0], 0],
        [[2, 0, 0], 1],
        [[1, 1, 1, 0], 1],
        [[1, 0, 0, 0], 0],
        [[999_999_999_999, 1_000_000_000_000], 1_000_000_000_000],
      ] as [number[], number][]
    ).entries()) {
      const comandos = totals.map((total) => pedidoAt(clock.now(), total));
      const read = await settle(door, `rest_media_${i}`, 'Europe/Madrid', comandos);
      assert.equal((await read('hoy')).kpis.ticket_medio_cents, average, String(totals));
    }
  });

  test('the ten best products: by sales, then units, then id', async () => {
    clock.set(msOf('2026-11-15T13:30:00Z'));
    const [, water] = sampleItems();
    assert.ok(water);
    const item = (id: string, cantidad: number, totalCents: number, nombre = id): ItemDraft => ({
      ...water,
      producto_id: `prod_${id}`,
      nombre,
      cantidad,
      total_cents: totalCents,
    });
    const read = await settle(door, 'rest_top', 'Europe/Madrid', [
      pedidoAt(clock.now(), 1, {
        items: [
          ...Array.from({ length: 8 }, (_, i) => item(`z${i}`, 1, 10 + i)),
          item('c', 1, 500),
          item('b', 2, 500),
          item('a', 1, 500),
          item('caro', 1, 600, 'Nombre viejo'),
        ],
      }),
      pedidoAt(clock.now() + 1, 1, { items: [item('caro', 1, 600, 'Nombre nuevo')] }),
    ]);
    const { top_productos } = await read('hoy');
    assert.deepEqual(
      top_productos.map(({ producto_id }) => producto_id.slice(5)),
      ['caro', 'b', 'a', 'c', 'z7', 'z6', 'z5', 'z4', 'z3', 'z2'],
    );
    assert.deepEqual(top_productos[0], {
      producto_id: 'prod_caro',
      nombre: 'Nombre nuevo',
      unidades: 2,
      ventas_cents: 1_200,
    });
  });
});

test('the figures follow the day: at midnight today is yesterday', async (t) => {
  const door = await openDoor(t);
  const { clock } = door;
  clock.set(msOf('2026-11-15T22:59:59.999Z'));
  const read = await settle(door, RESTAURANTE_ID, 'Europe/Madrid', [
    pedidoAt(msOf(momento(0)), 42),
  ]);
  const sales = async (periodo: Periodo) => (await read(periodo)).kpis.ventas_cents;
  assert.deepEqual([await sales('hoy'), await sales('ayer')], [42, 0]);
  clock.advance(1);
  assert.deepEqual([await sales('hoy'), await sales('ayer')], [0, 42]);
});
