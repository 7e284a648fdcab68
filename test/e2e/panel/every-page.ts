import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { carryOut } from '../../http/api/world.ts';
import { VIEWPORTS } from '../../support/browser.ts';
import {
  comando,
  sampleCarta,
  sampleItems,
  samplePedido,
  sampleRestaurante,
  sampleZonas,
} from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { changedClosing } from './money/closings.ts';
import { at, type RunningPanel } from './start-panel.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every page, with its heading in both languages. */
const PAGES: [path: string, es: string | RegExp, en: string | RegExp][] = [
  [at(''), 'Casa Pepa', 'Casa Pepa'],
  [at('/pedidos'), 'Pedidos', 'Orders'],
  [at('/pedidos/lista'), 'Pedidos', 'Orders'],
  [at('/pedidos/cocina'), 'Casa Pepa', 'Casa Pepa'],
  [at('/pedidos/PEDIDO'), /^Pedido \d/, /^Order \d/],
  [at('/productos'), 'Productos', 'Products'],
  [at('/caja?desde=2026-01-01&hasta=2026-12-31&agrupar=mes'), 'Caja', 'Cash-up'],
  [at('/envios'), 'Envíos', 'Deliveries'],
  [at('/cierres'), 'Meses cerrados', 'Closed months'],
  [at('/cierres/CIERRE'), /^Octubre 2026/, /^October 2026/],
  [at('/pantallas'), 'Pantallas', 'Screens'],
  [at('/personas'), 'Personas', 'People'],
  [at('/carta'), 'Carta', 'Menu'],
  [at('/zonas'), 'Zonas', 'Zones'],
  [at('/restaurante'), 'Restaurante', 'Restaurant'],
  [at('/llaves'), 'Llaves API', 'API keys'],
  [at('/webhooks'), 'Webhooks', 'Webhooks'],
  [at('/avisos'), 'Avisos', 'Notices'],
  [at('/actividad'), 'Actividad', 'Activity'],
  ['/panel/operador/restaurantes', 'Restaurantes', 'Restaurants'],
  ['/panel/operador/usuarios', 'Usuarios', 'Users'],
  ['/panel/operador/sistema', 'Sistema', 'System'],
  ['/panel/operador/avisos', 'Avisos', 'Notices'],
  ['/panel/operador/actividad', 'Actividad global', 'All activity'],
  ['/panel/cuenta', 'Mi cuenta', 'My account'],
];

/** Waits for the heading, and until nothing is loading. */
export const settled = async (page: Page, title: string | RegExp): Promise<void> => {
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
  await page.locator('.bone').first().waitFor({ state: 'detached' });
};

/** The pixels by which something is too wide: the page for the screen, a table or a price for its card, a form for its dialog. */
const OVERFLOW = `Math.max(document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('.card.flush, .bill, dialog')].map((card) => card.scrollWidth - card.clientWidth))`;

/** Letters of twice the size, as a reader may choose them. */
export const LARGE_TEXT = 'document.documentElement.style.fontSize = "200%"';

/** Waits until nothing is too wide: charts measure themselves first. */
export const fits = async (page: Page, path: string): Promise<void> => {
  await page.waitForFunction(`${OVERFLOW} <= 0`).catch(async () => {
    assert.fail(`${path} is ${await page.evaluate(OVERFLOW)} px too wide`);
  });
};

interface Fault {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Serious and critical violations, with their place and the remedy. */
export const faults = async (page: Page, options = {}): Promise<string[]> => {
  // Loaded once for each page: evaluating half a megabyte takes longer than most of axe's rules.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...OPTIONS, ...options })}).then((r) => r.violations)`,
  )) as Fault[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
};

/** Every rule of WCAG 2.2 AA; only violations are reported. */
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  elementRef: false,
};

/** Without a fault, in light and dark, on a desk and on a phone. */
export const accessible = async (page: Page, what: string): Promise<void> => {
  for (const size of [VIEWPORTS.pocket, VIEWPORTS.desk]) {
    await page.setViewportSize(size);
    assert.deepEqual(await faults(page), [], `${what} at ${size.width} px`);
    await page.emulateMedia({ colorScheme: 'dark' });
    const contrast = await faults(page, { runOnly: ['color-contrast'] });
    assert.deepEqual(contrast, [], `${what} at ${size.width} px, dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
};

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänskajüte';

/** A restaurant whose names are long words, with a menu of many categories; gives the id of an order of large amounts. */
const saveLongNames = async ({ service }: RunningPanel, id: string): Promise<string> => {
  const [categoria] = sampleCarta().categorias;
  assert.ok(categoria);
  const productos = categoria.productos.map((producto) => ({
    ...producto,
    nombre: LONG_WORD,
    tamaños: producto.tamaños.map((size) => ({ ...size, nombre: LONG_WORD })),
    grupos_opcion: producto.grupos_opcion.map((group) => ({ ...group, nombre: LONG_WORD })),
  }));
  const categorias = Array.from({ length: 24 }, (_, i) => ({
    ...categoria,
    id: `cat_larga_${i}`,
    nombre: i === 0 ? LONG_WORD : `Categoría ${i}`,
    productos,
  }));
  const zonas = sampleZonas().map((zona) => ({ ...zona, nombre: LONG_WORD }));
  const totales = { ...samplePedido().totales, total_cents: 1_000_000_000_000 };
  const items = sampleItems().map((item) => ({
    ...item,
    cantidad: 1_200,
    nombre: LONG_WORD,
    total_cents: 99_999_999,
  }));
  const [pedidoId = ''] = await carryOut(
    service,
    comando.guardarRestaurante(sampleRestaurante({ id, slug: 'larga', nombre: LONG_WORD })),
    comando.guardarCarta(sampleCarta({ categorias }), id),
    comando.guardarZonas(zonas, id),
    { ...comando.crear(samplePedido({ totales, items })), restaurante_id: id },
  );
  return pedidoId;
};

/** Lines of an order whose amount is not aligned with the total, or whose quantity overlaps the name. */
const RAGGED_LINES = `(() => {
  const edge = (of) => of.getBoundingClientRect();
  const textEnd = (of) => { const range = document.createRange(); range.selectNodeContents(of); return edge(range).right; };
  const end = edge(document.querySelector('.bill-totals .total dd')).right;
  return [...document.querySelectorAll('.bill > li')].filter((line) =>
    Math.abs(textEnd(line.querySelector('.bill-price')) - end) > 1 ||
    textEnd(line.querySelector('.bill-count')) > edge(line.querySelector('.grow')).left).length;
})()`;

/** One letter with so many combining marks that it is wider than a page. */
const UNBREAKABLE_NAME = `Z${'\u0489'.repeat(400)}`;

/** Columns that are narrower than their orders, and tables that are wider than their cards. */
const SPILLED = `[
  ...[...document.querySelectorAll('.column')].filter((each) => each.scrollWidth > each.clientWidth),
  ...[...document.querySelectorAll('.list')].filter((each) => each.offsetWidth > each.parentElement.clientWidth),
].map((each) => each.className)`;

/** Contains U+202E, which reverses the text after it. */
const TURNED_NAME = 'Bar \u202E3 oremoR';
/** A name in a right-to-left script, which pulls a figure after it into its own direction. */
const ARABIC_NAME = 'كباب';

/** Texts of a figure and its sign, `9,50 €` or `2×`, whose sign is displayed on the left. */
const TURNED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const leftOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  const turned = [];
  while (walker.nextNode()) {
    const { data } = walker.currentNode;
    const found = /\\d[\\d.,]*\\s?[€×]/.exec(data);
    if (found === null) continue;
    const end = found.index + found[0].length - 1;
    if (leftOf(walker.currentNode, found.index) > leftOf(walker.currentNode, end)) turned.push(data);
  }
  return turned;
})()`;

/** Saves a restaurant with names that reverse the text after them; gives the id of an order. */
const saveTurnedNames = async ({ service }: RunningPanel, id: string): Promise<string> => {
  const names = [TURNED_NAME, ARABIC_NAME];
  const [categoria] = sampleCarta().categorias;
  const [producto] = categoria?.productos ?? [];
  const [item] = samplePedido().items;
  assert.ok(categoria && producto && item);
  const productos = names.map((nombre, i) => ({
    ...producto,
    id: `prod_vuelta_${i}`,
    nombre,
    tamaños: producto.tamaños.map((size) => ({ ...size, nombre })),
  }));
  const items = names.map((nombre, i) => ({
    ...item,
    id: `itm_vuelta_${i}`,
    nombre,
    tamaño: nombre,
    opciones: item.opciones.map((opcion) => ({ ...opcion, grupo: nombre, nombre, cantidad: 2 })),
  }));
  const nombre = TURNED_NAME;
  const [pedidoId = ''] = await carryOut(
    service,
    comando.guardarRestaurante(sampleRestaurante({ id, slug: 'vuelta', nombre })),
    comando.guardarCarta(sampleCarta({ categorias: [{ ...categoria, productos }] }), id),
    { ...comando.crear(samplePedido({ items })), restaurante_id: id },
  );
  return pedidoId;
};

export const pageTests = (panel: () => RunningPanel): void => {
  let cierreId = '';
  const pathOf = (path: string): string =>
    path.replace('PEDIDO', panel().pedidoId).replace('CIERRE', cierreId);

  const linkTo = (page: Page, path: string) => page.locator(`.sidebar nav a[href="${path}"]`);

  /** Follows the link in the navigation if there is one, which spares loading the panel and axe again. */
  const reach = async (page: Page, path: string, title: string | RegExp): Promise<void> => {
    const link = linkTo(page, path);
    if ((await link.count()) === 0) {
      await page.goto(pathOf(path));
    } else {
      await link.click();
      await link.and(page.locator('[aria-current=page]')).waitFor();
    }
    await settled(page, title);
  };

  test('every page is accessible in light and dark, and fits a tablet and a phone, also with large text', async (t) => {
    const page = await panel().openPage(t, 'olga');
    cierreId = (await changedClosing(panel())).id;
    for (const [path, es] of PAGES) {
      await reach(page, path, es);
      await accessible(page, path);
      for (const size of [VIEWPORTS.pocket, VIEWPORTS.tablet]) {
        await page.setViewportSize(size);
        await fits(page, path);
      }
      await page.evaluate(LARGE_TEXT);
      for (const size of [VIEWPORTS.pocket, VIEWPORTS.smallest]) {
        await page.setViewportSize(size);
        await fits(page, `${path} with large text at ${size.width} px`);
      }
      await page.evaluate('document.documentElement.style.fontSize = ""');
      await page.setViewportSize(VIEWPORTS.desk);
    }
  });

  test('the longest form and an order’s JSON fit a phone with large text', async (t) => {
    const page = await panel().openPage(t, 'ana', { viewport: VIEWPORTS.pocket, hasTouch: true });
    await page.goto(at('/llaves'));
    await page.getByRole('button', { name: 'Crear llave' }).first().click();
    await page.getByRole('dialog').waitFor();
    // An iPhone zooms into a field with smaller letters.
    const letters = await page.evaluate(
      `getComputedStyle(document.querySelector('dialog input')).fontSize`,
    );
    assert.equal(letters, '16px');
    await page.evaluate(LARGE_TEXT);
    await fits(page, 'the form of a key');
    await page.goto(at(`/pedidos/${panel().pedidoId}`));
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.evaluate(LARGE_TEXT);
    await page.getByRole('heading', { name: 'JSON del pedido' }).waitFor();
    await fits(page, 'the JSON of an order');
  });

  test('long words break instead of pushing a page wide', async (t) => {
    const pedidoId = await saveLongNames(panel(), 'rest_larga');
    const page = await panel().openPage(t, 'olga', { viewport: VIEWPORTS.pocket });
    const screen = { nombre: LONG_WORD, clase: 'cocina' };
    await panel().write(page, 'POST', 'rest_larga/pantallas', screen);
    for (const path of ['', '/pedidos/cocina', '/carta', '/zonas', '/restaurante', '/actividad']) {
      await page.goto(`/panel/r/rest_larga${path}`);
      await page.getByRole('main').getByText(LONG_WORD).first().waitFor();
      await fits(page, path);
    }
    await page.goto('/panel/r/rest_larga');
    const sales = page.locator('.tile').first();
    await sales.getByText(/10\.000\.000\.000/).waitFor();
    assert.ok(await sales.evaluate((tile) => tile.scrollWidth <= tile.clientWidth), 'a large sum');
    const name = page.getByRole('heading', { name: LONG_WORD, level: 3 }).first();
    await page.goto('/panel/r/rest_larga/carta');
    const { x = 0, width = 0 } = (await name.boundingBox()) ?? {};
    const price = await page.locator('.product .nowrap').first().boundingBox();
    assert.ok(x + width <= (price?.x ?? 0), 'a name does not run into its price');
    assert.ok(price && price.height < 40, 'a price stays on one line');
    await page.goto(`/panel/r/rest_larga/pedidos/${pedidoId}`);
    await page.getByRole('main').getByText(LONG_WORD).first().waitFor();
    for (const size of [VIEWPORTS.pocket, VIEWPORTS.desk]) {
      await page.setViewportSize(size);
      assert.equal(await page.evaluate(RAGGED_LINES), 0, `amounts at ${size.width} px`);
    }
  });

  test('a name that nothing can break covers no other order', async (t) => {
    const { service, openPage } = panel();
    const id = 'rest_marcas';
    const cliente = { ...samplePedido().cliente, nombre: UNBREAKABLE_NAME };
    const [pedidoId] = await carryOut(
      service,
      comando.guardarRestaurante(sampleRestaurante({ id, slug: 'marcas' })),
      { ...comando.crear(samplePedido({ cliente })), restaurante_id: id },
    );
    const page = await openPage(t, 'olga');
    for (const path of ['/pedidos/cocina', '/pedidos', '/pedidos/lista']) {
      await page.goto(`/panel/r/${id}${path}`);
      await page.getByText(UNBREAKABLE_NAME).first().waitFor();
      assert.deepEqual(await page.evaluate(SPILLED), [], path);
    }
    for (const size of [VIEWPORTS.desk, VIEWPORTS.pocket]) {
      await page.setViewportSize(size);
      await page.goto(`/panel/r/${id}/pedidos/${pedidoId}`);
      await page.getByText(UNBREAKABLE_NAME).first().waitFor();
      await fits(page, 'its page');
      assert.deepEqual(await page.evaluate(SPILLED), [], `its page at ${size.width} px`);
    }
  });

  test('a name that runs from right to left does not turn the figures beside it', async (t) => {
    const pedidoId = await saveTurnedNames(panel(), 'rest_vuelta');
    const page = await panel().openPage(t, 'olga');
    for (const path of ['/carta', `/pedidos/${pedidoId}`, '/pedidos', '/pedidos/cocina']) {
      await page.goto(`/panel/r/rest_vuelta${path}`);
      await page.getByRole('main').getByText(TURNED_NAME).first().waitFor();
      assert.deepEqual(await page.evaluate(TURNED), [], path);
    }
  });

  test('a category of the menu is in sight once it was chosen, however many there are', async (t) => {
    await saveLongNames(panel(), 'rest_larga');
    const page = await panel().openPage(t, 'olga');
    await page.goto('/panel/r/rest_larga/carta');
    const index = page.getByRole('navigation', { name: 'Categorías' });
    for (const size of Object.values(VIEWPORTS)) {
      await page.setViewportSize(size);
      await index.getByRole('link', { name: 'Categoría 9', exact: true }).click();
      await page.waitForURL('**#cat_larga_9');
      const heading = page.getByRole('heading', { name: 'Categoría 9', exact: true });
      const { y = 0 } = (await heading.boundingBox()) ?? {};
      const above = await index.boundingBox();
      assert.ok(above && y >= above.y + above.height, `at ${size.width} px: ${y} px`);
      await page.goto('/panel/r/rest_larga/carta');
    }
  });

  test('every page is reachable and translated in English', async (t) => {
    const page = await panel().openPage(t, 'olga');
    await page.goto('/panel/cuenta');
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await settled(page, 'My account');
    await page.goto(at(''));
    for (const [path, , en] of PAGES) {
      await reach(page, path, en);
      await accessible(page, path);
    }
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    // No Spanish is left in the navigation.
    const words = await page.locator('.sidebar').innerText();
    assert.match(words, /Integrations[\s\S]*API keys[\s\S]*Operator/i);
    assert.doesNotMatch(words, /Pedidos|Carta|Llaves|Usuarios|Zonas/);
  });

  test('on a phone the navigation is behind a button that works by keyboard', async (t) => {
    const viewport = { ...VIEWPORTS.pocket, height: 400 };
    const page = await panel().openPage(t, 'olga', { viewport });
    await page.goto('/panel/cuenta');
    await settled(page, 'Mi cuenta');
    const place = page.locator('.sidebar').getByRole('link', { name: 'Usuarios' });
    const opener = page.getByRole('button', { name: 'Abrir el menú' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await place.waitFor();
    const signOut = await page.getByRole('button', { name: 'Cerrar sesión' }).boundingBox();
    assert.ok(signOut && signOut.y + signOut.height <= viewport.height, 'to be scrolled to');
    await page.locator('.sidebar :focus').waitFor();
    assert.deepEqual(await faults(page), []);
    // The focus goes all the way round without reaching the page behind the dialog.
    for (let n = 0; n < 30; n += 1) {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(`document.activeElement.closest('main, .topbar')`), null);
    }
    await place.focus();
    await page.keyboard.press('Escape');
    await place.waitFor({ state: 'hidden' });
    await opener.and(page.locator(':focus')).waitFor();
    await opener.click();
    await place.click();
    await settled(page, 'Usuarios');
    await place.waitFor({ state: 'hidden' });
    await page.locator('main:focus').waitFor();
    // A phone in landscape has room for both.
    await opener.click();
    await page.setViewportSize(VIEWPORTS.desk);
    await until(async () => {
      const heading = await page.locator('h1').boundingBox();
      return heading !== null && heading.y < 100;
    });
    await fits(page, 'the drawer on a wide screen');
  });

  test('a chosen theme stays, and the sign-in page is accessible in both', async (t) => {
    const page = await panel().openPage(t, null, { colorScheme: 'light' });
    await page.goto('/panel/');
    await settled(page, 'Entrar');
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: /^Tema: el del sistema/ }).click();
    await page.getByRole('button', { name: /^Tema: claro/ }).click();
    await page.reload();
    await settled(page, 'Entrar');
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.deepEqual(await faults(page), []);
  });

  test('with colours of the reader’s own, one sees what is chosen and what a chart means', async (t) => {
    const page = await panel().openPage(t, 'olga', { forcedColors: 'active' });
    await page.goto(at(''));
    await settled(page, 'Casa Pepa');
    const style = (of: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${of}')).${name}`);
    const chosen = ['.segments [aria-pressed=true]', '.places [aria-current]'];
    const paper = await style('body', 'backgroundColor');
    for (const coloured of [...chosen, '.heat tbody td', '.meter span']) {
      assert.notEqual(await style(coloured, 'backgroundColor'), paper, coloured);
    }
    await page.goto(at('/productos'));
    await page.locator('select').first().waitFor();
    assert.equal(await style('select', 'appearance'), 'auto');
  });

  test('without a network the page says so and keeps its content', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at('/carta'));
    await page.getByText('Pizza Margarita').waitFor();
    expectErrors(page, /net::ERR_/);
    await page.context().setOffline(true);
    await page.getByText('Sin conexión a internet').waitFor();
    assert.ok(await page.getByText('Pizza Margarita').isVisible());
    await page.context().setOffline(false);
    await page.getByText('Sin conexión a internet').waitFor({ state: 'detached' });
  });
};
