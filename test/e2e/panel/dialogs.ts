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
};
