import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VIEWPORTS } from '../../support/browser.ts';
import { RESTAURANTE_ID } from '../../support/samples.ts';
import { bearer } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { faults, fits } from './every-page.ts';
import { at, confirm, holdBack, inTerminal, type RunningPanel } from './start-panel.ts';

export const keyTests = (panel: () => RunningPanel): void => {
  test('a key is created, used from a terminal, counted, revoked and refused', async (t) => {
    const page = await panel().openPage(t, 'ana');
    // The documentation links to this address, since it does not know the restaurant.
    await page.goto('/panel/llaves');
    await page.getByRole('button', { name: 'Crear llave' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Crear llave' }).click();
    await dialog.getByRole('alert').getByText('Falta «Nombre».').waitFor();
    await page.keyboard.type('   ');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('El campo «Nombre» no es válido.').waitFor();
    await page.keyboard.type('Contabilidad');
    await dialog.getByText('pedidos.leer', { exact: true }).click();
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Elige al menos un alcance.').waitFor();
    await dialog.getByText('pedidos.leer', { exact: true }).click();
    await dialog.getByText('carta.leer', { exact: true }).click();
    await dialog.getByLabel('Expiración').selectOption('90');
    await dialog.getByRole('button', { name: 'Crear llave' }).click();

    const shown = page.getByRole('dialog', { name: 'Llave «Contabilidad» creada' });
    const token = await shown.getByRole('region', { name: 'Llave completa' }).innerText();
    assert.match(token, /^svc_live_[0-9a-f]{32}$/);
    const line = await shown.getByRole('region', { name: 'curl' }).innerText();
    // Escape does not close a dialog whose content is shown only once.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    assert.ok(await shown.isVisible());
    assert.match(await inTerminal(line), /"datos":\[\{"id":"ped_/);
    for (const language of ['TypeScript', 'Python', 'PHP']) {
      await shown.getByRole('button', { name: language, exact: true }).click();
      assert.ok((await shown.getByRole('region', { name: language }).innerText()).includes(token));
    }
    await shown.getByRole('button', { name: 'Ya la he guardado' }).click();

    const row = page.getByRole('row', { name: /Contabilidad/ });
    await row.getByText(`svc_live_…${token.slice(-4)}`).waitFor();
    // The list refreshes by itself.
    await row.locator('[data-cell=last-use] time').waitFor();
    assert.ok(!(await page.content()).includes(token));

    await row.getByRole('button', { name: 'Revocar' }).click();
    const question = page.getByRole('dialog', { name: '¿Revocar «Contabilidad»?' });
    await question.getByText('No se puede deshacer').waitFor();
    await confirm(page, 'Revocar');
    await page.getByText('Llave «Contabilidad» revocada').waitFor();
    await page.getByRole('button', { name: 'Todas' }).click();
    await row.getByText('Revocada').waitFor();
    await until(async () => (await inTerminal(line)).includes('llave_revocada'));

    await page.goto(at('/actividad'));
    await page.getByText('Llave revocada').first().waitFor();
  });

  test('the page of a key says who used it, and who still tries after its end', async (t) => {
    const { service, openPage, url, write } = panel();
    const { llave, token } = await service.makeLlave({ nombre: 'Robada' });
    const use = (path: string, agent: string) =>
      fetch(`${url}/api${path}`, { headers: { ...bearer(token), 'user-agent': agent } });
    await use('/pedidos', 'crm-de-pepa/1.0');
    await use('/carta', 'crm-de-pepa/1.0');
    const page = await openPage(t, 'ana');
    await write(page, 'POST', `${RESTAURANTE_ID}/llaves/${llave.id}/revocar`, {});
    await until(async () => (await use('/pedidos', 'curl/8.5.0')).status === 401);
    await page.goto(at(`/llaves/${llave.id}`));
    await page.getByRole('region', { name: 'Uso de los últimos 90 días' }).waitFor();
    const asked = page.getByRole('region', { name: 'Qué se pidió' });
    await asked.getByText(/intentos? rechazados?/).waitFor();
    await asked.getByRole('row', { name: /GET \/pedidos.*401/ }).waitFor();
    await asked.getByRole('row', { name: /GET \/carta.*200/ }).waitFor();
    await page.getByRole('region', { name: 'Desde dónde' }).getByText('127.0.0.0/24').waitFor();
    const programs = page.getByRole('region', { name: 'Con qué programas' });
    for (const agent of ['crm-de-pepa/1.0', 'curl/8.5.0'])
      await programs.getByText(agent).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await faults(page), [], colorScheme);
    }
    for (const size of [VIEWPORTS.pocket, VIEWPORTS.tablet]) {
      await page.setViewportSize(size);
      await fits(page, `the page of a key at ${size.width} px`);
    }
    await page.setViewportSize(VIEWPORTS.desk);
    await page.goto(at('/actividad'));
    await page.getByText('Llave usada por otro programa').first().waitFor();
  });

  test('a rotated key works until its grace period ends', async (t) => {
    const page = await panel().openPage(t, 'ana');
    const { token: old } = await panel().service.makeLlave({ nombre: 'Pantalla' });
    await page.goto(at('/llaves'));
    await page
      .getByRole('row', { name: /Pantalla/ })
      .getByRole('button', { name: 'Rotar' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotar' }).click();
    const shown = page.getByRole('dialog', { name: 'Llave «Pantalla» creada' });
    await shown.getByText('La llave anterior funciona hasta').waitFor();
    const token = await shown.getByRole('region', { name: 'Llave completa' }).innerText();
    for (const each of [old, token]) {
      const response = await fetch(`${panel().url}/api/pedidos?limite=1`, {
        headers: bearer(each),
      });
      assert.equal(response.status, 200);
    }
  });

  test('a dialog gives the focus back to the button that opened it', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/llaves'));
    const opener = page.getByRole('button', { name: 'Crear llave' }).first();
    const dialog = page.getByRole('dialog');
    const isBack = () => opener.and(page.locator(':focus')).waitFor();
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await isBack();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.type('Con teclado');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ya la he guardado' }).press('Enter');
    await isBack();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar' }).waitFor();
    await page.keyboard.press('Escape');
    await isBack();
  });

  test('the action that creates a key works on the page of keys too, and a reload does not repeat it', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/llaves'));
    const dialog = page.getByRole('dialog', { name: 'Crear llave' });
    await page.getByRole('button', { name: 'Crear llave' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('crear llave');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '');
  });

  test('a key is made once, and shown, however slow the network and impatient the person', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/llaves'));
    await page.getByRole('button', { name: 'Crear llave' }).first().click();
    await page.keyboard.type('Con prisa');
    const made = await holdBack(page, '**/llaves', 'POST');
    await page.getByRole('dialog').getByRole('button', { name: 'Crear llave' }).dblclick();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('button', { name: 'Cancelar' }).isDisabled(), true);
    // The list that is loaded next is slow, too.
    const list = await holdBack(page, '**/llaves', 'GET');
    made.release();
    const shown = page.getByRole('dialog', { name: 'Llave «Con prisa» creada' });
    // Like Android's back button when it is pressed twice.
    await shown.evaluate((dialog) => (dialog as unknown as { close(): void }).close());
    await shown.getByRole('button', { name: 'Ya la he guardado' }).click();
    list.release();
    await page.getByRole('row', { name: /Con prisa/ }).waitFor();
    assert.equal(made.count, 1);
  });

  test('a question closes as soon as its action is done, however slow the list behind it', async (t) => {
    const { openPage, service } = panel();
    await service.makeLlave({ nombre: 'Revocada sin cobertura' });
    const page = await openPage(t, 'ana');
    await page.goto(at('/llaves'));
    const row = page.getByRole('row', { name: /Revocada sin cobertura/ });
    await row.getByRole('button', { name: 'Revocar' }).click();
    const list = await holdBack(page, '**/llaves', 'GET');
    await confirm(page, 'Revocar');
    list.release();
    await row.waitFor({ state: 'detached' });
  });

  test('a proxy’s page in place of an answer is an outage: what was typed stays, and the page comes by itself', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana', {});
    expectErrors(page, /status of 502/);
    const api = '**/panel/api/**';
    const proxy = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
    const trouble = page.getByRole('alert').getByText('No se ha podido hablar con el servidor');
    await page.clock.install();
    await page.route(api, (route) => route.fulfill(proxy));
    await page.goto(at('/llaves'));
    await until(async () => {
      await page.clock.fastForward(2_000);
      return trouble.isVisible();
    });
    await page.unroute(api);
    await page.clock.fastForward(10_000);
    await page.getByRole('button', { name: 'Crear llave' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Tras el proxy');
    await page.route(api, (route) => route.fulfill(proxy));
    const send = dialog.getByRole('button', { name: 'Crear llave' });
    await send.press('Enter');
    await trouble.and(dialog.locator('*')).waitFor();
    await page.unroute(api);
    await send.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Llave «Tras el proxy» creada' }).waitFor();
  });
};
