import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, type Signal } from '../../../../src/domain/health/signals.ts';
import { VIEWPORTS } from '../../../support/browser.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { describePanel } from '../describe-panel.ts';
import { faults, fits } from '../every-page.ts';
import { at } from '../start-panel.ts';

/** In its first hour, the service cannot tell whether a key exceeds its limit, so that the condition stays. */
const SIGNAL: Signal = {
  ...{ tipo: 'limite_superado', restauranteId: RESTAURANTE_ID, objeto: 'key_1', nombre: 'CRM' },
  detalle: { peticiones: 3600, limitadas: 200 },
};

describePanel('notices', (panel) => {
  test('the bell, the line on the home page and «ya lo sé»', async (t) => {
    const { service, openPage } = panel();
    const { health } = service.store;
    const options = { mintId: () => 'con_limite', calls: false };
    await health.apply({ ...NOTHING, begun: [SIGNAL] }, Date.now(), options);
    const page = await openPage(t, 'ana');
    await page.goto(at(''));
    const title = 'La llave «CRM» supera el límite de peticiones';
    await page.getByRole('list', { name: 'Avisos' }).getByText(title).waitFor();
    await page.getByRole('link', { name: '1 aviso abierto' }).first().click();
    await page.getByRole('heading', { name: 'Avisos', level: 1 }).waitFor();
    await page.getByText(title).waitFor();
    await page.getByRole('button', { name: 'Ya lo sé' }).click();
    await page.getByText('ana@pepa.example ya lo sabe').waitFor();
    await page.getByRole('link', { name: 'Avisos', exact: true }).first().waitFor();
    const [open] = await health.listOpen(RESTAURANTE_ID);
    assert.equal(open?.vistaPor, 'ana@pepa.example');
    assert.ok(open !== undefined);
    await health.apply({ ...NOTHING, ended: [open] }, Date.now(), options);
    await page.reload();
    await page.getByText('Todo va bien').waitFor();
    await page.getByRole('region', { name: 'Resueltos' }).getByText(title).waitFor();
  });

  test('open and past notices are accessible at each width, in both themes and languages', async (t) => {
    const { service, openPage } = panel();
    const { health } = service.store;
    const ids = ['con_a', 'con_b', 'con_c'];
    const options = { mintId: () => ids.pop() ?? '', calls: false };
    const of = (objeto: string, restauranteId: string | null): Signal => ({
      ...{ ...SIGNAL, tipo: restauranteId === null ? 'base_lenta' : 'limite_superado' },
      ...{ objeto, restauranteId },
    });
    const begun = [of('key_2', RESTAURANTE_ID), of('key_3', RESTAURANTE_ID), of('x', null)];
    await health.apply({ ...NOTHING, begun }, Date.now(), options);
    const [over] = await health.listOpen(RESTAURANTE_ID);
    assert.ok(over !== undefined);
    await health.apply({ ...NOTHING, ended: [over] }, Date.now(), options);
    const page = await openPage(t, 'olga');
    const places = [at(''), at('/avisos'), '/panel/operador/avisos', '/panel/cuenta'];
    for (const language of ['ES', 'EN']) {
      await page.setViewportSize(VIEWPORTS.desk);
      await page.goto('/panel/cuenta');
      await page.getByRole('button', { name: language, exact: true }).click();
      for (const path of places) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.bone').first().waitFor({ state: 'detached' });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const size of [VIEWPORTS.desk, VIEWPORTS.pocket]) {
            await page.setViewportSize(size);
            const where = `${path}, ${language}, ${colorScheme}, ${size.width} px`;
            assert.deepEqual(await faults(page), [], where);
            await fits(page, where);
          }
        }
      }
    }
  });

  test('each user chooses which mail comes, and in which language', async (t) => {
    const { service, openPage } = panel();
    const { health, usuarios } = service.store;
    const page = await openPage(t, 'ana');
    await page.goto(new URL('/panel/cuenta', page.url()).href);
    const card = page.getByRole('region', { name: 'Avisos por correo' });
    await card.getByText('Este servicio no tiene correo configurado').waitFor();
    await card.getByLabel('No llegan pedidos').uncheck();
    await card.getByLabel('Idioma de los correos').selectOption('en');
    await card.getByRole('button', { name: 'Guardar' }).click();
    const ana = await usuarios.findByEmail('ana@pepa.example');
    await until(async () => {
      const { silenciadas, idioma } = await health.preferences(ana?.usuario.id ?? '');
      return silenciadas.join() === 'sin_pedidos' && idioma === 'en';
    });
  });
});
