import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { RESTAURANTE_ID } from '../../support/samples.ts';
import {
  at,
  confirm,
  EMAIL,
  holdBack,
  OTHER_ID,
  PASSWORD,
  type RunningPanel,
} from './start-panel.ts';

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
};

/** Ends the session right before its DELETE is sent: no other request of the page can notice first. */
const endSessionWith = (page: Page, path: string): Promise<unknown> =>
  page.route(path, async (route) => {
    if (route.request().method() === 'DELETE') await page.context().clearCookies();
    await route.fallback();
  });

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
    // Any other language gets English, as in the documentation, which says why.
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
    // There is no e-mail field to blame: the error belongs to this field.
    await other.getByLabel('Contraseña actual').fill('no es esta, seguro');
    for (const label of ['Contraseña nueva', 'Repite la contraseña']) {
      await other.getByLabel(label).fill('gazpacho con pepino');
    }
    await other.keyboard.press('Enter');
    await other.getByLabel('Contraseña actual').and(other.locator('[aria-invalid]')).waitFor();
    await other.getByRole('alert').getByText('No es tu contraseña actual.').waitFor();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    assert.equal(await page.getByText('La sesión ha terminado').count(), 0);
    // Simulates "back" to a page in the browser's back/forward cache, which playwright turns off.
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`),
    ]);
    // The other tab notices with its next request, and says why the session is over.
    await other.getByRole('link', { name: 'Inicio' }).click();
    await other.getByText('La sesión ha terminado').waitFor();
    await other.close();
    await page.goto(`/panel/r/${RESTAURANTE_ID}/llaves`);
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  test('nothing of the previous user stays when somebody else signs in, in another tab', async (t) => {
    const { openPage, invite, expectErrors } = panel();
    // A context of its own, since this session ends here and other tests share theirs.
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

  test('a tab that waits for a sign-in notices one in another tab', async (t) => {
    const page = await panel().openPage(t, null);
    await page.goto(at('/carta'));
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/panel/');
    await signIn(other, EMAIL.ana);
    await other.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
    await other.close();
    // Simulates the return to the tab, which playwright cannot do: its pages are always visible.
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Pizza Margarita').waitFor();
  });

  test('a form that the end of the session interrupts is there again for the same person only', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, null);
    expectErrors(page, /status of 40[14]/);
    await page.goto(at('/llaves'));
    const dialog = page.getByRole('dialog', { name: 'Crear llave' });
    const fillIn = async () => {
      await page.getByRole('button', { name: 'Crear llave' }).first().click();
      await dialog.getByLabel('Nombre').fill('A medias');
      const made = await holdBack(page, '**/llaves', 'POST');
      await dialog.getByRole('button', { name: 'Crear llave' }).click();
      await page.context().clearCookies();
      // The list, which polls every few seconds, notices first; the answer to the form reaches a hidden page.
      await page.getByText('La sesión ha terminado').waitFor();
      const refused = page.waitForResponse((each) => each.request().method() === 'POST');
      made.release();
      await (await refused).finished();
      assert.equal(await dialog.count(), 0);
    };
    await signIn(page, EMAIL.ana);
    await fillIn();
    await signIn(page, EMAIL.ana);
    assert.equal(await dialog.getByLabel('Nombre').inputValue(), 'A medias');
    assert.equal(await page.getByText('La sesión ha terminado').count(), 0);
    await dialog.getByRole('button', { name: 'Crear llave' }).click();
    await page.getByRole('dialog', { name: 'Llave «A medias» creada' }).waitFor();
    await page.getByRole('button', { name: 'Ya la he guardado' }).click();
    await fillIn();
    await signIn(page, EMAIL.olga);
    await page.locator('.sidebar').getByText(EMAIL.olga).waitFor();
    // The address still opens the form, but an empty one.
    assert.equal(await dialog.getByLabel('Nombre').inputValue(), '');
  });

  test('an export that the end of the session prevented says that there is no file, and can be repeated', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/lista'));
    await page.getByRole('button', { name: 'Exportar' }).click();
    expectErrors(page, /status of 401/);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Descargar' }).click();
    await signIn(page, EMAIL.ana);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('no se ha guardado nada').waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Reintentar' }).click();
    assert.match((await download).suggestedFilename(), /_pedidos_/);
  });

  test('without a session, an answer to a question and a sign-out lead to the sign-in page too', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, null);
    expectErrors(page, /status of 401/);
    await page.goto('/panel/cuenta');
    await signIn(page, EMAIL.ana);
    await endSessionWith(page, '**/sesiones');
    await page.getByRole('button', { name: 'Cerrar todas las sesiones' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Cerrar todas las sesiones' }).click();
    await page.getByText('La sesión ha terminado').waitFor();
    await signIn(page, EMAIL.ana);
    await confirm(page, 'Cancelar');
    await endSessionWith(page, '**/sesion');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  test('a browser that keeps no cookies is told so, not that the session has ended', async (t) => {
    const page = await panel().openPage(t, null);
    await page.goto('/panel/');
    const usuario = { id: 'usr_1', email: EMAIL.ana, rol: 'operador', restaurante_id: null };
    await page.route('**/sesion', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ json: { sesion: { usuario } } })
        : route.fallback(),
    );
    await signIn(page, EMAIL.ana);
    await page.getByRole('alert').getByText('no guarda cookies').waitFor();
    assert.equal(await page.getByText('La sesión ha terminado').count(), 0);
  });

  test('a deep link is opened after signing in', async (t) => {
    const { openPage } = panel();
    const page = await openPage(t, null);
    await page.goto(`/panel/r/${RESTAURANTE_ID}/carta`);
    await signIn(page, EMAIL.ana);
    await page.getByRole('heading', { name: 'Carta', level: 1 }).waitFor();
    await page.getByText('Pizza Margarita').waitFor();
  });
};
