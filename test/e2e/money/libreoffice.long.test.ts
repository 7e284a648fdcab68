import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caja } from '../../../src/contract/recursos/caja.ts';
import { makeClient, send } from '../../http/api/client.ts';
import { comando, samplePedido, sampleTotales } from '../../support/samples.ts';
import { bearer, type Service, startService } from '../../support/service.ts';
import { type Cell, hasLibreOffice, openInLibreOffice } from './libreoffice.ts';

const RANGE = 'desde=2026-10-01&hasta=2026-11-01';
const ORDERS = 40;

const sell = (i: number) => {
  const moment = new Date(Date.UTC(2026, 9, 1 + (i % 28), 12, i)).toISOString();
  const total_cents = 1_234 + 101 * i;
  const metodo = i % 3 === 0 ? 'efectivo' : 'tarjeta';
  const pago = { importe_cents: total_cents, estado: 'pagado', metodo, momento: moment };
  const back = { ...pago, importe_cents: 100, estado: 'reembolsado' };
  const entries = i % 5 === 0 ? [pago, back] : [pago];
  return comando.importar(
    samplePedido({
      id: `ped_lo_${i}`,
      estado: i % 11 === 10 ? 'cancelado' : 'entregado',
      creado_en: moment,
      fiscal: {
        factura_numero: `00${i}`,
        factura_fecha: moment,
        factura_pdf: 'https://x.example/f',
      },
      totales: sampleTotales({
        total_cents,
        propina_cents: i % 4 === 0 ? 150 : 0,
        iva_desglose: [
          { tipo_porcentaje: 10, base_cents: 900 + i, iva_cents: 90 },
          ...(i % 2 === 0 ? [{ tipo_porcentaje: 21, base_cents: 100, iva_cents: 21 }] : []),
        ],
      }),
      pago: {
        ...{ metodo, estado: 'pagado', proveedor: '', referencia_externa: '' },
        pagos: entries.map((each) => ({ ...each, referencia_externa: null })),
      },
    }),
    [],
  );
};

const columnOf = (rows: readonly (Cell | null)[][], heading: string): (Cell | null)[] => {
  const at = rows[0]?.findIndex((cell) => cell?.value === heading) ?? -1;
  assert.ok(at >= 0, `no column «${heading}»: ${rows[0]?.map((cell) => cell?.value)}`);
  return rows.slice(1).map((row) => row[at] ?? null);
};
const cents = (cell: Cell | null | undefined): number => Math.round(Number(cell?.value) * 100);
const sumCents = (cells: readonly (Cell | null)[]): number =>
  cells.reduce((sum, cell) => sum + cents(cell), 0);
const typesOf = (cells: readonly (Cell | null)[]): string[] => [
  ...new Set(cells.map((cell) => cell?.type ?? 'empty')),
];

const skip = hasLibreOffice() ? false : 'LibreOffice (soffice) is not installed';

describe('files for people, opened in LibreOffice', { skip }, () => {
  const start = async (t: Parameters<typeof startService>[0]) => {
    const service: Service = await startService(t);
    const pedidos = Array.from({ length: ORDERS }, (_, i) => sell(i));
    for (const { ok, error } of await service.command(comando.guardarRestaurante(), ...pedidos)) {
      assert.ok(ok, error ?? '');
    }
    const { token } = await service.makeLlave();
    const api = makeClient(service.publicUrl);
    const caja = (await api<Caja>(`/caja?${RANGE}&fecha=factura`, { token })).body;
    const file = async (rest: string) =>
      (
        await send(
          `${service.publicUrl}/api/exportacion/${rest}&${RANGE}&fecha=factura&estado=entregado`,
          'GET',
          bearer(token),
        )
      ).bytes;
    return { caja, file };
  };

  test('a workbook has typed cells, a summary and totals that equal the caja', async (t) => {
    const { caja, file } = await start({ after: (end) => t.after(end) });
    const book = await openInLibreOffice(await file('iva?formato=xlsx&idioma=es'), 'xlsx');
    assert.deepEqual([...book.keys()], ['Resumen', 'IVA']);
    const rows = (book.get('IVA') ?? []).filter((row) => row.some((cell) => cell !== null));
    const total = rows.pop();
    assert.equal(total?.[0]?.value, 'Total');
    const bases = columnOf(rows, 'Base imponible');
    assert.deepEqual(typesOf(bases), ['currency']);
    assert.deepEqual(typesOf(columnOf(rows, 'Fecha de factura')), ['date']);
    assert.deepEqual(typesOf(columnOf(rows, 'Factura')), ['string']);
    assert.equal(sumCents(bases), caja.cuadre.bases_cents);
    assert.equal(sumCents(columnOf(rows, 'Cuota de IVA')), caja.cuadre.iva_cents);
    // LibreOffice has computed the formula of the totals itself.
    const at = rows[0]?.findIndex((cell) => cell?.value === 'Base imponible') ?? -1;
    assert.equal(cents(total?.[at]), caja.cuadre.bases_cents);
    const summary = book.get('Resumen') ?? [];
    const amounts = summary.flat().filter((cell) => cell?.type === 'currency');
    for (const each of [caja.cuadre.total_cents, caja.cuadre.propina_cents]) {
      assert.ok(
        amounts.some((cell) => cents(cell) === each),
        `the summary lacks ${each}`,
      );
    }
  });

  test('the Spanish CSV opens with numbers and dates that add up', async (t) => {
    const { caja, file } = await start({ after: (end) => t.after(end) });
    const book = await openInLibreOffice(await file('iva?formato=csv&estilo=excel'), 'csv');
    const [rows = []] = book.values();
    const bases = columnOf(rows, 'Base imponible');
    assert.deepEqual(typesOf(bases), ['float']);
    assert.equal(sumCents(bases), caja.cuadre.bases_cents);
    assert.equal(sumCents(columnOf(rows, 'Cuota de IVA')), caja.cuadre.iva_cents);
    assert.deepEqual(typesOf(columnOf(rows, 'Fecha de factura')), ['date']);
  });
});
