import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { carryOut } from '../../http/api/world.ts';
import { VIEWPORTS } from '../../support/browser.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { faults, fits, settled } from './every-page.ts';
import { at, holdBack, OTHER_ID, type RunningPanel } from './start-panel.ts';

/** The limit of everything that the first page loads, as a browser receives it over https: compressed with Brotli. */
const FIRST_LOAD_BYTES_MAX = 150 * 1_024;
const LOLA = `/panel/r/${OTHER_ID}`;

/** A moment of yesterday, as the restaurant's clock has it. */
const yesterdayAt = (hour: number): string =>
  Temporal.Now.zonedDateTimeISO('Europe/Madrid')
    .subtract({ hours: 5, days: 1 })
    .with({ hour, minute: 10, second: 0, millisecond: 0 })
    .toInstant()
    .toString();

const sell = ({ service }: RunningPanel, creado_en: string, cents: number, nombre?: string) => {
  const pedido = samplePedido({ creado_en });
  const [first] = pedido.items;
  const items =
    nombre === undefined || first === undefined
      ? pedido.items
      : [{ ...first, producto_id: 'prod_otro', nombre, total_cents: cents }];
  const totales = { ...pedido.totales, total_cents: cents };
  const crear = comando.crear({ ...pedido, items, totales }, { restaurante_id: OTHER_ID });
  return carryOut(service, crear);
};

const bothThemes = async (page: Page, what: string): Promise<void> => {
  assert.deepEqual(await faults(page), [], what);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await faults(page, { runOnly: ['color-contrast'] }), [], `${what}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
};

export const homeTests = (panel: () => RunningPanel): void => {
  test('a language that is chosen in one tab shows in the others', async (t) => {
    const page = await panel().openPage(t, 'ana', {});
    await page.goto(at('/restaurante'));
    const other = await page.context().newPage();
    await other.goto(at('/restaurante'));
    await other.getByRole('heading', { name: 'Restaurante', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await other.getByRole('heading', { name: 'Restaurant', level: 1, exact: true }).waitFor();
  });

  test('the first page starts with one request for data, and loads less than 150 KB', async (t) => {
    const page = await panel().openPage(t, 'ana', {});
    const asked: string[] = [];
    const files: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/panel/api/')) asked.push(pathname.slice('/panel/api'.length));
      else files.push(request.url());
    });
    await page.goto(at(''));
    await page.locator('.tile').first().waitFor();
    await settled(page, 'Casa Pepa');
    assert.deepEqual(asked.toSorted(), ['/arranque', `/restaurantes/${RESTAURANTE_ID}/stream`]);
    const sizes = await Promise.all(
      files.map(async (file) => {
        const { headers } = await fetch(file, { headers: { 'accept-encoding': 'br' } });
        return Number(headers.get('content-length') ?? Number.NaN);
      }),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(files.length > 3 && bytes < FIRST_LOAD_BYTES_MAX, `${bytes} bytes: ${files}`);
  });

  test('figures and bars lead to the orders behind them', async (t) => {
    const running = panel();
    await sell(running, yesterdayAt(13), 1_000_000_000);
    const [cancelled = ''] = await sell(running, yesterdayAt(13), 5);
    await sell(running, yesterdayAt(21), 1_000);
    await carryOut(
      running.service,
      comando.avanzar(cancelled, 'cancelado', { restaurante_id: OTHER_ID }),
    );
    const page = await running.openPage(t, 'olga');
    await page.goto(LOLA);
    await page.getByRole('button', { name: 'Ayer', exact: true }).click();
    await page.waitForURL('**?periodo=ayer');
    const tile = (name: string) => page.locator('.tile', { hasText: name }).getByRole('link');
    await tile('Ventas').getByText('10.000.010 €', { exact: true }).waitFor();
    // The axis has whole numbers.
    const chart = page.getByRole('figure', { name: 'Por hora' });
    const { x = 0 } = (await chart.boundingBox()) ?? {};
    const axis = chart.locator('text', { hasText: '10.000.000 €' });
    assert.ok(((await axis.boundingBox())?.x ?? 0) >= x, 'the label of the axis is cut off');

    await tile('Pedidos').click();
    await page.getByText('2 pedidos', { exact: true }).waitFor();
    await page.goBack();
    await tile('Cancelados').click();
    await page.getByText('1 pedido', { exact: true }).waitFor();
    await page.goBack();
    await chart.focus();
    while (!/^13:00–14:00/.test(await chart.locator('figcaption').innerText())) {
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Enter');
    await page.getByText('1 pedido', { exact: true }).waitFor();
    assert.match(await page.getByLabel('Desde el día').inputValue(), /T13:00$/);
    await page.setViewportSize(VIEWPORTS.pocket);
    await fits(page, 'the list of an hour');
    await page.setViewportSize(VIEWPORTS.desk);
    await page.goBack();
    const week = page.getByRole('table', { name: 'Horas de la semana' });
    assert.equal(await week.getByRole('row').count(), 8);
    await bothThemes(page, 'the first page with figures');
    await page.setViewportSize(VIEWPORTS.pocket);
    await fits(page, 'the first page with figures');
    const isCut = `[...document.querySelectorAll('.tile-link')].some(
      (each) => each.getBoundingClientRect().right > each.closest('.tile').getBoundingClientRect().right)`;
    assert.equal(await page.evaluate(isCut), false, 'a figure is wider than its tile');
  });

  test('any dates are chosen, and the hour at which the day begins', async (t) => {
    const page = await panel().openPage(t, 'olga');
    await page.goto(LOLA);
    await page.getByRole('button', { name: 'Otras fechas' }).click();
    await page.getByLabel('Desde el día').fill('2026-01-05');
    await page.getByLabel('Hasta el día').fill('2026-01-11');
    await page.getByRole('button', { name: 'Ver', exact: true }).click();
    await page.getByText('5–11 ene, frente a 29 dic').waitFor();
    await page.getByLabel('Desde el día').fill('2026-03-05');
    await page.getByLabel('Hasta el día').fill('2026-03-05');
    await page.getByRole('button', { name: 'Ver', exact: true }).click();
    // The chart of a single day also shows the days before it.
    await page.getByRole('columnheader', { name: '4 feb – 5 mar' }).waitFor();
    // The axis of a day without a sale.
    const axis = page.getByRole('figure', { name: 'Por hora' }).locator('svg');
    assert.equal(await axis.getByText(/^0\s€$/).count(), 1);
    assert.equal(await page.getByText('Ver los 0 productos').count(), 0);
    await page.getByRole('button', { name: 'El día empieza a las 05:00.' }).click();
    await page.getByLabel('El día del panel empieza a las').selectOption('3');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'El día empieza a las 03:00.' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'El día empieza a las 03:00.' }).waitFor();
    assert.match(page.url(), /\?desde=2026-03-05&hasta=2026-03-05$/);
  });

  test('a range is compared as somebody chooses, and a past one shows nothing of today', async (t) => {
    const page = await panel().openPage(t, 'olga');
    await page.goto(LOLA);
    await page.getByRole('navigation', { name: 'Pedidos en curso' }).waitFor();
    await page.getByRole('button', { name: 'Mes pasado' }).click();
    await page.waitForURL('**?periodo=mes_pasado');
    const compared = page.getByLabel('Con qué se compara');
    await page.getByRole('heading', { name: 'Formas de pago' }).waitFor();
    await page.locator('.dimmed').waitFor({ state: 'detached' });
    assert.equal(await compared.inputValue(), 'mes');
    assert.equal(await page.getByRole('navigation', { name: 'Pedidos en curso' }).count(), 0);
    assert.equal(await page.getByRole('heading', { name: 'Últimos pedidos' }).count(), 0);
    await compared.selectOption('ano');
    await page.waitForURL('**?periodo=mes_pasado&comparar=ano');
    await page.getByRole('button', { name: 'Este año' }).click();
    await page.waitForURL('**?periodo=ano&comparar=ano');
    await page.getByRole('heading', { name: 'Por mes' }).waitFor();
    await page.getByRole('button', { name: 'Otras fechas' }).click();
    await page.getByLabel('Desde el día').fill('2026-03-10');
    await page.getByLabel('Hasta el día').fill('2026-03-01');
    await page.keyboard.press('Enter');
    await page.getByText('El final ha de ser posterior al principio.').waitFor();
    assert.equal(await page.getByLabel('Hasta el día').inputValue(), '2026-03-01');
    await page.getByLabel('Hasta el día').fill('2028-03-01');
    await page.keyboard.press('Enter');
    await page.getByText('El tramo tiene como mucho 366 días.').waitFor();
    await bothThemes(page, 'dates that are wrong');
    await page.setViewportSize(VIEWPORTS.pocket);
    await fits(page, 'dates that are wrong');
  });

  test('dates that are being entered stay when a slow answer comes', async (t) => {
    const page = await panel().openPage(t, 'olga');
    await page.goto(LOLA);
    const days = page.locator('.range-bar');
    await days.getByText(/^Hoy/).last().waitFor();
    const slow = await holdBack(page, '**/inicio?*', 'GET');
    await page.getByRole('button', { name: 'Ayer', exact: true }).click();
    await until(() => slow.count === 1);
    await page.getByRole('button', { name: 'Otras fechas' }).click();
    const first = page.getByLabel('Desde el día');
    await first.fill('2026-01-05');
    slow.release();
    await page.locator('.dimmed').waitFor({ state: 'detached' });
    assert.equal(await first.inputValue(), '2026-01-05');
    assert.notEqual(await page.locator(':focus').getAttribute('type'), null, 'the focus is lost');
  });

  test('what was chosen before is dimmed while the next choice loads', async (t) => {
    const page = await panel().openPage(t, 'ana');
    for (const [path, api, choice] of [
      ['', '**/inicio?*', 'Ayer'],
      ['/productos', '**/productos?*', 'Ayer'],
      ['/carta', '**/carta?*', 'Solo disponibles'],
    ] as const) {
      await page.goto(at(path));
      const chosen = page.getByRole('button', { name: choice, exact: true });
      await chosen.waitFor();
      const slow = await holdBack(page, api, 'GET');
      await chosen.click();
      await page.locator('.dimmed').waitFor();
      slow.release();
      await page.locator('.dimmed').waitFor({ state: 'detached' });
    }
  });

  test('all products are listed, searched and saved as a file', async (t) => {
    const running = panel();
    await sell(running, yesterdayAt(14), 750, '=Piñones');
    const page = await running.openPage(t, 'olga');
    await page.goto(`${LOLA}?periodo=7d`);
    await page.getByRole('link', { name: /^Ver (?:los )?\d+ productos?$/ }).click();
    await settled(page, 'Productos');
    await page.getByRole('columnheader', { name: 'Antes, a esta hora' }).waitFor();
    await page.getByLabel('Buscar un producto').fill('pinon');
    await page.getByText('1 producto', { exact: true }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    // A spreadsheet in Spanish reads this; it would take 7.5 for the seventh of May.
    assert.match(csv, /^\uFEFFproducto_id;Producto;Unidades;Ventas;/);
    assert.match(csv, /;'=Piñones;\d+;7,5;/);
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    const english = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    assert.match(
      await readFile(await (await english).path(), 'utf8'),
      /^\uFEFFproducto_id,Product,Units,Sales,[\s\S]*,'=Piñones,\d+,7\.5,/,
    );
    await page.getByRole('button', { name: 'ES', exact: true }).click();
    await page.getByRole('link', { name: '=Piñones' }).click();
    await page.getByText(/^1 encontrado tras mirar /).waitFor();
  });

  test('a page of today that is left open moves on to the next day, also without an order', async (t) => {
    const page = await panel().openPage(t, 'ana', {});
    await page.clock.install();
    for (const [path, api] of [
      ['', '**/inicio?*'],
      ['/productos', '**/productos?*'],
    ] as const) {
      await page.goto(at(path));
      await page.getByText(/, frente a /).waitFor();
      const again = page.waitForRequest(api);
      await page.clock.fastForward(60_000);
      await again;
    }
  });

  test('an order in another currency says so wherever its total stands', async (t) => {
    const { openPage, service } = panel();
    const costing = (moneda: string, total_cents: number) =>
      comando.crear(samplePedido({ totales: { ...samplePedido().totales, moneda, total_cents } }));
    // Colombia has no coin that is less than a peso, and yen have no cents to show.
    const ids = await carryOut(
      service,
      costing('USD', 123_45),
      costing('COP', 45_900_00),
      costing('JPY', 1_234_50),
    );
    const page = await openPage(t, 'ana');
    for (const path of ['', '/pedidos', '/pedidos/lista']) {
      await page.goto(at(path));
      for (const total of ['123,45 US$', '45.900 COP', '1235 JPY']) {
        await page.getByRole('main').getByText(total, { exact: true }).waitFor();
      }
    }
    await carryOut(service, ...ids.map((id) => comando.cancelar(id)));
  });

  test('Ctrl-K finds orders, pages and actions by keyboard', async (t) => {
    const { openPage, service, pedidoId } = panel();
    const pago = { ...samplePedido().pago, referencia_externa: 'pi_palette_77' };
    const [id = ''] = await carryOut(service, comando.crear(samplePedido({ pago })));
    assert.notEqual(id, pedidoId);
    const page = await openPage(t, 'ana');
    await page.goto(at('/carta'));
    await settled(page, 'Carta');
    const input = page.getByRole('combobox', { name: 'Buscar pedidos, páginas y acciones' });
    const find = async (text: string) => {
      // No letter is lost, however fast they are typed.
      await page.keyboard.press('Control+k');
      await page.keyboard.type(text);
      assert.equal(await input.inputValue(), text);
    };
    await find('pi_palette');
    await page.getByRole('option', { name: /^#/ }).waitFor();
    await bothThemes(page, 'the palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/pedidos/${id}`);
    await find('zon');
    await page.keyboard.press('Enter');
    await settled(page, 'Zonas');
    await find('crear llave');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Crear llave' }).waitFor();
    await page.keyboard.press('Escape');
    // Arrow up leads from the first entry to the last one.
    await find('');
    await page.keyboard.press('ArrowUp');
    const isSeen = await page.evaluate(`(() => {
      const chosen = document.querySelector('.palette [aria-selected=true]');
      const { bottom } = chosen.parentElement.getBoundingClientRect();
      return chosen.nextElementSibling === null && chosen.getBoundingClientRect().bottom < bottom + 1;
    })()`);
    assert.ok(isSeen);
    await find('nada que exista');
    await page.getByText('Nada con «nada que exista».').waitFor();
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'detached' });
  });

  test('the search opens again after the browser has closed it by itself', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/carta'));
    await settled(page, 'Carta');
    const search = page.getByRole('dialog', { name: 'Buscar pedidos, páginas y acciones' });
    await page.keyboard.press('Control+k');
    // Like Android's back button when it is pressed twice.
    await search.evaluate((dialog) => (dialog as unknown as { close(): void }).close());
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await search.waitFor();
  });

  test('a slow search neither offers orders of the text before, nor moves the choice when it ends', async (t) => {
    const { openPage, service } = panel();
    const pago = { ...samplePedido().pago, referencia_externa: 'pa_lenta' };
    const ids = await carryOut(service, comando.crear(samplePedido({ pago })));
    const page = await openPage(t, 'ana');
    await page.goto(at('/carta'));
    await settled(page, 'Carta');
    const orders = page.getByRole('option', { name: /^#/ });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pa_lenta');
    await orders.waitFor();
    const next = await holdBack(page, '**/pedidos?*', 'GET');
    await page.keyboard.type('_otra');
    await until(() => next.count === 1);
    assert.equal(await orders.count(), 0);
    next.release();
    await page.getByText('Nada con «pa_lenta_otra».').waitFor();
    await page.keyboard.press('Escape');

    await page.unrouteAll({ behavior: 'wait' });
    const slow = await holdBack(page, '**/pedidos?*', 'GET');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pa');
    await page.keyboard.press('ArrowDown');
    const chosen = page.getByRole('option', { selected: true });
    const name = await chosen.innerText();
    slow.release();
    await orders.first().waitFor();
    assert.equal(await chosen.innerText(), name);
    await page.keyboard.press('Escape');
    await carryOut(service, ...ids.map((id) => comando.cancelar(id)));
  });

  test('a search that finds nothing says what it looked for and how to widen it', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/pedidos/lista?buscar=nadie+nunca&tipo=mesa'));
    await page.getByText(/^Se buscó «nadie nunca» en números/).waitFor();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: 'Buscar en todos los pedidos' }).click();
    await page.waitForURL('**/lista?buscar=nadie+nunca');
    await page.getByRole('button', { name: 'Quitar la búsqueda' }).click();
    await page.locator('.order-rows').waitFor();
  });

  test('a zone that is pressed is the one that the map shows', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/zonas'));
    const zone = page.locator('.zone-row').first();
    await zone.click();
    assert.equal(await zone.getAttribute('aria-pressed'), 'true');
    await page.locator('.zone-shape[data-chosen=true]').waitFor();
  });

  test('an order prints as a ticket of 80 mm and as a page', async (t) => {
    const { openPage, pedidoId } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at(`/pedidos/${pedidoId}`));
    // Looks at the page after window.print has returned: on a tablet it does not wait for the printer.
    await page.evaluate(`window.print = () => {
      window.printed = new Promise((resolve) => setTimeout(() => {
        const sheet = document.adoptedStyleSheets[0];
        resolve([document.documentElement.dataset.paper, sheet && sheet.cssRules[0].cssText]);
        dispatchEvent(new Event('afterprint'));
      }));
    }`);
    const printed = async (name: string): Promise<[string, string | null]> => {
      await page.getByRole('button', { name, exact: true }).click();
      return (await page.evaluate('window.printed')) as [string, string | null];
    };
    const [paper, rule] = await printed('Ticket');
    assert.equal(paper, 'ticket');
    assert.match(rule ?? '', /size: 80mm \d+mm/);
    assert.deepEqual((await printed('Página'))[0], 'page');
    assert.equal(await page.evaluate('document.documentElement.dataset.paper ?? null'), null);

    const ticket = page.locator('.paper-ticket');
    assert.equal(await ticket.isVisible(), false);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await ticket.isVisible(), false);
    const facts = page.getByRole('region', { name: 'Datos' });
    assert.equal(await facts.isVisible(), true);
    assert.equal(await page.getByRole('navigation').first().isVisible(), false);
    assert.ok((await page.pdf({ format: 'A4' })).length > 1_000);
    // A print is light, whatever theme somebody chose for the screen.
    const ink = () => page.evaluate('getComputedStyle(document.body).color');
    const light = await ink();
    await page.evaluate('document.documentElement.dataset.theme = "dark"');
    assert.equal(await ink(), light);
    await page.emulateMedia({ media: 'screen' });
    assert.notEqual(await ink(), light);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate('document.documentElement.dataset.paper = "ticket"');
    assert.equal(await ticket.isVisible(), true);
    assert.equal(await facts.isVisible(), false);
    const { width = 0, height = 0 } = (await ticket.boundingBox()) ?? {};
    assert.equal(Math.round((width * 25.4) / 96), 80);
    // No blank pages follow the ticket.
    const bodyPx = Number(await page.evaluate('document.body.offsetHeight'));
    assert.ok(bodyPx <= height + 1, `${bodyPx} px for a ticket of ${height}`);
    // Prints leave out controls.
    await page.goto(at(''));
    await page.getByRole('heading', { name: 'Por hora' }).waitFor();
    assert.equal(await page.locator('.segments:visible').count(), 0);
    // A card that is longer than a page begins on the current page.
    const card = `getComputedStyle(document.querySelector('.card.flush'))`;
    assert.equal(await page.evaluate(`${card}.breakInside`), 'auto');
    // Browsers print no backgrounds unless the page asks for them.
    for (const painted of ['.heat tbody td', '.meter span', '.share-bar span']) {
      await page.locator(painted).first().waitFor();
      const style = `getComputedStyle(document.querySelector('${painted}'))`;
      assert.equal(await page.evaluate(`${style}.printColorAdjust`), 'exact', painted);
    }
    await page.goto(at('/pedidos/cocina'));
    await page.locator('.ticket').first().waitFor();
    assert.equal(await page.locator('.button:visible').count(), 0);
  });

  test('an operator makes a restaurant, which says what to do first', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'olga');
    await page.goto('/panel/operador/restaurantes');
    await page.getByRole('button', { name: 'Crear restaurante' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Bar Nuevo');
    expectErrors(page, /status of 400/);
    await dialog.getByLabel('Zona horaria').fill('Madrid');
    await dialog.getByRole('button', { name: 'Crear restaurante' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Zona horaria').fill('Europe/Madrid');
    await dialog.getByRole('button', { name: 'Crear restaurante' }).click();
    await settled(page, 'Bar Nuevo');
    await page.getByText('0 de 5 hechos.').waitFor();
    await bothThemes(page, 'the first steps');
    await page.getByRole('link', { name: 'Crear una llave' }).click();
    await page.getByRole('dialog', { name: 'Crear llave' }).waitFor();
  });
};
