import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caja } from '../../../src/contract/recursos/caja.ts';
import { carryOut } from '../../http/api/world.ts';
import { comando, samplePedido, sampleTotales } from '../../support/samples.ts';
import { settled } from './every-page.ts';
import { at, OTHER_ID, type RunningPanel } from './start-panel.ts';

const LOLA = `/panel/r/${OTHER_ID}`;
const NIGHT = 'desde=2025-03-07T20:00&hasta=2025-03-08T03:00';

/** An order of a night in March, paid in some way. */
const sold = (creado_en: string, metodo: string, total_cents: number) => {
  const pago = { metodo, estado: 'pagado', proveedor: '', referencia_externa: '', pagos: [] };
  const totales = sampleTotales({ total_cents });
  return comando.crear(samplePedido({ creado_en, pago, totales }), { restaurante_id: OTHER_ID });
};

export const cajaTests = (panel: () => RunningPanel): void => {
  test('the cash-up of a night: figures, and the orders behind them by keyboard', async (t) => {
    await carryOut(
      panel().service,
      sold('2025-03-07T20:00:00Z', 'efectivo', 1_050),
      sold('2025-03-08T01:30:00Z', 'tarjeta', 2_000),
      sold('2025-03-08T02:30:00Z', 'efectivo', 4_000),
    );
    const page = await panel().openPage(t, 'olga');
    await page.goto(`${LOLA}/caja?${NIGHT}`);
    await settled(page, 'Caja');
    const row = (name: string) => page.getByRole('row', { name });
    await page.getByText('30,50 €').first().waitFor();
    assert.match(await row('Efectivo').first().innerText(), /1\s+10,50\s€/);
    assert.match(await row('Tarjeta').first().innerText(), /1\s+20,00\s€/);
    await row('Efectivo').getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await settled(page, 'Pedidos');
    assert.match(page.url(), /metodo_pago=efectivo/);
  });

  test('a span that is wrong is told at its field, and stays as it was typed', async (t) => {
    const page = await panel().openPage(t, 'olga');
    await page.goto(at('/caja'));
    await settled(page, 'Caja');
    await page.getByRole('button', { name: 'Otras fechas' }).click();
    await page.getByLabel('Desde').fill('2026-03-10');
    await page.getByLabel('Hasta').fill('2026-03-01');
    await page.getByRole('button', { name: 'Ver', exact: true }).click();
    await page.getByText('El final ha de ser posterior al principio.').waitFor();
    assert.equal(await page.getByLabel('Desde').inputValue(), '2026-03-10');
    assert.equal(await page.getByLabel('Hasta').getAttribute('aria-invalid'), 'true');
    const asked = page.waitForResponse((response) => response.url().includes('/caja?'));
    await page.getByLabel('Hasta').fill('2026-03-12');
    await page.getByRole('button', { name: 'Ver', exact: true }).click();
    const { desde, hasta } = (await (await asked).json()) as Caja;
    assert.equal(desde, '2026-03-10T05:00:00+01:00');
    assert.equal(hasta, '2026-03-13T05:00:00+01:00');
  });
};
