import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type TestContext, test } from 'node:test';
import { carryOut } from '../../http/api/world.ts';
import { startSite } from '../../support/machine/loopback.ts';
import { comando } from '../../support/samples.ts';
import { at, type RunningPanel } from './start-panel.ts';

/** A receiver that answers 500 until its `status` is changed. */
const startReceiver = async (t: TestContext) => {
  const got: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const receiver = { url: '', status: 500, got };
  const url = await startSite(t, async (request, response) => {
    got.push({ headers: request.headers, body: Buffer.concat(await request.toArray()) });
    response.writeHead(receiver.status).end(receiver.status === 500 ? 'sin papel' : 'gracias');
  });
  receiver.url = `${url}/entrada`;
  return receiver;
};

export const webhookTests = (panel: () => RunningPanel): void => {
  test('a webhook fails, recovers, resends and is turned off', async (t) => {
    const { openPage, service, consoleErrors } = panel();
    const receiver = await startReceiver(t);
    const page = await openPage(t, 'ana');
    await page.goto(at('/webhooks'));
    await page.getByRole('button', { name: 'Crear webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dirección').fill(receiver.url);
    await dialog.getByLabel('Nombre').fill('Impresora');
    await dialog.getByRole('button', { name: 'Crear webhook' }).click();
    const secret = await page.getByRole('region', { name: 'Secreto de firma' }).innerText();
    assert.match(secret, /^[0-9a-f]{64}$/);
    await page.getByRole('button', { name: 'Ya lo he guardado' }).click();
    await page.getByRole('heading', { name: 'Impresora', level: 1 }).waitFor();
    assert.ok(!(await page.content()).includes(secret));

    await page.getByRole('button', { name: 'Enviar prueba' }).click();
    await page.getByText('No ha llegado.').waitFor();
    await page.getByText('sin papel').waitFor();

    const [id = ''] = await carryOut(service, comando.crear());
    const log = page.getByRole('region', { name: 'Entregas' });
    const row = log.getByRole('row').filter({ hasText: id });
    await row.getByText('HTTP 500').waitFor();
    await row.getByText('Pendiente').waitFor();
    await page.getByText('fallos seguidos').waitFor();
    await row.getByRole('button', { name: 'Ver' }).click();
    const look = page.getByRole('dialog', { name: 'pedido.nuevo' });
    await look.getByText('sin papel').waitFor();
    const request = await look.getByRole('region', { name: 'Petición' }).innerText();
    assert.match(request, new RegExp(`^POST ${receiver.url}\\n`));
    assert.ok(request.includes(id));
    await page.keyboard.press('Escape');

    receiver.status = 200;
    await row.getByRole('button', { name: 'Reenviar' }).click();
    await row.getByText('Entregada').waitFor();
    await row.getByText('HTTP 200').waitFor();
    const { headers, body } = receiver.got.findLast(({ body }) => body.includes(id)) ?? {};
    assert.ok(headers && body);
    const firma = createHmac('sha256', secret).update(body).digest('hex');
    assert.equal(headers['x-svc-firma'], firma);
    await page.getByText('Al día').waitFor();

    await page.goto(at(`/pedidos/${id}`));
    await page.getByRole('button', { name: 'Eventos y entregas' }).click();
    await page.getByRole('link', { name: 'Impresora' }).click();
    await page.getByRole('button', { name: 'Desactivar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
    await page.getByText('Este webhook se desactivó a mano.').waitFor();
    await page.getByRole('button', { name: 'Activar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click();
    await page.getByText('Este webhook se desactivó a mano.').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Borrar' }).click();
    const question = page.getByRole('dialog', { name: '¿Borrar «Impresora»?' });
    await question.getByText('No se puede deshacer').waitFor();
    const before = consoleErrors.length;
    await question.getByRole('button', { name: 'Borrar' }).click();
    await page.getByText('Todavía no hay webhooks').waitFor();
    // A request for its deliveries may still be under way: the browser logs its 404.
    consoleErrors.splice(before);
  });

  test('an invalid address is refused with a message', async (t) => {
    const { openPage, consoleErrors } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at('/webhooks'));
    await page.getByRole('button', { name: 'Crear webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dirección').fill('https://10.0.0.1/interno');
    const before = consoleErrors.length;
    await dialog.getByRole('button', { name: 'Crear webhook' }).click();
    await dialog.getByRole('alert').waitFor();
    // The browser logs the 400 to the console.
    consoleErrors.splice(before);
  });
};
