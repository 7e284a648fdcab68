import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Caja } from '../../../../src/contract/recursos/caja.ts';
import type { Resumen } from '../../../../src/contract/recursos/resumen.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  samplePedido,
  sampleRestaurante,
  sampleTotales,
} from '../../../support/samples.ts';
import { slowCaja } from '../../../support/values/money-oracle.ts';
import { openDoor } from '../door.ts';

const ID = 'rest_caja';

/** A night in Madrid: before it, in it on both sides of midnight, and when it has ended. */
const NIGHT = [
  ['ped_antes', '2026-10-30T18:59:59Z', 'tarjeta', 1_000],
  ['ped_tarde', '2026-10-30T19:00:00Z', 'efectivo', 2_000],
  ['ped_noche', '2026-10-31T01:59:59Z', 'efectivo', 4_000],
  ['ped_despues', '2026-10-31T02:00:00Z', 'online', 8_000],
] as const;

describeOnEngines('GET /caja', async (engine) => {
  const { api, store, makeToken } = await openDoor({ after }, { engine });
  await store.cuentas.save(sampleRestaurante({ id: ID, zona_horaria: 'Europe/Madrid' }), {
    ingesta: true,
  });
  const pedidos = NIGHT.map(([id, creado_en, metodo, total_cents]) => {
    const pago = { metodo, estado: 'pagado', proveedor: '', referencia_externa: '', pagos: [] };
    return samplePedido({ id, creado_en, pago, totales: sampleTotales({ total_cents }) });
  });
  const own = pedidos.map((pedido) => ({ ...comando.crear(pedido), restaurante_id: ID }));
  for (const answer of await store.log.commit(ID, own)) assert.ok(answer.ok);
  const token = await makeToken(ID);
  const read = async (query: string): Promise<Caja> => {
    const { status, body } = await api<Caja>(`/caja?${query}`, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  test('a span with hours, across midnight', async () => {
    const caja = await read('desde=2026-10-30T20:00&hasta=2026-10-31T03:00');
    assert.partialDeepStrictEqual(caja, {
      desde: '2026-10-30T20:00:00+01:00',
      hasta: '2026-10-31T03:00:00+01:00',
      moneda: 'EUR',
      fecha: 'creacion',
      ventas: {
        pedidos: 2,
        total_cents: 6_000,
        por_metodo: [{ metodo: 'efectivo', pedidos: 2, total_cents: 6_000 }],
      },
      cobros: { cobrado_cents: 6_000, reembolsado_cents: 0, neto_cents: 6_000 },
    });
    assert.equal('grupos' in caja, false);
  });

  test('the sales of a day are those of the summary, and with `corte` those of its night', async () => {
    const range = 'desde=2026-10-30&hasta=2026-10-31';
    const { ventas } = await read(range);
    const resumen = (await api<Resumen>(`/resumen?${range}`, { token })).body;
    assert.equal(ventas.total_cents, resumen.kpis.ventas_cents);
    assert.equal(ventas.pedidos, 2);
    const night = await read(`${range}&corte=05:00`);
    assert.equal(night.desde, '2026-10-30T05:00:00+01:00');
    assert.equal(night.ventas.total_cents, 15_000);
  });

  test('groups are days or months, and add up to the whole', async () => {
    const days = await read('desde=2026-10-30&hasta=2026-11-02&agrupar=dia');
    assert.deepEqual(
      days.grupos?.map(({ desde, ventas }) => [desde, ventas.total_cents]),
      [
        ['2026-10-30T00:00:00+01:00', 3_000],
        ['2026-10-31T00:00:00+01:00', 12_000],
        ['2026-11-01T00:00:00+01:00', 0],
      ],
    );
    const months = await read('desde=2026-10-15&hasta=2026-11-15&agrupar=mes&corte=05:00');
    assert.deepEqual(
      months.grupos?.map(({ desde, ventas }) => [desde, ventas.total_cents]),
      [
        ['2026-10-15T05:00:00+02:00', 15_000],
        ['2026-11-01T05:00:00+01:00', 0],
      ],
    );
  });

  test('each date has its own sales, and all of them the payments of the span', async () => {
    const fiscal = {
      factura_numero: 'F-1',
      factura_fecha: '2026-11-02T09:00:00Z',
      factura_pdf: 'https://example.com/f.pdf',
    };
    const paid = (estado: string, importe_cents: number, momento: string) => ({
      metodo: 'efectivo',
      importe_cents,
      estado,
      referencia_externa: null,
      momento,
    });
    const pagos = [
      paid('pagado', 2_000, '2026-11-03T10:00:00Z'),
      paid('reembolsado', 500, '2026-11-05T10:00:00Z'),
    ];
    const cambios = { fiscal, pago: { pagos } };
    const change = { ...comando.anotar('ped_tarde', cambios), restaurante_id: ID };
    const [answer] = await store.log.commit(ID, [change]);
    assert.ok(answer?.ok);
    const stored = pedidos.map((pedido) =>
      pedido.id === 'ped_tarde'
        ? { ...pedido, fiscal, pago: { ...pedido.pago, pagos } }
        : { ...pedido, fiscal: null },
    );
    for (const fecha of ['creacion', 'factura', 'pago'] as const) {
      for (const [desde, hasta] of [
        ['2026-10-30', '2026-11-01'],
        ['2026-11-02', '2026-11-04'],
        ['2026-11-05', '2026-11-06'],
      ] as const) {
        const caja = await read(`desde=${desde}&hasta=${hasta}&fecha=${fecha}`);
        const bounds = { startMs: Date.parse(caja.desde), endMs: Date.parse(caja.hasta) };
        const { ventas, cobros, cuadre } = caja;
        const expected = slowCaja(stored as never, { ...bounds, fecha });
        assert.deepEqual({ ventas, cobros, cuadre }, expected, `${fecha} ${desde}`);
      }
    }
    const november = await read('desde=2026-11-01&hasta=2026-12-01&fecha=factura&corte=05:00');
    assert.equal(november.desde, '2026-11-01T00:00:00+01:00', 'invoices are of calendar days');
    assert.equal(november.ventas.total_cents, 2_000);
  });
});
