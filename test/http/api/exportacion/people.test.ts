import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { COLUMNAS } from '../../../../src/contract/columnas.ts';
import { TABLAS } from '../../../../src/contract/exportacion.ts';
import { tituloOf } from '../../../../src/contract/palabras.ts';
import { comando, samplePedidoEntero, sampleTotales } from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { slowCaja } from '../../../support/values/money-oracle.ts';
import { startApi } from '../start-api.ts';
import { readCsv, readPart, readSheet } from './files.ts';

const pedidos = Array.from({ length: 30 }, (_, i) => {
  // Of some orders the breakdown does not explain a part of the total.
  const total_cents = 1_000 + 2 * i;
  const iva_desglose = [
    { tipo_porcentaje: 10, base_cents: 800, iva_cents: 80 },
    { tipo_porcentaje: 21, base_cents: 100 + i, iva_cents: 20 },
  ];
  return samplePedidoEntero({
    id: `ped_${String(i).padStart(4, '0')}`,
    creado_en: new Date(Date.UTC(2026, 9, 1, 23 + i * 7)).toISOString(),
    estado: i % 5 === 0 ? 'cancelado' : 'entregado',
    totales: sampleTotales({ total_cents, propina_cents: 0, iva_desglose }),
  });
});

const { service, carryOut } = await startApi({ after });
await carryOut(...pedidos.map((pedido) => comando.importar(pedido, [])));
const { token } = await service.makeLlave();
const get = (query: string) =>
  fetch(`${service.publicUrl}/api/exportacion/${query}`, { headers: bearer(token) });
const book = async (query: string) => new Uint8Array(await (await get(query)).arrayBuffer());

const shown = (row: ({ value: string } | null)[]): string[] => row.map((each) => each?.value ?? '');
const euros = (cents: number): string => String(cents / 100);

for (const idioma of ['es', 'en'] as const) {
  for (const tabla of TABLAS) {
    test(`${tabla}, ${idioma}: headings in words, and a total that a filter follows`, async () => {
      const file = await book(`${tabla}?formato=xlsx&idioma=${idioma}`);
      const rows = readSheet(file, 2);
      assert.deepEqual(
        shown(rows[0] ?? []),
        COLUMNAS[tabla].map(({ name }) => tituloOf(name)[idioma]),
      );
      const sheet = readPart(file, 'xl/worksheets/sheet2.xml');
      assert.match(sheet, new RegExp(`<autoFilter ref="A1:[A-Z]+${rows.length - 1}"/>`));
      assert.match(sheet, /<f>SUBTOTAL\(109,[A-Z]+2:[A-Z]+\d+\)<\/f>/);
      assert.equal(rows.at(-1)?.[0]?.value, 'Total');
    });
  }
}

test('the first sheet sums the orders up as the cash-up does', async () => {
  const file = await book('iva?formato=xlsx&idioma=es');
  const rows = readSheet(file).map(shown);
  const span = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER, fecha: 'creacion' as const };
  const { ventas, cuadre } = slowCaja(pedidos, span);
  const has = (...cells: string[]) =>
    assert.ok(
      rows.some((row) => cells.every((cell, i) => row[i] === cell)),
      `${cells.join(' | ')} in ${JSON.stringify(rows)}`,
    );
  for (const { tipo_porcentaje, base_cents, iva_cents } of ventas.por_iva) {
    has(`${tipo_porcentaje} %`, euros(base_cents), euros(iva_cents));
  }
  for (const { pedidos: orders, total_cents } of ventas.por_metodo) {
    assert.ok(rows.some((row) => row[1] === String(orders) && row[2] === euros(total_cents)));
  }
  has('Total', euros(cuadre.total_cents));
  if (cuadre.resto_cents !== 0) has('Sin explicar', euros(cuadre.resto_cents));
  assert.match(readPart(file, 'xl/workbook.xml'), /name="Resumen".*name="IVA"/);
});

test('CSV for a Spanish Excel: semicolons, decimal commas, local times, headings and a mark', async () => {
  const bytes = await book('iva?formato=csv&estilo=excel');
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const rows = readCsv(Buffer.from(bytes.subarray(3)).toString(), ';');
  const last = pedidos.at(-1);
  const [, second] = last?.totales.iva_desglose ?? [];
  assert.equal(rows.length, 2 * pedidos.length);
  assert.partialDeepStrictEqual(rows.at(-1), {
    'Id del pedido': last?.id,
    'IVA, %': '21',
    'Base imponible': ((second?.base_cents ?? 0) / 100).toFixed(2).replace('.', ','),
    'Pedido creado': '2026-10-10 12:00:00',
  });
  const refused = await get('iva?formato=xlsx&estilo=excel');
  assert.equal(refused.status, 400);
  const { valores_validos } = (await refused.json()) as { valores_validos: string[] };
  assert.deepEqual(valores_validos, ['csv']);
});

test('a file is named after its restaurant and its range', async () => {
  const nameFor = async (query: string) =>
    /filename="(.*)"/.exec((await get(query)).headers.get('content-disposition') ?? '')?.[1];
  const october = 'desde=2026-09-30T22:00:00Z&hasta=2026-10-31T23:00:00Z';
  assert.equal(await nameFor(`iva?formato=csv&${october}`), 'casa-pepa_iva_2026-10.csv');
  const days = 'desde=2026-10-01T22:00:00Z&hasta=2026-10-03T22:00:00Z';
  assert.equal(
    await nameFor(`pagos?formato=xlsx&${days}`),
    'casa-pepa_pagos_2026-10-02_2026-10-03.xlsx',
  );
});
