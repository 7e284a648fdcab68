import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Caja } from '../../../../src/contract/recursos/caja.ts';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, samplePedidoEntero } from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { startApi } from '../start-api.ts';

const cobro = (momento: string, estado = 'pagado', importe_cents = 100) => ({
  ...{ metodo: 'tarjeta', importe_cents, estado, referencia_externa: null, momento },
});
const order = (
  id: string,
  creado_en: string,
  factura_fecha: string | null,
  ...momentos: string[]
): Pedido => {
  const { pago, fiscal, ...rest } = samplePedidoEntero({ id, creado_en });
  assert.ok(fiscal);
  return {
    ...rest,
    ...{
      pago: {
        ...pago,
        estado: momentos.length > 0 ? 'pagado' : 'pendiente',
        pagos: momentos.map((each) => cobro(each)),
      },
    },
    fiscal: factura_fecha === null ? null : { ...fiscal, factura_fecha },
  };
};

/** In Madrid, October begins at 22:00 UTC of the day before and ends at 23:00 UTC. */
const PEDIDOS = [
  order(
    'ped_1',
    '2026-09-30T21:59:00.000Z',
    '2026-09-30T22:00:00.000Z',
    '2026-09-30T21:00:00.000Z',
  ),
  order(
    'ped_2',
    '2026-09-30T22:00:00.000Z',
    '2026-10-31T22:59:59.000Z',
    '2026-10-31T22:30:00.000Z',
  ),
  order(
    'ped_3',
    '2026-10-15T12:00:00.000Z',
    '2026-10-31T23:00:00.000Z',
    '2026-11-01T10:00:00.000Z',
  ),
  order('ped_4', '2026-10-15T13:00:00.000Z', null),
  // Paid in two months: its last payment decides where the order belongs.
  order(
    ...(['ped_5', '2026-10-15T14:00:00.000Z', '2026-10-15T15:00:00.000Z'] as const),
    ...['2026-10-15T15:00:00.000Z', '2026-11-02T10:00:00.000Z'],
  ),
];
const OCTUBRE = 'desde=2026-10-01&hasta=2026-11-01';

describeOnEngines('exports by date and by change', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  const { makeLlave, publicUrl } = service;
  await carryOut(...PEDIDOS.map((pedido) => comando.importar(pedido, [])));
  const { token } = await makeLlave();
  const get = (path: string) =>
    fetch(`${publicUrl}/api/exportacion/${path}`, { headers: bearer(token) });
  type Row = Record<string, unknown> & { id: string; pedido_id: string; secuencia: number };
  const rows = async (path: string): Promise<Row[]> => {
    const response = await get(path);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  const ids = async (path: string) => (await rows(path)).map(({ id }) => id.slice(-1)).join('');

  test('a day alone is the restaurant’s with `fecha`, and UTC without', async () => {
    assert.equal(await ids(`pedidos?${OCTUBRE}`), '345');
    assert.equal(await ids(`pedidos?fecha=creacion&${OCTUBRE}`), '2345');
    const utc = 'desde=2026-10-01T00:00:00Z&hasta=2026-11-01T00:00:00Z';
    assert.equal(await ids(`pedidos?fecha=creacion&${utc}`), '345');
  });

  test('orders count by their invoice or by their last payment', async () => {
    assert.equal(await ids(`pedidos?fecha=factura&${OCTUBRE}`), '125');
    assert.equal(await ids('pedidos?fecha=factura'), '1235');
    assert.equal(await ids(`pedidos?fecha=factura&${OCTUBRE}&despues_de=ped_1`), '25');
    assert.equal(await ids(`pedidos?fecha=factura&${OCTUBRE}&estado=cancelado`), '');
    assert.equal(await ids(`pedidos?fecha=pago&${OCTUBRE}`), '2');
  });

  test('rows of `pagos` by payment are in the month in which each was made', async () => {
    const made = await rows(`pagos?fecha=pago&${OCTUBRE}`);
    assert.deepEqual(
      made.map(({ pedido_id, momento }) => [pedido_id, momento]),
      [
        ['ped_2', '2026-10-31T22:30:00.000Z'],
        ['ped_5', '2026-10-15T15:00:00.000Z'],
      ],
    );
  });

  for (const fecha of ['creacion', 'factura', 'pago']) {
    test(`VAT and payments add up to those of /caja, by ${fecha}`, async () => {
      const { body } = await ask(`/caja?fecha=${fecha}&${OCTUBRE}`);
      const { ventas, cobros } = body as Caja;
      const iva = await rows(`iva?fecha=${fecha}&${OCTUBRE}`);
      const sum = (list: Row[], field: string) =>
        list.reduce((total, row) => total + Number(row[field]), 0);
      assert.equal(
        sum(iva, 'iva_cents'),
        ventas.por_iva.reduce((total, { iva_cents }) => total + iva_cents, 0),
      );
      assert.ok(iva.length > 0);
      const pagos = await rows(`pagos?fecha=pago&${OCTUBRE}`);
      assert.equal(sum(pagos, 'importe_cents'), cobros.cobrado_cents);
    });
  }

  test('`cambiado_desde` gives what changed after an event or since a moment', async () => {
    const posicion = (await get('pedidos')).headers.get('x-posicion') ?? '';
    assert.equal(await ids(`pedidos?cambiado_desde=${posicion}`), '');
    await carryOut(comando.anotar('ped_4', { instrucciones: 'Sin timbre' }));
    const [changed] = await rows(`pedidos?con_cambio=true&cambiado_desde=${posicion}`);
    const { body } = await ask(`/eventos?despues_de=${posicion}`);
    const [event] = (body as { datos: { creado_en: string; secuencia: number }[] }).datos;
    assert.equal(changed?.id, 'ped_4');
    assert.deepEqual(
      [changed['cambiado_en'], changed['secuencia']],
      [event?.creado_en, event?.secuencia],
    );
    assert.equal(await ids(`pedidos?cambiado_desde=${event?.creado_en}`), '4');
    const iva = await rows(`iva?cambiado_desde=${posicion}&${OCTUBRE}`);
    assert.deepEqual([...new Set(iva.map(({ pedido_id }) => pedido_id))], ['ped_4']);
    assert.equal(iva[0]?.secuencia, event?.secuencia);
  });

  test('a change that this log does not have is refused', async () => {
    const foreign = `evt_${'0'.repeat(26)}`;
    for (const given of ['ayer', 'evt_1', foreign]) {
      const { status, body } = await ask(`/exportacion/pedidos?cambiado_desde=${given}`);
      assert.equal(status, 400, given);
      assert.equal((body as { codigo: string }).codigo, 'parametro_invalido');
    }
    assert.equal((await ask('/exportacion/iva?fecha=entrega')).status, 400);
  });
});
