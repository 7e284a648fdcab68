import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { faults } from '../e2e/panel/every-page.ts';
import { startBrowser, VIEWPORTS } from '../support/browser.ts';
import { comando, samplePedido } from '../support/samples.ts';
import { startService } from '../support/service.ts';

const service = await startService(runner);
await service.command(
  comando.guardarRestaurante(),
  comando.guardarCarta(),
  ...Array.from({ length: 30 }, () => comando.crear(samplePedido())),
);
const { token } = await service.makeLlave();
const browser = await startBrowser(runner);

const openReference = async (t: { after(f: () => Promise<void>): void }) => {
  const context = await browser.newContext({ viewport: VIEWPORTS.desk });
  t.after(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${service.publicUrl}/docs/en/reference`);
  return { page, problems };
};

/** Unfolds the form of an operation. */
const openForm = async (page: Page, operationId: string) => {
  const article = page.locator('article', { has: page.locator(`#${operationId}`) });
  await article.locator('.try > summary').click();
  const form = article.locator('form');
  return {
    form,
    curl: form.locator('.code code'),
    status: form.getByRole('status'),
    body: form.locator('.try-body'),
    note: form.locator('.try-note'),
    fill: (label: string, value: string) => form.getByLabel(label, { exact: true }).fill(value),
    async send() {
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.try-answer').waitFor();
    },
  };
};

test('a request shows its answer, its headers, its time and the same as curl', async (t) => {
  const { page, problems } = await openReference(t);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const list = await openForm(page, 'listarPedidos');
  await list.fill('API key', token);
  await list.fill('limite', '2');
  await list.fill('estado', 'pendiente,listo');
  await list.fill('X-Request-Id', "it's");
  await list.form.getByLabel('tipo', { exact: true }).selectOption('reparto');
  assert.equal(
    await list.curl.textContent(),
    `curl '${service.publicUrl}/api/pedidos?estado=pendiente,listo&tipo=reparto&limite=2' \\
  --header "Authorization: Bearer $COMANDA_KEY" \\
  --header 'X-Request-Id: it'\\''s'`,
  );
  await list.fill('X-Request-Id', 'probando.1');
  await list.send();
  assert.match((await list.status.textContent()) ?? '', /^200 OK · \d+ ms$/);
  const { datos } = JSON.parse((await list.body.textContent()) ?? '');
  assert.equal(datos.length, 2);
  await list.form.getByText('Headers of answers').click();
  const headers = (await list.form.locator('.try-headers').textContent()) ?? '';
  assert.match(headers, /^x-request-id: probando\.1$/m);
  assert.match(headers, /^x-ratelimit-remaining: \d+$/m);

  // Another operation has the key already; a path parameter is filled in.
  const one = await openForm(page, 'leerPedido');
  await one.fill('id', datos[0].id);
  await one.send();
  assert.equal(JSON.parse((await one.body.textContent()) ?? '').id, datos[0].id);

  assert.ok(sent.length >= 2);
  for (const url of sent) assert.ok(!url.includes(token), url);
  assert.ok(!page.url().includes(token));
  assert.deepEqual(problems, []);
  assert.deepEqual(await faults(page), []);
});

test('the key stays in the tab', async (t) => {
  const { page } = await openReference(t);
  await (await openForm(page, 'leerCarta')).fill('API key', token);
  await page.reload();
  const again = await openForm(page, 'listarZonas');
  assert.equal(await again.form.getByLabel('API key').inputValue(), token);
  assert.equal(await page.evaluate('localStorage.length + document.cookie.length'), 0);
  const other = await page.context().newPage();
  await other.goto(page.url());
  assert.equal(
    await (await openForm(other, 'listarZonas')).form.getByLabel('API key').inputValue(),
    '',
  );
});

test('an error shows the message of the service', async (t) => {
  const { page } = await openReference(t);
  const menu = await openForm(page, 'leerCarta');
  await menu.fill('API key', 'svc_live_nada');
  await menu.send();
  assert.match((await menu.status.textContent()) ?? '', /^401 /);
  assert.match((await menu.body.textContent()) ?? '', /llave_invalida/);
});

test('a stream shows its beginning and stops', async (t) => {
  const { page } = await openReference(t);
  const stream = await openForm(page, 'escucharEventos');
  assert.equal(await stream.form.getByLabel('llave', { exact: true }).count(), 0);
  await stream.fill('API key', token);
  await stream.send();
  await stream.body.getByText('conexion.ping').waitFor();
  await service.command(comando.crear(samplePedido()));
  await stream.body.getByText('pedido.nuevo').waitFor();
  await stream.note.getByText('This is the beginning').waitFor();
  assert.match((await stream.status.textContent()) ?? '', /^200 /);
});

test('an export shows its beginning, and a binary one none', async (t) => {
  const { page } = await openReference(t);
  const all = await openForm(page, 'exportarTabla');
  await all.fill('API key', token);
  await all.form.getByLabel('tabla', { exact: true }).selectOption('pedidos');
  await all.form.getByLabel('formato', { exact: true }).selectOption('ndjson');
  await all.send();
  await all.note.getByText('This is the beginning').waitFor();
  assert.equal(((await all.body.textContent()) ?? '').length, 4_000);
  await all.form.getByLabel('formato', { exact: true }).selectOption('parquet');
  await all.send();
  await all.note.getByText('binary').waitFor();
  assert.equal(await all.body.textContent(), '');
});
