import { readFile } from 'node:fs/promises';
import * as runner from 'node:test';
import { test } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { startSite } from '../support/machine/loopback.ts';
import { comando } from '../support/samples.ts';
import { startService } from '../support/service.ts';

const SAMPLE = new URL('../../docs/guides/samples/stream.html', import.meta.url);
/** The address in the sample, which a reader replaces. */
const BASE = 'http://127.0.0.1:8080';

test('the sample for a browser shows orders as they change, comes back after a cut, and says when its key ends', async () => {
  const service = await startService(runner);
  await service.command(comando.guardarRestaurante());
  const { llave, token } = await service.makeLlave();
  const sample = (await readFile(SAMPLE, 'utf8')).replace(BASE, service.publicUrl);
  const site = await startSite(runner, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(sample);
  });
  const browser = await startBrowser(runner);
  const page = await browser.newPage();
  await page.goto(`${site}/#${token}`);
  await page.getByText('En directo').waitFor();
  const [{ pedido_id: id = '' } = {}] = await service.command(comando.crear());
  const row = page.locator(`li#${id}`);
  await row.getByText('pendiente').waitFor();
  await service.command(comando.avanzar(id, 'confirmado'));
  await row.getByText('confirmado').waitFor();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await service.command(comando.avanzar(id, 'listo'));
  await row.getByText('listo').waitFor();
  await service.revoke(llave.id);
  await page.getByText('La llave no sirve (401)').waitFor();
});
