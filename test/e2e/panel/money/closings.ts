import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Closing } from '../../../../src/storage/port/cierres.ts';
import { carryOut } from '../../../http/api/world.ts';
import { comando, samplePedidoEntero, sampleTotales } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { closeMonth } from '../../../support/values/close-month.ts';
import { at, type RunningPanel } from '../start-panel.ts';

const late = (n: number, estado: 'listo' | 'entregado') =>
  comando.importar(
    samplePedidoEntero({
      id: `ped_00octubre_${n}`,
      numero: `20261010-${n}`,
      creado_en: '2026-10-10T12:00:00.000Z',
      estado,
    }),
  );

/** October, closed; then an order was imported late, one has other items and another invoice, one was cancelled. */
export const changedClosing = async ({
  service,
}: Pick<RunningPanel, 'service'>): Promise<Closing> => {
  await carryOut(service, late(1, 'listo'), late(2, 'listo'));
  const closing = await closeMonth(service.store, '2026-10');
  const factura = {
    factura_numero: 'F-2026-99',
    factura_fecha: '2026-10-11T10:00:00.000Z',
    factura_pdf: 'https://example.com/f.pdf',
  };
  await carryOut(
    service,
    late(3, 'entregado'),
    comando.modificarItems('ped_00octubre_1', [], sampleTotales({ total_cents: 9_900 })),
    comando.anotar('ped_00octubre_1', { fiscal: factura }, { usuario: 'Begoña', origen: 'tpv' }),
    comando.anotar('ped_00octubre_2', { pago: { estado: 'pendiente', pagos: [] } }),
    comando.cancelar('ped_00octubre_2'),
    // No open order of a past month stays on the boards of other tests.
    comando.avanzar('ped_00octubre_1', 'entregado'),
  );
  return closing;
};

export const closingTests = (panel: () => RunningPanel): void => {
  test('a closed month says what changed, and is closed again', async (t) => {
    const { id, sello } = await changedClosing(panel());
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/cierres'));
    const row = page.getByRole('row').filter({ hasText: 'Octubre 2026' });
    await row.getByText('Ha cambiado').waitFor();
    await row.getByRole('link').click();
    await page.waitForURL(`**${at(`/cierres/${id}`)}`);
    await page.getByText(sello, { exact: true }).waitFor();
    await page.getByRole('heading', { name: '3 pedidos han cambiado' }).waitFor();
    const changed = page.getByRole('row').filter({ hasText: '20261010-1' });
    await changed.getByText(/^Total: .* → 99,00/).waitFor();
    await changed.getByText(/^Factura: .* → F-2026-99$/).waitFor();
    await changed.getByText('Begoña').waitFor();
    await page.getByText(/^No estaba: /).waitFor();
    await page.getByText(/^Ya no cuenta: /).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'IVA, Excel' }).click();
    assert.match((await download).suggestedFilename(), new RegExp(`_iva_2026-10_${id}\\.xlsx$`));
    await page.getByRole('button', { name: 'Cerrar de nuevo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cerrar de nuevo' }).click();
    await page.getByText('Sustituido').waitFor();
    await page.getByRole('link', { name: 'Ver el cierre nuevo' }).click();
    await page.getByText('Intacto').waitFor();
    const { store } = panel().service;
    await until(async () => (await store.cierres.moved()).length === 0);
  });

  test('a month is closed in the panel, but not one that goes on', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/cierres'));
    await page.getByRole('button', { name: 'Cerrar un mes' }).click();
    const dialog = page.getByRole('dialog');
    const month = dialog.getByLabel('Mes');
    const options = await month.locator('option').allTextContents();
    assert.equal(options.length, 24);
    const chosen = options[2] ?? assert.fail('no month');
    await month.selectOption({ label: chosen });
    await dialog.getByLabel('Fecha de los pedidos').selectOption('factura');
    await dialog.getByRole('button', { name: 'Cerrar un mes' }).click();
    await page.getByText(`${chosen} está cerrado.`).waitFor();
    const row = page.getByRole('row').filter({ hasText: chosen });
    await row.getByText('Por factura').waitFor();
    await row.getByText('Intacto').waitFor();
  });
};
