import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { RESTAURANTE_ID } from '../../support/samples.ts';
import { at, EMAIL, OTHER_ID, PASSWORD, type RunningPanel } from './start-panel.ts';

export const signInTests = (panel: () => RunningPanel): void => {
  test('a setup link lets one choose a password, once', async (t) => {
    const { openPage, invite, expectErrors } = panel();
    const link = await invite('nueva@pepa.example', RESTAURANTE_ID);
    const page = await openPage(t, null);
    await page.goto(link);
    await page.getByText('nueva@pepa.example').waitFor();
    await page.getByLabel('Contraseña nueva').fill('corta');
    await page.getByLabel('Repite la contraseña').fill('corta');
    await page.getByRole('button', { name: 'Guardar y entrar' }).click();
    await page.getByText('Necesita al menos 12 caracteres.').waitFor();
    await page.getByLabel('Contraseña nueva').fill(PASSWORD);
    await page.getByLabel('Repite la contraseña').fill(`${PASSWORD}!`);
    await page.getByRole('button', { name: 'Guardar y entrar' }).click();
    await page.getByText('No coincide con la anterior.').waitFor();
    await page.getByLabel('Repite la contraseña').fill(PASSWORD);
    await page.getByRole('button', { name: 'Guardar y entrar' }).click();
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
    assert.doesNotMatch(page.url(), /#/);

    expectErrors(page, /status of 410/);
    await page.goto(link);
    await page.reload();
    await page.getByText('Este enlace ya se usó').waitFor();
  });

  test('the browser decides the language, until somebody chooses another', async (t) => {
    const page = await panel().openPage(t, null, { locale: 'en-IE' });
    await page.goto('/panel/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // As in the documentation, which says why.
    const german = await panel().openPage(t, null, { locale: 'de-DE' });
    await german.goto('/panel/');
    await german.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'ES', exact: true }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  test('figures are in the language of the panel, whatever that of the browser', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/restaurante'));
    await page.getByText(/^\d,\d sobre 5/).waitFor();
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await page.getByText(/^\d\.\d out of 5/).waitFor();
  });

  test('signing in, out, and wrongly', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, null);
    await page.goto('/panel/');
    expectErrors(page, /status of 401/);
    await page.getByLabel('Correo electrónico').fill(EMAIL.ana);
    await page.getByLabel('Contraseña').fill('no es esta, seguro');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Contraseña').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();

    await page.reload();
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/panel/cuenta');
    await other.getByText('Esta', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    assert.equal(await page.getByText('La sesión ha terminado').count(), 0);
    // As if "back" brought this page from the browser's memory, which playwright turns off.
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`),
    ]);
    // The other tab learns of it when it asks for something, and says why it is no longer there.
    await other.getByRole('link', { name: 'Inicio' }).click();
    await other.getByText('La sesión ha terminado').waitFor();
    await other.close();
    await page.goto(`/panel/r/${RESTAURANTE_ID}/llaves`);
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  test('nothing stays of whoever was signed in when somebody else signs in, in another tab', async (t) => {
    const { openPage, invite, expectErrors } = panel();
    // Not a person whose session other tests share: it ends here.
    const page = await openPage(t, null, {});
    expectErrors(page, /status of 404/);
    const setUp = async (page: Page, email: string, restauranteId: string) => {
      await page.goto(await invite(email, restauranteId));
      await page.getByLabel('Contraseña nueva').fill(PASSWORD);
      await page.getByLabel('Repite la contraseña').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.locator('.sidebar').getByText(email).waitFor();
    };
    await setUp(page, 'sol@pepa.example', RESTAURANTE_ID);
    await page.goto(at('/carta'));
    await page.getByText('Pizza Margarita').waitFor();
    await setUp(await page.context().newPage(), 'luz@lola.example', OTHER_ID);
    await page.getByRole('heading', { name: 'No encontrado' }).waitFor();
    assert.equal(await page.getByText('Pizza Margarita').count(), 0);
  });

  test('a deep link is opened after signing in', async (t) => {
    const { openPage } = panel();
    const page = await openPage(t, null);
    await page.goto(`/panel/r/${RESTAURANTE_ID}/carta`);
    await page.getByLabel('Correo electrónico').fill(EMAIL.ana);
    await page.getByLabel('Contraseña').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Carta', level: 1 }).waitFor();
    await page.getByText('Pizza Margarita').waitFor();
  });
};
