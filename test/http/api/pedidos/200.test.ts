import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { ESTADOS, type Pedido, TIPOS } from '../../../../src/contract/recursos/pedido.ts';
import { HOUR_MS } from '../../../../src/domain/time.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { words } from '../../../support/values/words.ts';
import type { Ask, PaginaPedidos } from '../client.ts';
import { startApi } from '../start-api.ts';
import { idsOf, seedSampleRestaurant } from '../world.ts';

const FIRST_MS = Date.UTC(2026, 9, 31, 20);
const PEDIDOS = 42;

/** Fields by which few orders are found, each written in two ways. */
const distinctive = (i: number): Partial<Pedido> => {
  const { pago, cliente, fiscal } = samplePedidoEntero();
  const isFirst = i % 2 === 0;
  return {
    pago: { ...pago, metodo: i % 7 === 0 ? 'bizum' : isFirst ? 'efectivo' : 'tarjeta' },
    cliente: {
      ...cliente,
      telefono: i % 5 === 0 ? (isFirst ? '+34 600 99 88 77' : '600998877') : cliente.telefono,
      email: i % 6 === 0 ? 'Nora@Example.com' : cliente.email,
    },
    fiscal: fiscal && { ...fiscal, factura_numero: `FA-2026/${Math.floor(i / 2)}` },
  };
};

/** Every state and type, an order every two hours: the third exactly at a midnight in UTC. */
const pedidos: Pedido[] = Array.from({ length: PEDIDOS }, (_, i) => {
  const tipo = TIPOS[i % TIPOS.length] ?? 'mesa';
  const isReparto = tipo === 'reparto';
  const estado = ESTADOS[Math.floor(i / TIPOS.length) % ESTADOS.length] ?? 'listo';
  return samplePedidoEntero({
    id: `ped_${String(i).padStart(3, '0')}`,
    numero: `20261101-${i + 1}`,
    creado_en: new Date(FIRST_MS + i * 2 * HOUR_MS).toISOString(),
    estado: estado === 'en_reparto' && !isReparto ? 'listo' : estado,
    tipo,
    ...(!isReparto && { direccion: null, entrega: null }),
    mesa: tipo === 'mesa' ? { numero: '7', comensales: null } : null,
    ...distinctive(i),
  });
});
const newestFirst = pedidos.toReversed();
const createdMs = ({ creado_en }: Pedido) => Date.parse(creado_en);
const MIDNIGHT_MS = Date.UTC(2026, 10, 1);

/** Queries, and the orders that each has to find. */
const FILTERS: [query: string, matches: (pedido: Pedido) => boolean][] = [
  ['', () => true],
  ['estado=pendiente', ({ estado }) => estado === 'pendiente'],
  ['estado=listo,en_reparto', ({ estado }) => estado === 'listo' || estado === 'en_reparto'],
  ['estado=en_reparto,listo,listo', ({ estado }) => estado === 'listo' || estado === 'en_reparto'],
  ['estado=listo,%20cancelado', ({ estado }) => estado === 'listo' || estado === 'cancelado'],
  ['estado=listo&estado=en_reparto', ({ estado }) => estado === 'listo' || estado === 'en_reparto'],
  ['estado=listo,', ({ estado }) => estado === 'listo'],
  ['estado=listo,%20&estado=listo', ({ estado }) => estado === 'listo'],
  [`estado=${ESTADOS.join(',')}`, () => true],
  ['tipo=reparto', ({ tipo }) => tipo === 'reparto'],
  ['tipo=mesa&estado=cancelado', ({ tipo, estado }) => tipo === 'mesa' && estado === 'cancelado'],
  ['desde=2026-11-01', (pedido) => createdMs(pedido) >= MIDNIGHT_MS],
  ['hasta=2026-11-01', (pedido) => createdMs(pedido) < MIDNIGHT_MS],
  ['desde=2026-11-01T00:00:00.001Z', (pedido) => createdMs(pedido) > MIDNIGHT_MS],
  ['hasta=2026-11-01T00:00:00.001Z', (pedido) => createdMs(pedido) <= MIDNIGHT_MS],
  [
    'desde=2026-11-01&hasta=2026-11-02',
    (pedido) => createdMs(pedido) >= MIDNIGHT_MS && createdMs(pedido) < MIDNIGHT_MS + 24 * HOUR_MS,
  ],
  [
    'estado=entregado,confirmado&tipo=recogida&desde=2026-11-01T05:00-03:30&hasta=2026-11-03',
    ({ estado, tipo, creado_en }) =>
      ['entregado', 'confirmado'].includes(estado) &&
      tipo === 'recogida' &&
      creado_en >= '2026-11-01T08:30' &&
      creado_en < '2026-11-03',
  ],
  ['metodo_pago=tarjeta', ({ pago }) => pago.metodo === 'tarjeta'],
  ['metodo_pago=bizum', ({ pago }) => pago.metodo === 'bizum'],
  ['metodo_pago=Tarjeta', () => false],
  [
    'metodo_pago=efectivo&tipo=reparto&estado=pendiente,listo&hasta=2026-11-03',
    ({ pago, tipo, estado, creado_en }) =>
      pago.metodo === 'efectivo' &&
      tipo === 'reparto' &&
      ['pendiente', 'listo'].includes(estado) &&
      creado_en < '2026-11-03',
  ],
  ['numero=20261101-7', ({ numero }) => numero === '20261101-7'],
  ['numero=20261101-07', () => false],
  ['factura=fa%202026%203', ({ fiscal }) => fiscal?.factura_numero === 'FA-2026/3'],
  ...words('600998877 %2B34600998877 0034+600-998-877').map(
    (telefono): [string, (pedido: Pedido) => boolean] => [
      `telefono=${telefono}`,
      ({ cliente }) => cliente.telefono.endsWith('77'),
    ],
  ),
  ['email=NORA@example.com', ({ cliente }) => cliente.email.startsWith('Nora')],
  [
    'email=nora@example.com&telefono=600998877&metodo_pago=efectivo',
    ({ cliente, pago }) =>
      cliente.email.startsWith('Nora') &&
      cliente.telefono.endsWith('77') &&
      pago.metodo === 'efectivo',
  ],
  ['hasta=0001-01-01', () => false],
  ['desde=9999-12-31T23:59:59-23:59', () => false],
  ['desde=0000-01-01&hasta=9999-12-31T23:59:59-23:59', () => true],
];

/** Ways to write one moment: 2026-11-01T08:00:00Z. */
const MOMENTS = [
  ...words(`
    2026-11-01T08:00:00Z 2026-11-01T08:00Z 2026-11-01t08:00:00z 2026-11-01T08:00:00.000000000Z
    2026-11-01T08:00:00.000Z 2026-11-01T08:00:00%2B00:00 2026-11-01T09:00:00%2B01:00
  `),
  // By the rules of queries an unencoded plus is a blank; in a time it can only be meant as a plus.
  ...words(`
    2026-11-01T09:00:00+01:00 2026-11-01T09:00+0100 2026-11-01T09:00+01 2026-11-01T13:45:00+05:45
    2026-11-01T04:30:00-03:30 2026-10-31T22:00:00-10:00 2026%2D11%2D01T08%3A00%3A00Z
  `),
];

describeOnEngines('GET /pedidos', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  await carryOut(...pedidos.map((pedido) => comando.importar(pedido, [])));
  const list = async (query: string, key: Ask = {}) =>
    (await ask<PaginaPedidos>(`/pedidos?${query}`, key)).body;

  test('gives the newest 25 in full, by id descending, and where to go on', async () => {
    const { datos, paginacion } = await list('');
    assert.deepEqual(datos, newestFirst.slice(0, 25));
    const { siguiente, ...rest } = paginacion;
    assert.deepEqual(rest, { limite: 25, anterior: null, total_aprox: PEDIDOS });
    assert.equal(typeof siguiente, 'string');
  });

  test('limite says how many, from 1 to 100', async () => {
    for (const limite of [1, 2, 41, 42, 43, 100]) {
      const { datos, paginacion } = await list(`limite=${limite}`);
      assert.deepEqual(idsOf(datos), idsOf(newestFirst.slice(0, limite)));
      assert.equal(paginacion.limite, limite);
      assert.equal(paginacion.total_aprox, PEDIDOS);
      assert.equal(paginacion.siguiente === null, limite >= PEDIDOS);
    }
  });

  test('any filter, alone and together with others, counts exactly', async () => {
    for (const [query, matches] of FILTERS) {
      const expected = newestFirst.filter(matches);
      const { datos, paginacion } = await list(`limite=100&${query}`);
      assert.deepEqual(idsOf(datos), idsOf(expected), query);
      assert.equal(paginacion.total_aprox, expected.length, query);
      const { paginacion: short } = await list(`${query}&limite=3`);
      assert.equal(short.total_aprox, expected.length, query);
    }
  });

  test('a moment may be written in many ways', async () => {
    const expected = newestFirst.filter(({ creado_en }) => creado_en >= '2026-11-01T08:00:00');
    for (const moment of MOMENTS) {
      const { datos } = await list(`limite=100&desde=${moment}`);
      assert.deepEqual(idsOf(datos), idsOf(expected), moment);
    }
  });

  test('an order is the same bytes here and by itself', async () => {
    const { bytes } = await ask('/pedidos?limite=1');
    const single = await ask(`/pedidos/${newestFirst[0]?.id}`);
    assert.ok(bytes.includes(single.bytes));
  });

  test('shows at once what this process changed, and very soon what another did', async () => {
    const id = 'ped_zzz';
    const stateOf = async () => {
      const { datos, paginacion } = await list('limite=1');
      return [datos[0]?.id, datos[0]?.estado, paginacion.total_aprox];
    };
    await stateOf();
    await carryOut(comando.crear(samplePedido({ id })));
    assert.deepEqual(await stateOf(), [id, 'pendiente', PEDIDOS + 1]);
    await carryOut(comando.rechazar(id));
    assert.deepEqual(await stateOf(), [id, 'cancelado', PEDIDOS + 1]);
    const { datos } = await list('estado=cancelado&limite=1');
    assert.deepEqual(idsOf(datos), [id]);

    await service.store.log.commit(RESTAURANTE_ID, [
      comando.crear(samplePedido({ id: 'ped_zzzz' })),
    ]);
    // A SQLite server polls for the commits of other processes every few milliseconds.
    const expected = ['ped_zzzz', 'pendiente', PEDIDOS + 2];
    await until(async () => isDeepStrictEqual(await stateOf(), expected));
  });

  test('a restaurant without orders has an empty page', async () => {
    await seedSampleRestaurant(service, sampleRestaurante({ id: 'rest_nueva' }));
    await carryOut(comando.guardarRestaurante(sampleRestaurante({ id: 'rest_vacia' })));
    const { token } = await service.makeLlave({ restauranteId: 'rest_vacia' });
    for (const query of ['', 'estado=listo', 'desde=2026-11-01', 'tipo=mesa&hasta=2026-11-01']) {
      assert.deepEqual(await list(query, { token }), {
        datos: [],
        paginacion: { limite: 25, siguiente: null, anterior: null, total_aprox: 0 },
      });
    }
  });

  test('times are truncated to milliseconds on the way in, so that filters compare the visible values', async () => {
    const fine = (second: number) => `2026-08-01T10:00:0${second}.123456789Z`;
    const cut = (second: number) => `2026-08-01T10:00:0${second}.123Z`;
    const timesOf = (at: (second: number) => string) => ({
      creado_en: at(1),
      aceptado_en: at(2),
      entregado_en: at(3),
      programado_para: at(4),
      fiscal: { factura_numero: 'F1', factura_fecha: at(5), factura_pdf: 'https://x.example/1' },
    });
    const pago = (at: (second: number) => string) => ({
      ...samplePedidoEntero().pago,
      pagos: [
        {
          metodo: 'tarjeta',
          importe_cents: 1,
          estado: 'pagado',
          referencia_externa: fine(6),
          momento: at(6),
        },
      ],
    });
    const id = 'ped_000_fino';
    const entry = { accion: 'creado', origen: 'tpv' as const, usuario: null };
    const detalle = { momento: fine(7) };
    await carryOut(
      comando.importar(
        samplePedidoEntero({
          id,
          numero: '20260801-1',
          estado: 'entregado',
          ...timesOf(fine),
          pago: pago(fine),
        }),
        [{ ...entry, momento: fine(7), detalle }],
      ),
      comando.anotar(id, { programado_para: fine(8) }, { momento: fine(9) }),
    );
    const { body } = await ask<Pedido>(`/pedidos/${id}`);
    const expected = { ...timesOf(cut), programado_para: cut(8), pago: pago(cut) };
    assert.partialDeepStrictEqual(body, expected);
    const { body: historial } = await ask<{ eventos: object[] }>(`/pedidos/${id}/historial`);
    assert.partialDeepStrictEqual(historial.eventos, [
      { momento: cut(7), detalle },
      { momento: cut(9) },
    ]);
    const found = async (query: string) => idsOf((await list(query)).datos).includes(id);
    assert.ok(await found(`desde=${body.creado_en}&hasta=2026-09-01`));
    assert.ok(!(await found(`desde=2026-07-01&hasta=${body.creado_en}`)));
  });
});
