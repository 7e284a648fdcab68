import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { readCsv, readSheet } from '../../http/api/exportacion/files.ts';
import { carryOut } from '../../http/api/world.ts';
import { PATIENCE_MS, VIEWPORTS } from '../../support/browser.ts';
import { startSite } from '../../support/machine/loopback.ts';
import { startProxy } from '../../support/machine/proxy.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
  seededRandomBytes,
} from '../../support/samples.ts';
import { faults, fits } from './every-page.ts';
import { at, EMAIL, type RunningPanel } from './start-panel.ts';

/** Orders with twenty VAT rates each: more rows of VAT than a workbook can hold. */
const BULK = 5_001;
const RATES = 20;
/** Text that does not compress, so that a browser which does not read blocks an export. */
const NOISE_BYTES = 3_000;
const HOLD_BYTES = 1_000_000;
const ZONE = 'Europe/Madrid';

const bulk = (): Pedido[] => {
  const random = seededRandomBytes(7);
  const { totales } = samplePedidoEntero();
  const iva_desglose = Array.from({ length: RATES }, (_, i) => ({
    tipo_porcentaje: i,
    base_cents: 100,
    iva_cents: i,
  }));
  return Array.from({ length: BULK }, (_, i) =>
    samplePedidoEntero({
      id: `ped_0${String(i).padStart(5, '0')}`,
      numero: `20200101-${i + 1}`,
      creado_en: new Date(Date.UTC(2020, 0, 1) + i * 1_000).toISOString(),
      instrucciones: Buffer.from(random(NOISE_BYTES)).toString('base64'),
      totales: { ...totales, iva_desglose },
    }),
  );
};

/** Orders at both ends of the last local month, within it and beyond it. */
const iso = (when: Temporal.ZonedDateTime) => new Date(when.epochMilliseconds).toISOString();

const ofLastMonth = () => {
  const end = Temporal.Now.zonedDateTimeISO(ZONE).with({ day: 1 }).startOfDay();
  const start = end.subtract({ months: 1 });
  const order = (id: string, when: Temporal.ZonedDateTime, estado: Pedido['estado']) =>
    samplePedidoEntero({
      id: `ped_${id}`,
      numero: `20990101-${id.length}`,
      estado,
      // The invoice decides: orders of another month count in its own.
      creado_en: iso(when.subtract({ days: 5 })),
      fiscal: {
        factura_numero: `F-${id}`,
        factura_fecha: iso(when),
        factura_pdf: 'https://x.example/f',
      },
    });
  return {
    month: start.toPlainDate().toString().slice(0, 7),
    pedidos: [
      order('antes', start.subtract({ milliseconds: 1 }), 'entregado'),
      order('primero', start, 'entregado'),
      order('anulado', start.add({ hours: 1 }), 'cancelado'),
      order('ultimo_del_mes', end.subtract({ milliseconds: 1 }), 'entregado'),
      order('del_mes_siguiente', end, 'entregado'),
    ],
  };
};

const bytesOf = async (download: Download) => readFile(await download.path());

const SLUG = sampleRestaurante().slug;

export const exportTests = (panel: () => RunningPanel): void => {
  const last = ofLastMonth();
  /** One more order has been there from the start. */
  const ORDERS = BULK + last.pedidos.length + 1;

  before(async () => {
    const pedidos = [...bulk(), ...last.pedidos];
    await carryOut(panel().service, ...pedidos.map((pedido) => comando.importar(pedido, [])));
  });

  const open = async (page: Page, path = '/pedidos/lista') => {
    await page.goto(at(path));
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('dialog', { name: 'Exportar pedidos' }).waitFor();
  };
  const choose = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).check();
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  /** The file that the browser saves after a click. */
  const saved = async (page: Page, name: string): Promise<Download> => {
    const download = page.waitForEvent('download');
    await press(page, name);
    return download;
  };

  test('the VAT of a month is two clicks away', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/pedidos'));
    const download = page.waitForEvent('download');
    await press(page, 'Exportar');
    await page.locator('.vat-months button').first().click();
    assert.equal((await download).suggestedFilename(), `${SLUG}_iva_${last.month}.xlsx`);
    await page.getByText(`Descargado: ${SLUG}_iva_${last.month}.xlsx`).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    const [head, ...lines] = readSheet(await bytesOf(await download), 2);
    const column = head?.findIndex((cell) => cell?.value === 'Id del pedido') ?? -1;
    assert.equal(lines.at(-1)?.[0]?.value, 'Total');
    const rows = lines.slice(0, -1);
    const rates = samplePedidoEntero().totales.iva_desglose.length;
    assert.deepEqual(
      rows.map((row) => row[column]?.value).sort(),
      ['ped_primero', 'ped_ultimo_del_mes'].flatMap((id) => Array(rates).fill(id)),
    );
  });

  test('other files take the filters of the page over', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await open(page, '/pedidos/lista?estado=cancelado&tipo=reparto&buscar=anulado');
    await page.getByText(/Con los filtros de la página: «anulado», Cancelado, Reparto\./).waitFor();
    assert.ok(await page.getByRole('radio', { name: /^Excel Para personas/ }).isChecked());
    await choose(page, /^CSV Para otros/);
    const download = await saved(page, 'Descargar');
    assert.match(download.suggestedFilename(), /^[\w-]+_pedidos_\d{4}-\d\d-\d\d\.csv$/);
    const rows = readCsv((await bytesOf(download)).toString());
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['ped_anulado'],
    );
  });

  test('two clicks in a row save one file', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    // The error of the second click, whose form is gone.
    expectErrors(page, /form is not connected/);
    await open(page, '/pedidos/lista?estado=cancelado');
    const files: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/exportacion/')) files.push(request.url());
    });
    const download = page.waitForEvent('download');
    // Two clicks in one task, without a timer between them, as a busy browser delivers them.
    await page.getByRole('button', { name: 'Descargar' }).evaluate(async (button) => {
      button.click();
      await null;
      button.click();
    });
    await download;
    assert.equal(files.length, 1);
  });

  test('progress is shown, a download can be cancelled, and one that is cut saves nothing', async (t) => {
    const { openPage, url, expectErrors } = panel();
    // Freezes the proxy once, after the first megabyte of a file.
    let holdAfter = Number.POSITIVE_INFINITY;
    let passed = Number.POSITIVE_INFINITY;
    const proxy = await startProxy(t, {
      toClient(bytes) {
        if (bytes.includes('X-Posicion')) passed = 0;
        passed += bytes.length;
        if (passed > holdAfter && Number.isFinite(passed)) proxy.freeze();
        return bytes;
      },
    });
    proxy.connectTo(url);
    const page = await openPage(t, 'ana', { baseURL: proxy.addressOf(url) });
    // The cut also hits the event stream.
    expectErrors(page, /net::ERR_/);
    const names: string[] = [];
    page.on('download', (download) => names.push(download.suggestedFilename()));
    await open(page);
    await choose(page, /^NDJSON/);

    const hold = async () => {
      holdAfter = HOLD_BYTES;
      await press(page, 'Descargar');
      await page.getByText(/^[\d,]+ [KM]B, \d+ de 500\d pedidos$/).waitFor();
    };
    await hold();
    await page
      .getByRole('status')
      .getByText(/^Descargando .*_pedidos_/)
      .waitFor();
    const bar = page.getByRole('progressbar');
    const share = Number(await bar.getAttribute('value')) / Number(await bar.getAttribute('max'));
    assert.ok(share > 0 && share < 1, String(share));
    assert.deepEqual(await faults(page), []);
    await page.keyboard.press('Escape');
    // Enter works because the only button has the focus.
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Descargar' }).waitFor();
    holdAfter = Number.POSITIVE_INFINITY;
    proxy.thaw();

    await choose(page, /^NDJSON/);
    await hold();
    proxy.reset();
    holdAfter = Number.POSITIVE_INFINITY;
    proxy.thaw();
    await page.getByRole('alert').getByText('La descarga se ha cortado').waitFor();
    assert.deepEqual(await faults(page), []);
    // The page of a captive portal is not saved as a file of orders either.
    const portal = { contentType: 'text/html', body: '<h1>Wi-Fi</h1>' };
    const files = '**/exportacion/**';
    await page.route(files, (route) => route.fulfill(portal));
    // Of the two buttons, the one that retries has the focus.
    await page.getByRole('button', { name: 'Reintentar' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('No se ha podido hablar con el servidor').waitFor();
    await page.unroute(files);
    assert.deepEqual(names, []);
    const file = await bytesOf(await saved(page, 'Reintentar'));
    const lines = file.toString().trimEnd().split('\n');
    const ids = lines.map((line) => JSON.parse(line).id as string);
    assert.equal(ids.length, ORDERS);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('a file that is too large for memory goes straight to disk, or to the browser', async (t) => {
    const page = await panel().openPage(t, 'ana');
    // Pretends to have as many orders as would take minutes to export; the file that follows is real.
    await page.route(/\/restaurantes\/\w+\/pedidos\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { paginacion: { total_aprox: number } };
      const paginacion = { ...body.paginacion, total_aprox: 60_000 };
      await route.fulfill({ response, json: { ...body, paginacion } });
    });
    const begin = async () => {
      await page.getByText('60.000 pedidos.').waitFor();
      await choose(page, /^NDJSON/);
    };
    await open(page);
    // A browser without a screen cannot show this dialog: the page gets its answer instead.
    await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) => {
      if (!window.chosen) throw new DOMException('', 'AbortError');
      const folder = await navigator.storage.getDirectory();
      return window.chosen = await folder.getFileHandle(suggestedName, { create: true });
    }`);
    await begin();
    await press(page, 'Descargar');
    await begin();
    await page.evaluate('window.chosen = true');
    await press(page, 'Descargar');
    await page.getByText(/^Descargado: .*_pedidos_.*ndjson$/).waitFor();
    const lines = 'chosen.getFile().then((file) => file.text()).then((text) => text.split("\\n"))';
    assert.equal(await page.evaluate(`${lines}.then(({ length }) => length)`), ORDERS + 1);

    await page.evaluate('window.showSaveFilePicker = undefined');
    await press(page, 'Exportar');
    await begin();
    const download = await saved(page, 'Descargar');
    await page.getByText(/^El navegador está descargando .*_pedidos_/).waitFor();
    const file = await bytesOf(download);
    assert.equal(file.toString().split('\n').length, ORDERS + 1);
  });

  test('an export that is too large for Excel becomes a CSV', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    await open(page);
    await choose(page, /^IVA/);
    expectErrors(page, /status of 400/);
    await press(page, 'Descargar');
    await page.getByText('Son más de 100.000 filas').waitFor();
    const download = await saved(page, 'Descargar como CSV');
    assert.match(download.suggestedFilename(), /^[\w-]+_iva_.*\.csv$/);
    const rows = readCsv((await bytesOf(download)).toString());
    assert.ok(rows.length > BULK * RATES);
  });

  test('a third download at once has to wait', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    await open(page);
    const path = `/panel/api/restaurantes/${RESTAURANTE_ID}/exportacion/pedidos`;
    await page.evaluate(
      `Promise.all([1, 2].map(() => fetch('${path}'))).then((all) => { window.held = all; })`,
    );
    expectErrors(page, /status of 429/);
    await press(page, 'Descargar');
    await page.getByText('Ya hay otras exportaciones en marcha').waitFor();
    await page.evaluate('Promise.all(held.map(({ body }) => body.cancel()))');
    await page.waitForFunction(
      `fetch('${path}?hasta=2000-01-01').then(({ status }) => status === 200)`,
      undefined,
      { timeout: PATIENCE_MS },
    );
    await press(page, 'Volver');
    await page.getByRole('button', { name: 'Descargar' }).waitFor();
  });

  test('the dialog is accessible in both themes, fits a phone and speaks English', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await open(page, '/pedidos/lista?desde=2026-01-01&hasta=2026-12-31&tipo=mesa');
    assert.deepEqual(await faults(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await faults(page, { runOnly: ['color-contrast'] }), []);
    await page.setViewportSize(VIEWPORTS.pocket);
    await fits(page, 'the dialog');
    await page.keyboard.press('Escape');
    await press(page, 'Abrir el menú');
    await press(page, 'EN');
    await page.keyboard.press('Escape');
    await press(page, 'Export');
    const dialog = page.getByRole('dialog', { name: 'Export orders' });
    await dialog.getByText('With the filters of the page: Table, From day').waitFor();
    assert.doesNotMatch(await dialog.innerText(), /Pedido|Fila|Una fila|Exportar|filas/);
  });

  test('every other table is saved as it stands', async (t) => {
    const { openPage, service, write } = panel();
    const page = await openPage(t, 'olga');
    const make = (path: string, data: object) =>
      write(page, 'POST', `${RESTAURANTE_ID}${path}`, data);
    const receiver = await startSite(t, (request, response) => {
      request.resume();
      response.end();
    });
    await service.makeLlave({ nombre: 'Caja' });
    await make('/pantallas', { nombre: 'Barra', clase: 'tablero' });
    const { id } = await make('/webhooks', { nombre: 'Cocina', url: receiver });
    const numero = '20990102-7';
    await carryOut(service, comando.crear(samplePedido({ numero })));
    const TABLES = [
      { path: at('/llaves'), column: 'nombre', value: 'Caja' },
      { path: at('/pantallas'), column: 'nombre', value: 'Barra' },
      { path: at(`/webhooks/${id}`), column: 'pedido_numero', value: numero },
      { path: at('/actividad'), column: 'accion', value: 'pantalla.creada' },
      { path: '/panel/operador/restaurantes', column: 'nombre', value: 'Bar Lola' },
      { path: '/panel/operador/usuarios', column: 'email', value: EMAIL.ana },
      { path: '/panel/operador/actividad', column: 'accion', value: 'webhook.creado' },
    ];
    for (const { path, column, value } of TABLES) {
      await page.goto(path);
      const shown = { 'pantalla.creada': 'Pantalla creada', 'webhook.creado': 'Webhook creado' };
      const text = shown[value as keyof typeof shown] ?? value;
      await page.locator('main').getByText(text).first().waitFor();
      const download = await saved(page, 'Exportar');
      assert.match(download.suggestedFilename(), /\.csv$/, path);
      const rows = readCsv((await bytesOf(download)).toString().replace(/^\uFEFF/, ''), ';');
      assert.ok(rows.map((row) => row[column]).includes(value), path);
    }
  });
};
