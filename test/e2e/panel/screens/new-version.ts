import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { carryOut } from '../../../http/api/world.ts';
import { comando, samplePedido } from '../../../support/samples.ts';
import { at, holdBack, type RunningPanel } from '../start-panel.ts';

const LOOK_MS = 600_000;

/** Opens a page, and counts how many times it loads. */
const openCounted = async (page: Page, path: string) => {
  const loads = { count: 0 };
  page.on('load', () => {
    loads.count += 1;
  });
  await page.goto(at(path));
  await page.getByRole('status').getByText('En directo').first().waitFor();
  return loads;
};

/** Lets the page check whether it is still the newest. */
const look = async (page: Page, path: string): Promise<void> => {
  const looked = page.waitForResponse((response) => {
    const isPage = new URL(response.url()).pathname === path;
    return isPage && response.request().resourceType() === 'fetch';
  });
  await page.clock.fastForward(LOOK_MS);
  await (await looked).finished();
};

/** Makes the page find a newer version than itself; a reload still gets the current one. */
const serveNewer = (page: Page, path: string): Promise<unknown> =>
  page.route(`**${path}`, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/(assets\/index)-[\w-]+(\.js)/, '$1-newer$2');
    await route.fulfill({ response, body });
  });

export const newVersionTests = (panel: () => RunningPanel): void => {
  test('a chunk that the server no longer has causes one reload, and not a second one', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana', {});
    expectErrors(page, /status of 404|Failed to fetch dynamically/);
    const loads = await openCounted(page, '/pedidos');
    const missing = { status: 404, body: 'No existe.' };
    await page.route('**/assets/menu-*', (route) =>
      loads.count === 1 ? route.fulfill(missing) : route.continue(),
    );
    await page.getByRole('link', { name: 'Carta' }).click();
    await page.getByText('Pizza Margarita').waitFor();
    assert.equal(loads.count, 2);

    await page.route('**/assets/zones-*', (route) => route.fulfill(missing));
    await page.getByRole('link', { name: 'Zonas' }).click();
    await page.getByText('Algo ha fallado en esta página').waitFor();
    assert.equal(loads.count, 3);
  });

  test('a screen on a wall takes a new version while nothing happens', async (t) => {
    const { openPage, service } = panel();
    const page = await openPage(t, 'ana', {});
    const path = at('/pedidos/cocina');
    await page.clock.install();
    const loads = await openCounted(page, '/pedidos/cocina');
    await page.locator('.kitchen-idle, .kitchen-board').waitFor();
    // From here on orders arrive as events only: a reload would lose the board.
    const board = await holdBack(page, '**/tablero*', 'GET');
    await look(page, path);
    await serveNewer(page, path);
    // While processes are being replaced, the page may find the old version again; and while there are orders, it
    // does not reload.
    await look(page, path);
    const [id = ''] = await carryOut(service, comando.crear(samplePedido()));
    await page.locator(`[data-order=${id}]`).waitFor();
    await look(page, path);
    await page.locator(`[data-order=${id}]`).waitFor();
    assert.equal(loads.count, 1);
    board.release();
    await Promise.all([page.waitForEvent('load'), look(page, path)]);
    await page.locator(`[data-order=${id}]`).waitFor();
    await carryOut(service, comando.cancelar(id));
  });

  test('a screen that fails reloads: at once if the server is newer, otherwise in a minute', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana', {});
    expectErrors(page, /TypeError/);
    await page.clock.install();
    const path = at('/pedidos/cocina');
    const board = page.locator('.kitchen-idle, .kitchen-board');
    let isForeign = true;
    await page.route('**/tablero*', async (route) => {
      await (isForeign ? route.fulfill({ json: { otra: 'forma' } }) : route.continue());
      isForeign = false;
    });
    await page.goto(path);
    await page.getByText('Algo ha fallado en esta página').waitFor();
    await page.clock.fastForward(60_000);
    await board.waitFor();

    isForeign = true;
    await serveNewer(page, path);
    await page.goto(path);
    await board.waitFor();
  });

  test('a page whose script was not loaded is retried', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana', {});
    expectErrors(page, /net::ERR_FAILED/);
    await page.clock.install();
    const script = '**/assets/index-*.js';
    await page.route(script, (route) => route.abort());
    await page.goto(at('/pedidos/cocina'));
    await page.unroute(script);
    await page.clock.fastForward(5_000);
    await page.getByRole('status').getByText('En directo').first().waitFor();
  });
};
