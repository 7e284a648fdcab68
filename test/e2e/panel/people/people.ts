import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import type { Personas } from '../../../../src/contract/panel.ts';
import { mayRol, type Right, ROLES } from '../../../../src/contract/roles.ts';
import { carryOut } from '../../../http/api/world.ts';
import { VIEWPORTS } from '../../../support/browser.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { accessible, faults, fits, settled } from '../every-page.ts';
import { at, confirm, OTHER_ID, PASSWORD, type RunningPanel } from '../start-panel.ts';

const chooseNew = async (page: Page): Promise<void> => {
  await page.getByLabel('Contraseña nueva').fill(PASSWORD);
  await page.getByLabel('Repite la contraseña').fill(PASSWORD);
};

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
};

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/panel/');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
};

/** Creates a user, and signs them in on a page of their own. */
const enrol = async (
  t: Parameters<RunningPanel['openPage']>[0],
  { openPage, invite, url }: RunningPanel,
  email: string,
): Promise<Page> => {
  // A passkey needs a domain: `localhost` is one, 127.0.0.1 is not.
  const baseURL = url.replace('127.0.0.1', 'localhost');
  const page = await openPage(t, null, { baseURL });
  await page.goto((await invite(email, RESTAURANTE_ID)).replace('127.0.0.1', 'localhost'));
  await chooseNew(page);
  await page.getByRole('button', { name: 'Guardar y entrar' }).click();
  await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
  return page;
};

const AREA = '../../../../panel/src/restaurant-area.tsx';
/** The pages of a restaurant, each with the right that opens it. */
const PLACES: [path: string, title: string, right: Right][] = [
  ['/productos', 'Productos', 'cifras'],
  ['/pedidos', 'Pedidos', 'pedidos'],
  ['/pedidos/lista', 'Pedidos', 'pedidos'],
  ['/pedidos/cocina', 'Casa Pepa', 'pedidos'],
  ['/caja', 'Caja', 'caja'],
  ['/carta', 'Carta', 'carta'],
  ['/zonas', 'Zonas', 'carta'],
  ['/restaurante', 'Restaurante', 'perfil'],
  ['/cierres', 'Meses cerrados', 'caja'],
  ['/envios', 'Envíos', 'exportar'],
  ['/pantallas', 'Pantallas', 'pantallas'],
  ['/personas', 'Personas', 'personas'],
  ['/llaves', 'Llaves API', 'llaves'],
  ['/webhooks', 'Webhooks', 'webhooks'],
  ['/avisos', 'Avisos', 'perfil'],
  ['/actividad', 'Actividad', 'actividad'],
];

const addAuthenticator = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
};

export const peopleTests = (panel: () => RunningPanel): void => {
  test('an owner invites somebody, who sees the pages of the role and no others', async (t) => {
    const { openPage } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at('/personas'));
    await page.getByRole('button', { name: 'Invitar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Correo electrónico').fill('gestora@pepa.example');
    await dialog.getByLabel('Puesto').selectOption('gestoria');
    await dialog.getByRole('button', { name: 'Invitar' }).click();
    const link = await dialog.getByText(/\/panel\/invitacion#/).textContent();
    await dialog.getByRole('button', { name: 'Ya lo he copiado' }).click();
    await page.getByText('gestora@pepa.example').waitFor();

    const invited = await openPage(t, null, {});
    await invited.goto(link?.trim() ?? '');
    await invited.getByText(/Casa Pepa invita a gestora@pepa\.example como Gestoría/).waitFor();
    await chooseNew(invited);
    await invited.getByRole('button', { name: 'Aceptar' }).click();
    // Her first page takes the place of the figures that she may not see.
    await invited.waitForURL(/\/caja/);
    const places = invited.getByRole('navigation', { name: 'Secciones' });
    await places.getByRole('link', { name: 'Caja' }).waitFor();
    for (const name of ['Inicio', 'Personas', 'Llaves API']) {
      assert.equal(await places.getByRole('link', { name }).count(), 0, name);
    }
    assert.equal(await places.getByRole('link', { name: 'Pedidos' }).count(), 0);
    await invited.goto(at('/llaves'));
    await invited.getByText('Aquí no hay nada').waitFor();

    await page.reload();
    const row = page.getByRole('row', { name: /gestora@pepa\.example/ });
    await row.getByRole('button', { name: 'Quitar' }).click();
    await confirm(page, 'Quitar');
    await row.waitFor({ state: 'detached' });
    await invited.goto('/panel/');
    await invited.getByText('No hay restaurantes').waitFor();
  });

  test('each role sees the pages of its rights, and no others, and no other restaurant', async (t) => {
    const running = panel();
    const page = await enrol(t, running, 'puestos@pepa.example');
    const operator = await running.openPage(t, 'olga');
    const people = `${RESTAURANTE_ID}/personas`;
    const api = `/panel/api/restaurantes/${people}`;
    const { datos } = (await (await operator.request.get(api)).json()) as Personas;
    const id = datos.find(({ email }) => email === 'puestos@pepa.example')?.id;
    running.expectErrors(page, /status of 40[34]/);
    const area = readFileSync(new URL(AREA, import.meta.url), 'utf8');
    const routes = area.matchAll(/path="\/r\/:rid(\/[a-z/]+)"/g).map(([, path = '']) => path);
    const places = PLACES.map(([path]) => path);
    assert.deepEqual([...routes].toSorted(), [...places, '/integraciones'].toSorted());
    const missing = page.getByText('Aquí no hay nada');
    for (const rol of ROLES) {
      await running.write(operator, 'POST', `${people}/${id}/puesto`, { rol });
      for (const [path, title, right] of PLACES) {
        await page.goto(at(path));
        const heading = page.getByRole('heading', { name: title, level: 1 });
        await (mayRol(rol, right) ? heading : missing).waitFor();
        assert.equal(await missing.count(), mayRol(rol, right) ? 0 : 1, `${rol} ${path}`);
      }
      await page.goto(`/panel/r/${OTHER_ID}/restaurante`);
      await missing.waitFor();
    }
  });

  test('a person of two restaurants accepts the second signed in, and sees both side by side', async (t) => {
    const running = panel();
    const page = await enrol(t, running, 'dos@pepa.example');
    const operator = await running.openPage(t, 'olga');
    const given = { email: 'dos@pepa.example', rol: 'propietaria' };
    const path = `${OTHER_ID}/personas/invitaciones`;
    const { enlace = '' } = await running.write(operator, 'POST', path, given);
    const accept = page.getByRole('button', { name: 'Aceptar' });
    const { pathname, hash } = new URL(enlace);
    await page.goto(pathname + hash);
    for (const lang of ['EN', 'ES']) {
      await page.getByRole('button', { name: lang, exact: true }).click();
      await page.getByText(/Bar Lola/).waitFor();
      await accessible(page, `the invitation in ${lang}`);
    }
    await accept.click();
    await page.getByRole('heading', { name: 'Bar Lola', level: 1 }).waitFor();

    await page.getByRole('link', { name: 'Todos', exact: true }).click();
    for (const [lang, title] of [
      ['EN', 'All'],
      ['ES', 'Todos'],
    ] as const) {
      await page.getByRole('button', { name: lang, exact: true }).click();
      await settled(page, title);
      await page.getByRole('row', { name: /Casa Pepa/ }).waitFor();
      await accessible(page, `/todos in ${lang}`);
      await page.setViewportSize(VIEWPORTS.pocket);
      await fits(page, '/todos');
      await page.setViewportSize(VIEWPORTS.desk);
    }
    assert.equal(await page.getByRole('row').count(), 4);
    await page.getByRole('button', { name: /Elegir restaurante/ }).click();
    await page.keyboard.type('pepa');
    await page.getByRole('option', { name: 'Bar Lola' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
  });

  test('a session is ended from another device, which then asks to sign in', async (t) => {
    const running = panel();
    const page = await enrol(t, running, 'sesiones@pepa.example');
    const other = await running.openPage(t, null, {});
    await signIn(other, 'sesiones@pepa.example');
    await other.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
    running.expectErrors(other, /status of 401/);
    await page.goto('/panel/cuenta');
    await page.getByText('red 127.0.0.0/24').first().waitFor();
    await page.getByRole('button', { name: /^Cerrar la sesión de Chrome/ }).click();
    await page.getByText(/^Sesión de Chrome .* cerrada$/).waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  test('an operator requires a second factor: its owner sees nothing else until it is there', async (t) => {
    const running = panel();
    const page = await enrol(t, running, 'debe@pepa.example');
    const operator = await running.openPage(t, 'olga');
    await operator.goto('/panel/operador/usuarios');
    const row = operator.getByRole('row', { name: /debe@pepa\.example/ });
    await row.getByRole('button', { name: 'Exigir segundo factor' }).click();
    await confirm(operator, 'Exigir segundo factor');
    await row.getByText('Debe el 2.º factor').waitFor();
    running.expectErrors(page, /status of 40[14]/);
    await page.reload();
    await page.getByRole('heading', { name: 'Añade un segundo factor' }).waitFor();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: 'Añadir app de códigos' }).click();
    const dialog = page.getByRole('dialog');
    const secret = dialog.getByText(/^[A-Z2-7]{32}/).first();
    await dialog
      .getByLabel('Código', { exact: true })
      .fill(await generate({ secret: ((await secret.textContent()) ?? '').trim() }));
    await dialog.getByRole('button', { name: 'Añadir app de códigos' }).click();
    await dialog.getByRole('button', { name: 'Ya los he guardado' }).click();
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
  });

  test('a profile shows the restaurant’s own pictures, and a link where one is gone', async (t) => {
    const { openPage, service, expectErrors } = panel();
    const id = 'rest_fotos';
    const branding = {
      logo_url: 'https://fotos.example/logo.svg',
      color_primario: '#2f5d3a',
      galeria: ['https://fotos.example/no.png'],
    };
    const page = await openPage(t, 'olga', {});
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>';
    await page.route('https://fotos.example/logo.svg', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    );
    await page.route('https://fotos.example/no.png', (route) => route.fulfill({ status: 404 }));
    expectErrors(page, /status of 404/);
    await carryOut(
      service,
      comando.guardarRestaurante(sampleRestaurante({ id, slug: 'f', branding })),
    );
    await page.goto(`/panel/r/${id}/restaurante`);
    const logo = page.getByRole('img', { name: 'Logo del restaurante' });
    await until(() =>
      logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth === 40),
    );
    await page.getByRole('link', { name: 'https://fotos.example/no.png' }).waitFor();
  });

  test('a passkey is the second step, and a recovery code takes its place', async (t) => {
    const running = panel();
    const page = await enrol(t, running, 'paz@pepa.example');
    await addAuthenticator(page);
    await page.goto('/panel/cuenta');
    await page.getByRole('button', { name: 'Añadir llave de acceso' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Añadir llave de acceso' }).click();
    const codes =
      (await dialog
        .getByText(/^\w{4}-\w{4}-\w{4}/)
        .first()
        .textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Ya los he guardado' }).click();
    await page.getByText('Quedan 10 códigos de recuperación.').waitFor();

    await signOut(page);
    await signIn(page, 'paz@pepa.example');
    await page.getByRole('button', { name: 'Usar llave de acceso' }).click();
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();

    await signOut(page);
    await signIn(page, 'paz@pepa.example');
    const [code = ''] = codes.split(/\s/);
    running.expectErrors(page, /status of 401/);
    await page.getByLabel('Código de recuperación').fill('0000-0000-0000');
    await page.keyboard.press('Enter');
    await page.getByText('El código o la llave no es correcto.').waitFor();
    await page.getByLabel('Código de recuperación').fill(code);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
  });

  test('the codes of an app are the second step', async (t) => {
    const running = panel();
    const page = await enrol(t, running, 'sol@pepa.example');
    await page.goto('/panel/cuenta');
    await page.getByRole('button', { name: 'Añadir app de códigos' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'Código QR del secreto' }).waitFor();
    const secret = (
      (await dialog
        .getByText(/^[A-Z2-7]{32}/)
        .first()
        .textContent()) ?? ''
    ).trim();
    await dialog.getByLabel('Código', { exact: true }).fill(await generate({ secret }));
    await dialog.getByRole('button', { name: 'Añadir app de códigos' }).click();
    await dialog.getByRole('button', { name: 'Ya los he guardado' }).click();
    await signOut(page);
    await signIn(page, 'sol@pepa.example');
    // The code above enabled it; only a sign-in uses one up.
    await page.getByLabel('Código', { exact: true }).fill(await generate({ secret }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Casa Pepa', level: 1 }).waitFor();
  });

  test('where passkeys cannot be, the panel says so', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto('/panel/cuenta');
    await page.getByText('Las llaves de acceso necesitan https (o localhost)').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Añadir llave de acceso' }).count(), 0);
  });
};
