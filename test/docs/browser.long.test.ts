import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { test } from 'node:test';
import { GUIDES } from '../../docs/site/addresses.ts';
import { faults } from '../e2e/panel/every-page.ts';
import { startBrowser, VIEWPORTS } from '../support/browser.ts';
import { startDocs } from './docs-server.ts';

const url = await startDocs().listen(runner);
const browser = await startBrowser(runner);

const PAGES = [
  ...['/docs/es', '/docs/en/search', '/docs/es/novedades'],
  ...GUIDES.map(({ es }) => `/docs/es/${es}`),
  ...['/docs/en/reference', '/docs/es/referencia'],
];

/**
 * Keeps one text for each kind of element (its tag and classes, and those around it), since thousands of cells are
 * alike. It goes from the end, so that it finds rows without cells, and then tables without rows.
 */
const ONE_OF_EACH_KIND = `
  const nameOf = (each) => each.tagName + '.' + each.getAttribute('class');
  const seen = new Set();
  for (const each of [...document.querySelectorAll('main *')].reverse()) {
    if (each.childElementCount > 0) continue;
    let kind = each.textContent.trim() === '' ? 'empty ' : '';
    for (let at = each; at; at = at.parentElement) kind += nameOf(at) + ' ';
    if (seen.has(kind)) each.remove();
    seen.add(kind);
  }`;

test('every page is accessible in light and dark', async () => {
  const page = await browser.newPage({ viewport: VIEWPORTS.desk });
  for (const path of PAGES) {
    // Has thousands of elements, which are the same in both languages.
    if (path === '/docs/en/reference') continue;
    await page.goto(url + path);
    const rules = { 'color-contrast': { enabled: false } };
    assert.deepEqual(await faults(page, { rules }), [], path);
    await page.evaluate(ONE_OF_EACH_KIND);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await faults(page, { runOnly: ['color-contrast'] });
      assert.deepEqual(found, [], `${path} ${colorScheme}`);
    }
  }
  await page.close();
});

test('nothing is cut off on a phone, folded programs and large text included', async () => {
  const page = await browser.newPage({ viewport: VIEWPORTS.pocket });
  for (const path of PAGES) {
    await page.goto(url + path);
    const cut = await page.evaluate(`
      for (const each of document.querySelectorAll('details')) each.open = true;
      [document.documentElement, ...document.querySelectorAll('pre, table, td, p, li')]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
        .map((each) => each.tagName + ' ' + each.textContent.slice(0, 60))
    `);
    assert.deepEqual(cut, [], path);
    const over = await page.evaluate(`
      document.documentElement.style.fontSize = '200%';
      document.documentElement.scrollWidth - innerWidth
    `);
    assert.equal(over, 0, `${path} with large text`);
  }
  await page.close();
});

test('paper gets the text and the samples, nothing to search or to follow', async () => {
  const page = await browser.newPage({ viewport: VIEWPORTS.desk });
  await page.goto(`${url}/docs/en/webhooks`);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.getByRole('heading', { name: 'Webhooks', level: 1 }).isVisible());
  for (const around of ['searchbox', 'navigation', 'button'] as const) {
    assert.equal(await page.getByRole(around).count(), 0, around);
  }
  await page.close();
});

test('a button copies a block as it was written', async (t) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${url}/docs/en/pagination`);
  const block = page.locator('.code').filter({ hasText: 'GET /pedidos?estado' });
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await block.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    'GET /pedidos?estado=entregado&limite=2',
  );
});

test('samples name the address of the page where the service does not know its own', async (t) => {
  const guess = 'http://localhost:8080';
  const page = await browser.newPage();
  t.after(() => page.close());
  const read = async (url: string): Promise<string> => {
    await page.goto(url);
    return (await page.locator('main').textContent()) ?? '';
  };
  const reached = await startDocs(guess, true).listen(t);
  for (const path of ['/docs/en/quickstart', '/docs/en/reference']) {
    assert.ok(!(await read(reached + path)).includes(guess), path);
  }
  assert.ok((await read(`${reached}/docs/en/quickstart`)).includes(`COMANDA_URL=${reached}`));
  const told = await startDocs(guess).listen(t);
  assert.ok((await read(`${told}/docs/en/quickstart`)).includes(`COMANDA_URL=${guess}`));
});

test('the search shows results while one types, and leads there', async (t) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: VIEWPORTS.pocket });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${url}/docs`);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Buscar en la documentación' });
  await search.getByRole('combobox').pressSequentially('rotar lla');
  const found = search.getByRole('option');
  await found.filter({ hasText: 'Rotar una llave sin cortes' }).waitFor();
  assert.equal(await found.first().getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowDown');
  assert.equal(await found.nth(1).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowUp');
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/es/autenticacion#rotar-una-llave-sin-cortes');

  await page.getByRole('link', { name: 'Buscar' }).click();
  await search.getByRole('combobox').fill('xyzzy');
  await search.getByText('Nada coincide').waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'hidden' });

  await page.goto(`${url}/docs/en/search?q=retry-after`);
  await page.getByRole('option', { name: 'limite_alcanzado Errors' }).click();
  await page.waitForURL('**/docs/en/errors-and-limits#limite_alcanzado');
});

test('all titles, reference and tabs work without a script', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${url}/docs`);
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'limite_alcanzado' }).click();
  await page.getByRole('heading', { name: 'limite_alcanzado' }).waitFor();
  assert.match(page.url(), /#limite_alcanzado$/);
  await page.getByText('Python', { exact: true }).first().click();
  await page.getByText('comanda.resumen(periodo=').first().waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('heading', { name: 'List orders' }).waitFor();
  assert.equal(await page.getByText('Try it').first().isVisible(), false);
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Lista los pedidos' }).waitFor();
  await page.goto(`${url}/docs`);
  await page.getByRole('heading', { name: 'La API de Comanda' }).waitFor();
});
