import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type RunningPanel } from './start-panel.ts';

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
};
