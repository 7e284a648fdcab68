import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CambioCierre, Cierre } from '../../../../src/contract/dinero/cierre.ts';
import type { Caja } from '../../../../src/contract/recursos/caja.ts';
import { comando, samplePedidoEntero } from '../../../support/samples.ts';
import { closeMonth } from '../../../support/values/close-month.ts';
import { startApi } from '../start-api.ts';

const { service, ask, carryOut } = await startApi({ after });
const { store } = service;

const list = async (query = ''): Promise<Cierre[]> =>
  (await ask<{ datos: Cierre[] }>(`/cierres${query}`)).body.datos;
const late = (id: string, creado_en: string) =>
  comando.importar(samplePedidoEntero({ id, creado_en, estado: 'entregado' }));

test('a closed month, from local midnight to local midnight, with its totals and its seal', async () => {
  assert.deepEqual(await list(), []);
  await carryOut(
    late('ped_1', '2026-09-30T22:00:00.000Z'),
    late('ped_2', '2026-10-31T22:59:59.999Z'),
    late('ped_3', '2026-10-31T23:00:00.000Z'),
  );
  const { id, sello } = await closeMonth(store, '2026-10');
  const [cierre, ...others] = await list();
  assert.equal(others.length, 0);
  assert.ok(cierre);
  const { totales, creado_en, ...rest } = cierre;
  assert.deepEqual(rest, {
    id,
    desde: '2026-10-01T00:00:00+02:00',
    hasta: '2026-11-01T00:00:00+01:00',
    fecha: 'creacion',
    creado_por: 'ana',
    sello,
    anterior: null,
    sustituye: null,
    intacto: true,
  });
  assert.match(sello, /^[0-9a-f]{64}$/);
  assert.equal(totales.ventas.pedidos, 2);
  const caja = (await ask<Caja>('/caja?desde=2026-10-01&hasta=2026-11-01')).body;
  const { moneda, ventas, cobros, cuadre } = caja;
  assert.deepEqual(totales, { moneda, ventas, cobros, cuadre });
  assert.match(creado_en, /Z$/);
  assert.deepEqual((await ask(`/cierres/${id}`)).body, cierre);
  assert.deepEqual((await ask(`/cierres/${id}/cambios`)).body, { datos: [] });
});

test('what has changed since, at once; closing again supersedes', async () => {
  const [first] = await list();
  assert.ok(first);
  await carryOut(late('ped_4', '2026-10-10T12:00:00.000Z'));
  await carryOut(late('ped_5', '2026-10-10T12:00:00.000Z'));
  const path = `/cierres/${first.id}/cambios`;
  const changes = async (query: string) =>
    (await ask<{ datos: CambioCierre[] }>(path + query)).body.datos;
  const datos = await changes('');
  assert.deepEqual(
    datos.map(({ pedido_id, antes }) => [pedido_id, antes]),
    [
      ['ped_4', null],
      ['ped_5', null],
    ],
  );
  const { totales } = samplePedidoEntero();
  assert.equal(datos[0]?.despues?.total_cents, totales.total_cents);
  assert.equal((await changes('?limite=1')).length, 1);
  assert.deepEqual(await changes('?despues_de=ped_4'), datos.slice(1));
  assert.equal((await ask<Cierre>(`/cierres/${first.id}`)).body.intacto, false);
  const { id } = await closeMonth(store, '2026-10');
  const [second, former] = await list();
  assert.equal(second?.id, id);
  assert.equal(second?.sustituye, first.id);
  assert.equal(second?.anterior, first.sello);
  assert.equal(second?.intacto, true);
  assert.deepEqual(former, { ...first, intacto: false });
  assert.deepEqual(await list('?limite=1'), [second]);
  assert.deepEqual(await list(`?antes_de=${id}`), [former]);
});
