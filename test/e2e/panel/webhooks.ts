import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { HOUR_MS } from '../../../src/domain/time.ts';
import { carryOut } from '../../http/api/world.ts';
import { VIEWPORTS } from '../../support/browser.ts';
import { startSite } from '../../support/machine/loopback.ts';
import { comando, RESTAURANTE_ID } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { signatureOf } from '../../support/values/signature.ts';
import { fits, LARGE_TEXT } from './every-page.ts';
import { at, confirm, inTerminal, type RunningPanel } from './start-panel.ts';

/** A receiver that answers 500 until its `status` is changed, and to what is about a `stuck` order even then. */
const startReceiver = async (t: TestContext) => {
  const got: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const receiver = { url: '', status: 500, stuck: 'none', got };
  const url = await startSite(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    got.push({ headers: request.headers, body });
    const status = body.includes(receiver.stuck) ? 500 : receiver.status;
    response.writeHead(status).end(status === 500 ? 'sin papel' : 'gracias');
  });
  receiver.url = `${url}/entrada`;
  return receiver;
};

/** A webhook that somebody makes without the page for it. */
const makeHook = async ({ write }: RunningPanel, page: Page, data: object) => {
  const { id } = await write(page, 'POST', `${RESTAURANTE_ID}/webhooks`, data);
  const path = `${RESTAURANTE_ID}/webhooks/${id}`;
  const resendAll = () =>
    write(page, 'POST', `${path}/reenvios`, {
      desde: new Date(Date.now() - HOUR_MS).toISOString(),
    });
  return { id, resendAll, remove: () => write(page, 'DELETE', path) };
};

export const webhookTests = (panel: () => RunningPanel): void => {
  test('an address that lacks its beginning is told what to type, at its field', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/webhooks?crear=1'));
    const address = page.getByRole('dialog').getByLabel('Dirección');
    await address.fill('mi-sistema.example/pedidos');
    await address.blur();
    await page.getByRole('dialog').getByText('con https:// delante').waitFor();
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
    await address.fill('https://mi-sistema.example/pedidos');
    await address.blur();
    assert.equal(await address.getAttribute('aria-invalid'), null);
  });

  test('a webhook fails, recovers, resends and is turned off', async (t) => {
    const { openPage, service, expectErrors } = panel();
    const receiver = await startReceiver(t);
    const page = await openPage(t, 'ana');
    await page.goto(at('/webhooks'));
    await page.getByRole('button', { name: 'Crear webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    // The first field has the focus, and Enter shows what is missing.
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Falta «Dirección».').waitFor();
    await page.keyboard.type(receiver.url);
    await dialog.getByLabel('Nombre').fill('Impresora');
    await dialog.getByText('Solo algunos').click();
    await dialog.getByRole('button', { name: 'Crear webhook' }).click();
    await dialog.getByRole('alert').getByText('Elige al menos un evento.').waitFor();
    await dialog.getByText('Todos los eventos').click();
    await dialog.getByRole('button', { name: 'Crear webhook' }).click();
    const secret = await page.getByRole('region', { name: 'Secreto de firma' }).innerText();
    assert.match(secret, /^[0-9a-f]{64}$/);
    for (const language of ['curl', 'TypeScript', 'Python', 'PHP']) {
      await page.getByRole('button', { name: language, exact: true }).click();
      const snippet = await page.getByRole('region', { name: language }).innerText();
      assert.ok(snippet.includes(secret), language);
    }
    const guide = page.getByRole('dialog').getByRole('link', { name: 'Guía de webhooks' });
    const href = new URL((await guide.getAttribute('href')) ?? '', page.url());
    assert.equal((await fetch(href)).status, 200);
    await page.getByRole('button', { name: 'Ya lo he guardado' }).click();
    await page.getByRole('heading', { name: 'Impresora', level: 1 }).waitFor();
    assert.ok(!(await page.content()).includes(secret));

    await page.getByRole('button', { name: 'Enviar prueba' }).click();
    await page.getByText('No ha llegado.').waitFor();
    await page.getByText('sin papel').waitFor();

    const [id = ''] = await carryOut(service, comando.crear());
    const log = page.getByRole('region', { name: 'Entregas' });
    // A row shows the order's number, which is what people call it.
    const order = page.locator(`a[href$="/pedidos/${id}"]`, { hasText: /^Pedido \d{8}-\d+$/ });
    const row = log.getByRole('row').filter({ has: order });
    await row.getByText('HTTP 500').waitFor();
    await row.getByText('Falló, se reintenta').waitFor();
    await page.getByText(/^Lleva (?:1 fallo|[2-9] fallos seguidos)\./).waitFor();
    await row.getByRole('button', { name: 'Ver' }).click();
    const look = page.getByRole('dialog', { name: 'pedido.nuevo' });
    await look.getByText('sin papel').waitFor();
    const shown = look.getByRole('region', { name: 'Petición' });
    const request = await shown.innerText();
    assert.match(request, new RegExp(`^POST ${receiver.url}\\n`));
    assert.match(request, /\nX-Svc-Firma: [0-9a-f]{64}\n(?:.*\n)*webhook-signature: v1,/);
    assert.ok(request.includes(id));
    assert.ok((await look.getByRole('list').getByText('HTTP 500').count()) >= 1);
    // Repeats the same request from a terminal, signature included.
    await look.getByRole('button', { name: 'Copiar como curl' }).click();
    const before500 = receiver.got.length;
    assert.match(await inTerminal(await shown.innerText()), /sin papel/);
    const pasted = receiver.got.slice(before500).find(({ headers }) => headers['x-svc-id']);
    assert.ok(pasted);
    assert.equal(pasted.headers['x-svc-firma'], signatureOf(pasted.body, secret));
    await page.keyboard.press('Escape');

    receiver.status = 200;
    await row.getByRole('button', { name: 'Reenviar' }).click();
    await row.getByText('Entregada').waitFor();
    await row.getByText('HTTP 200').waitFor();
    const { headers, body } = receiver.got.findLast(({ body }) => body.includes(id)) ?? {};
    assert.ok(headers && body);
    assert.equal(headers['x-svc-firma'], signatureOf(body, secret));
    await page.getByText('Al día').waitFor();
    // Figures are some seconds behind, and the page asks for them again by itself.
    await page
      .getByRole('region', { name: 'Éxito y latencia' })
      .getByText('Intentos con éxito')
      .waitFor();

    await page.getByRole('button', { name: 'Editar' }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('Impresora 2');
    await confirm(page, 'Guardar');
    await page.getByRole('heading', { name: 'Impresora 2', level: 1 }).waitFor();

    await page.getByRole('button', { name: 'Cambiar el secreto' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Crear secreto nuevo' }).click();
    await page.getByText('El secreto anterior vale hasta').waitFor();
    const fresh = await page.getByRole('region', { name: 'Secreto de firma' }).innerText();
    await page.getByRole('button', { name: 'Ya lo he guardado' }).click();
    await page.getByRole('button', { name: 'Enviar prueba' }).click();
    // Not «No ha llegado.», which the page shows until it has handled the click.
    await page.getByText(/^Ha llegado\./).waitFor();
    const rotated = receiver.got.at(-1);
    assert.ok(rotated);
    assert.deepEqual(
      ['x-svc-firma', 'x-svc-firma-alterna'].map((name) => rotated.headers[name]),
      [secret, fresh].map((each) => signatureOf(rotated.body, each)),
    );

    await page.goto(at('/actividad'));
    await page.getByText('Secreto de webhook cambiado').waitFor();
    await page.getByText('Impresora 2').first().waitFor();

    await page.goto(at(`/pedidos/${id}`));
    await page.getByRole('button', { name: 'Eventos y entregas' }).click();
    await page.getByRole('link', { name: 'Impresora 2' }).click();
    await page.getByRole('button', { name: 'Desactivar' }).click();
    await confirm(page, 'Desactivar');
    await page.getByText('Este webhook se desactivó a mano.').waitFor();
    await page.getByRole('button', { name: 'Activar', exact: true }).click();
    await confirm(page, 'Activar');
    await page.getByText('Este webhook se desactivó a mano.').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Borrar' }).click();
    const question = page.getByRole('dialog', { name: '¿Borrar «Impresora 2»?' });
    await question.getByText('No se puede deshacer').waitFor();
    // A request for the deleted webhook's deliveries may still be under way.
    expectErrors(page, /status of 404/);
    await confirm(page, 'Borrar');
    await page.getByText('Todavía no hay webhooks').waitFor();
  });

  test('the deliveries on the page of an order follow the webhook', async (t) => {
    const { openPage, service } = panel();
    const receiver = await startReceiver(t);
    const page = await openPage(t, 'ana');
    const hook = await makeHook(panel(), page, { url: receiver.url, nombre: 'Seguida' });
    const [pedidoId = ''] = await carryOut(service, comando.crear());
    await until(() => receiver.got.length > 0);
    await page.goto(at(`/pedidos/${pedidoId}`));
    await page.getByRole('button', { name: 'Eventos y entregas' }).click();
    const delivery = page.locator('.events ul li').filter({ hasText: 'Seguida' });
    await delivery.getByText('Falló, se reintenta').waitFor();
    receiver.status = 200;
    await hook.resendAll();
    await delivery.getByText('Entregada').waitFor();
    await page.goto(at('/actividad'));
    await page.getByText(/Desde: \d+ \p{L}+ \d{4}, \d\d:\d\d$/u).waitFor();
    await hook.remove();
    await carryOut(service, comando.cancelar(pedidoId));
  });

  test('the dialog of an old delivery follows it, also out of the list that it was opened from', async (t) => {
    const { openPage, service } = panel();
    const receiver = await startReceiver(t);
    const page = await openPage(t, 'ana');
    const hook = await makeHook(panel(), page, { url: receiver.url });
    const [pedidoId = ''] = await carryOut(service, comando.crear());
    await until(() => receiver.got.length > 0);
    receiver.stuck = pedidoId;
    receiver.status = 200;
    // They fill the first page of the deliveries.
    const newer = await carryOut(service, ...comando.crearVarios(25));
    await until(() => receiver.got.length > newer.length);
    await page.goto(at(`/webhooks/${hook.id}`));
    const log = page.getByRole('region', { name: 'Entregas' });
    // A file of what the page shows does not pass for one of all.
    await log.getByRole('button', { name: 'Exportar lo cargado' }).waitFor();
    await log.getByRole('button', { name: 'Fallaron, se reintentan' }).click();
    await log.getByRole('button', { name: 'Exportar', exact: true }).waitFor();
    await log.getByRole('button', { name: 'Ver' }).click();
    const look = page.getByRole('dialog');
    await look.getByText('Falló, se reintenta', { exact: true }).waitFor();
    receiver.stuck = 'none';
    await hook.resendAll();
    await look.getByText('Entregada', { exact: true }).waitFor();
    await look.getByText('gracias').waitFor();
    await page.setViewportSize(VIEWPORTS.smallest);
    await page.evaluate(LARGE_TEXT);
    await fits(page, 'a delivery on a small phone');
    await page.keyboard.press('Escape');
    await look.waitFor({ state: 'detached' });
    await fits(page, 'its webhook on a small phone');
    await hook.remove();
    await carryOut(service, ...[pedidoId, ...newer].map((each) => comando.cancelar(each)));
  });

  test('an invalid address is refused with a message', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at('/webhooks'));
    await page.getByRole('button', { name: 'Crear webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dirección').fill('https://10.0.0.1/interno');
    expectErrors(page, /status of 400/);
    await dialog.getByRole('button', { name: 'Crear webhook' }).click();
    const field = dialog.locator('.field', { has: page.getByLabel('Dirección') });
    await field
      .getByRole('alert')
      .getByText(/^Escribe la dirección https de/)
      .waitFor();
    assert.equal(await dialog.getByRole('alert').count(), 1);
    await dialog.getByLabel('Dirección').fill('mi-sistema');
    await page.keyboard.press('Enter');
    await dialog
      .getByRole('alert')
      .getByText(/^Escribe la dirección entera/)
      .waitFor();
    await confirm(page, 'Cancelar');
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    await dialog.getByLabel('Address').fill('https://10.0.0.1/interno');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Type the https address of a public system/)
      .waitFor();
  });

  test('a list of deliveries refreshes its pages less often, the more there are', async (t) => {
    const { openPage, service } = panel();
    const receiver = await startReceiver(t);
    receiver.status = 204;
    const page = await openPage(t, 'ana', {});
    const hook = await makeHook(panel(), page, { url: receiver.url });
    const ids = await carryOut(service, ...comando.crearVarios(160));
    await page.clock.install();
    await page.goto(at(`/webhooks/${hook.id}`));
    const rows = page.getByRole('region', { name: 'Entregas' }).getByRole('row');
    for (const pages of [1, 2, 3, 4, 5]) {
      await rows.nth(25 * pages).waitFor();
      await page.getByRole('button', { name: 'Cargar más' }).click();
    }
    await rows.nth(150).waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/entregas')) asked += 1;
    });
    const health = page.waitForResponse('**/salud/webhooks');
    await page.clock.fastForward(3_100);
    await health;
    assert.equal(asked, 0);
    await page.clock.fastForward(20_000);
    await until(() => asked === 6);
    await hook.remove();
    await carryOut(service, ...ids.map((each) => comando.cancelar(each)));
  });
};
