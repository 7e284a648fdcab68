import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FORMATOS } from '../../../../src/contract/exportacion.ts';
import { totalsOf } from '../../../../src/domain/money/caja.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  samplePedidoEntero,
  sampleRestaurante,
  sampleTotales,
} from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { closeMonth } from '../../../support/values/close-month.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { readCsv, readSheet } from './files.ts';

const payment = (momento: string, importe_cents: number, estado = 'pagado') => ({
  ...{ metodo: 'tarjeta', importe_cents, estado, referencia_externa: null, momento },
});

/** Of October; paid and given back in November too. */
const PEDIDOS = Array.from({ length: 450 }, (_, i) => {
  const momento = new Date(Date.UTC(2026, 9, 2, i)).toISOString();
  const pagos = [
    payment(momento, 1_100),
    ...(i % 9 === 0 ? [payment('2026-11-12T10:00:00.000Z', 300, 'reembolsado')] : []),
  ];
  return samplePedidoEntero({
    id: `ped_${String(i).padStart(4, '0')}`,
    creado_en: momento,
    estado: i % 10 === 0 ? 'cancelado' : 'entregado',
    totales: sampleTotales({
      total_cents: 1_100,
      propina_cents: 0,
      iva_desglose: [{ tipo_porcentaje: 10, base_cents: 1_000, iva_cents: 100 }],
    }),
    pago: { metodo: 'tarjeta', estado: 'pagado', proveedor: '', referencia_externa: '', pagos },
  });
});

describeOnEngines('exports of a closed month', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  await carryOut(...PEDIDOS.map((pedido) => comando.importar(pedido, [])));
  // Paid in October, of September.
  const september = samplePedidoEntero({
    ...PEDIDOS[1],
    id: 'ped_septiembre',
    creado_en: '2026-09-20T10:00:00.000Z',
  });
  await carryOut(comando.importar(september, []));

  const get = async (path: string) => {
    const { token } = await service.makeLlave();
    const url = `${service.publicUrl}/api/exportacion/${path}`;
    const response = await fetch(url, { headers: bearer(token) });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const files = async (id: string) => {
    const found: Record<string, Uint8Array> = {};
    for (const tabla of ['iva', 'pagos']) {
      for (const formato of FORMATOS) {
        const asked = `${tabla}?formato=${formato}&cierre=${id}`;
        found[asked] = (await get(asked)).bytes;
      }
      for (const more of ['formato=csv&estilo=excel', 'formato=xlsx&idioma=en']) {
        const asked = `${tabla}?${more}&cierre=${id}`;
        found[asked] = (await get(asked)).bytes;
      }
    }
    return found;
  };
  const rows = (bytes: Uint8Array | undefined) => readCsv(Buffer.from(bytes ?? []).toString());
  const before = rows(
    (await get('iva?formato=csv&fecha=creacion&desde=2026-10-01&hasta=2026-11-01')).bytes,
  );
  const closing = await closeMonth(service.store, '2026-10');
  const { id, sello, sumas } = closing;
  const first = await files(id);

  test('hold the month as it was: its rates, and the payments within it', () => {
    assert.deepEqual(rows(first[`iva?formato=csv&cierre=${id}`]), before);
    const paid = rows(first[`pagos?formato=csv&cierre=${id}`]);
    assert.ok(paid.some(({ pedido_id }) => pedido_id === 'ped_septiembre'));
    assert.ok(paid.every(({ momento = '' }) => momento.startsWith('2026-10')));
    const { cobros } = totalsOf(sumas);
    const sum = paid.reduce((total, { importe_cents }) => total + Number(importe_cents), 0);
    assert.equal(sum, cobros.neto_cents);
  });

  test('are byte for byte the same after any change, also of the restaurant', async () => {
    await carryOut(
      ...PEDIDOS.slice(0, 50).map(({ id: each }) =>
        comando.anotar(each, { pago: { estado: 'pendiente', pagos: [] } }),
      ),
      comando.guardarRestaurante(
        sampleRestaurante({ nombre: 'Otro nombre', zona_horaria: 'America/New_York' }),
      ),
    );
    assert.equal((await service.store.cierres.get(closing.restauranteId, id))?.intacto, false);
    assert.deepEqual(await files(id), first);
  });

  test('the first sheet of a workbook has the seal, and the sums of the closing', () => {
    const sheet = readSheet(first[`pagos?formato=xlsx&idioma=en&cierre=${id}`] ?? new Uint8Array());
    const shown = sheet.map((row) => row.map((each) => each?.value ?? ''));
    assert.deepEqual(shown[4], ['Seal', sello]);
    assert.deepEqual(shown[2], ['Closing', id]);
    const { ventas } = totalsOf(sumas);
    const total = ['Total', String(ventas.pedidos), String(ventas.total_cents / 100)];
    assert.ok(shown.some((row) => JSON.stringify(row) === JSON.stringify(total)));
  });

  test('go on after an order, and are named after the closing', async () => {
    const last = PEDIDOS.at(-2)?.id ?? '';
    const { response, bytes } = await get(`iva?formato=csv&cierre=${id}&despues_de=${last}`);
    assert.deepEqual(
      rows(bytes).map(({ pedido_id }) => pedido_id),
      [PEDIDOS.at(-1)?.id],
    );
    assert.equal(response.headers.get('x-posicion'), null);
    const name = response.headers.get('content-disposition') ?? '';
    assert.match(name, new RegExp(`_iva_2026-10_${id}\\.csv"$`));
  });

  test('are refused elsewhere, with filters and for unknown closings', async () => {
    for (const tabla of ['pedidos', 'items']) {
      const refused = assertError(
        await ask(`/exportacion/${tabla}?cierre=${id}`),
        'parametro_invalido',
      );
      assert.deepEqual(refused.valores_validos, ['iva', 'pagos']);
    }
    for (const filter of [
      'desde=2026-10-02',
      'estado=entregado',
      'fecha=factura',
      'numero=20261001-1',
    ]) {
      const refused = await ask(`/exportacion/iva?cierre=${id}&${filter}`);
      assert.match(assertError(refused, 'parametro_invalido').error, /no se combina/);
    }
    assertError(await ask('/exportacion/iva?cierre=cie_nada'), 'no_encontrado');
  });
});
