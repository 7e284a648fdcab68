import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, type RunningPanel } from './start-panel.ts';

/** Holds answers of this method back until the function it returns is called; `count` says how many came. */
const holdBack = async (page: Page, path: string, method: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = { count: 0, release };
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue();
    held.count += 1;
    await released;
    await route.continue();
  });
  return held;
};

export const dialogTests = (panel: () => RunningPanel): void => {
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

  test('what makes a key is found on the page of keys too, and not made again by a reload', async (t) => {
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
    // The list that follows is slow, too.
    const list = await holdBack(page, '**/llaves', 'GET');
    made.release();
    const shown = page.getByRole('dialog', { name: 'Llave «Con prisa» creada' });
    await shown.getByRole('button', { name: 'Ya la he guardado' }).click();
    list.release();
    await page.getByRole('row', { name: /Con prisa/ }).waitFor();
    assert.equal(made.count, 1);
  });
};
