import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryOut } from '../../http/api/world.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { faults } from './every-page.ts';
import { at, confirm, holdBack, OTHER_ID, PASSWORD, type RunningPanel } from './start-panel.ts';

const PICKER = /Elegir restaurante/;

export const operatorTests = (panel: () => RunningPanel): void => {
  test('a restaurant’s user sees that restaurant and nothing else', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    await page.goto('/panel/');
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Usuarios' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: PICKER }).count(), 0);

    await page.goto('/panel/operador/usuarios');
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
    expectErrors(page, /status of 404/);
    await page.goto(`/panel/r/${OTHER_ID}/pedidos`);
    await page.getByText('Aquí no hay nada').waitFor();
  });

  test('an operator switches restaurants, suspends and resumes one', async (t) => {
    const { openPage } = panel();
    const page = await openPage(t, 'olga');
    await page.goto(at('/zonas'));
    const picker = page.getByRole('button', { name: PICKER });
    const profile = await holdBack(page, `**/${OTHER_ID}/perfil`, 'GET');
    await picker.click();
    await page.getByRole('dialog', { name: 'Elegir restaurante' }).waitFor();
    await page.keyboard.type('lola');
    await page.getByRole('option', { name: 'Bar Lola' }).waitFor();
    await page.getByRole('option', { name: 'Casa Pepa' }).waitFor({ state: 'detached' });
    assert.deepEqual(await faults(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/r/${OTHER_ID}/zonas`);

    await page.getByRole('link', { name: 'Restaurantes' }).click();
    const row = page.getByRole('row', { name: /Bar Lola/ });
    // The restaurant stays selected on pages without one, even if the navigation is faster than the profile.
    profile.release();
    await picker.getByText('Bar Lola').waitFor();
    await row.getByRole('button', { name: 'Suspender' }).click();
    const question = page.getByRole('dialog', { name: 'Suspender: Bar Lola' });
    await question.getByText('Se puede deshacer').waitFor();
    await confirm(page, 'Suspender');
    await row.getByText('Suspendido').waitFor();
    await row.getByRole('link', { name: 'Bar Lola' }).click();
    await page.getByText('Restaurante suspendido').waitFor();

    await page.getByRole('link', { name: 'Restaurantes' }).click();
    await row.getByRole('button', { name: 'Reanudar' }).click();
    await confirm(page, 'Reanudar');
    await row.getByText('Activo', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Parar ingesta' }).click();
    await confirm(page, 'Parar ingesta');
    await row.getByRole('button', { name: 'Activar ingesta' }).waitFor();
  });

  test('an operator invites a user, disables and then deletes them', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'olga');
    await page.goto('/panel/operador/usuarios');
    await page.getByRole('button', { name: 'Crear usuario' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Correo electrónico').fill('carmen@pepa.example');
    await dialog.getByLabel('Qué ve').selectOption(RESTAURANTE_ID);
    await dialog.getByRole('button', { name: 'Crear usuario' }).click();
    const link = await page.getByRole('region', { name: 'Enlace' }).innerText();
    await page.getByRole('button', { name: 'Ya lo he copiado' }).click();
    const row = page.getByRole('row', { name: /carmen@pepa.example/ });
    await row.getByRole('button', { name: 'Enlace nuevo' }).click();
    // Nobody has a password before they choose one.
    await dialog.getByText('El enlace anterior deja de valer.').waitFor();
    await confirm(page, 'Cancelar');

    const carmen = await openPage(t, null);
    // The link names PUBLIC_URL; the test's service has another port.
    await carmen.goto(`/panel/alta${new URL(link).hash}`);
    await carmen.getByLabel('Contraseña nueva').fill(PASSWORD);
    await carmen.getByLabel('Repite la contraseña').fill(PASSWORD);
    await carmen.getByRole('button', { name: 'Guardar y entrar' }).click();
    await carmen.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();

    await page.reload();
    await row.getByText('Activo', { exact: true }).waitFor();
    // The refusals of the page and of its stream.
    expectErrors(carmen, /status of 401/);
    await row.getByRole('button', { name: 'Desactivar' }).click();
    await confirm(page, 'Desactivar');
    await row.getByText('Desactivado').waitFor();
    // Without any input, the stream ends and its reconnection is refused.
    await carmen.getByRole('heading', { name: 'Entrar' }).waitFor();

    await row.getByRole('button', { name: 'Borrar' }).click();
    const question = page.getByRole('dialog', { name: '¿Borrar a carmen@pepa.example?' });
    await question.getByText('No se puede deshacer').waitFor();
    await confirm(page, 'Borrar');
    await row.waitFor({ state: 'detached' });
    await page.goto('/panel/operador/actividad');
    await page.getByText('Usuario borrado', { exact: true }).waitFor();
  });

  test('an operator reaches every page without scrolling on a laptop', async (t) => {
    const page = await panel().openPage(t, 'olga');
    await page.goto(at('/carta'));
    await page.getByRole('link', { name: 'Actividad global' }).waitFor();
    const hidden = `(() => { const bar = document.querySelector('.sidebar'); return bar.scrollHeight - bar.clientHeight; })()`;
    assert.equal(await page.evaluate(hidden), 0);
  });

  test('an operator also finds restaurants beyond the end of the list', async (t) => {
    const { openPage, service } = panel();
    const many = Array.from({ length: 201 }, (_, n) =>
      sampleRestaurante({ id: `rest_x${n}`, slug: `x${n}`, nombre: `Bar ${n}` }),
    );
    const last = sampleRestaurante({ id: 'rest_z', slug: 'z', nombre: 'Zarzuela' });
    await carryOut(service, ...[...many, last].map((each) => comando.guardarRestaurante(each)));
    const page = await openPage(t, 'olga');
    await page.goto('/panel/operador/usuarios');
    await page.getByRole('button', { name: 'Crear usuario' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Correo electrónico').fill('zoe@zarzuela.example');
    await dialog.getByLabel('Buscar por nombre').fill('zarz');
    await dialog.getByLabel('Qué ve').selectOption({ label: 'Zarzuela' });
    await dialog.getByRole('button', { name: 'Crear usuario' }).click();
    await page.getByRole('button', { name: 'Ya lo he copiado' }).click();
    const zoe = page.getByRole('row', { name: /zoe@zarzuela.example/ });
    await zoe.getByText('Zarzuela', { exact: true }).waitFor();

    await page.getByRole('button', { name: PICKER }).click();
    await page.keyboard.type('zarz');
    await page.getByRole('option', { name: 'Zarzuela' }).click();
    await page.getByRole('heading', { name: 'Zarzuela', level: 1 }).waitFor();
  });
};
