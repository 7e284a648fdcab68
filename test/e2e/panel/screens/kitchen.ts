import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request, Route } from 'playwright-core';
import { DAY_MS, MINUTE_MS } from '../../../../src/domain/time.ts';
import { carryOut } from '../../../http/api/world.ts';
import { INSECURE_HOST, VIEWPORTS } from '../../../support/browser.ts';
import { startProxy } from '../../../support/machine/proxy.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { faults, fits, settled } from '../every-page.ts';
import { at, confirm, type RunningPanel } from '../start-panel.ts';

/** An order of this customer, so that a test can find it by name. */
const orderOf = (nombre: string) =>
  samplePedido({ cliente: { ...samplePedido().cliente, nombre } });

export const kitchenTests = (panel: () => RunningPanel): void => {
  test('a server that stops is announced on every screen, and afterwards they are right again', async (t) => {
    const { openPage, service, dataDir, expectErrors } = panel();
    // Starts another server on the same data, which takes orders meanwhile.
    const start = () => startService(t, { env: { DATA_DIR: dataDir } });
    const [proxy, server] = [await startProxy(t), await start()];
    proxy.connectTo(server.publicUrl);
    const baseURL = proxy.addressOf(server.publicUrl);
    const [gone = ''] = await carryOut(service, comando.crear(orderOf('Berta Antes')));
    const open = async (path: string) => {
      const page = await openPage(t, 'ana', { baseURL });
      await page.clock.install();
      await page.goto(at(path));
      await page.getByRole('status').getByText('En directo').first().waitFor();
      expectErrors(page, /net::ERR_/);
      return page;
    };
    const pages = await Promise.all(['/pedidos/cocina', '/pedidos', ''].map(open));
    const [kitchen, board] = pages;
    assert.ok(kitchen && board);
    proxy.connectTo(null);
    const stopped = server.stop();
    const [late = ''] = await carryOut(service, comando.crear(orderOf('Luis Luego')));
    await carryOut(service, comando.avanzar(gone, 'entregado'));
    await Promise.all(
      pages.map(async (page) => {
        await page.getByRole('status').getByText('Conectando').first().waitFor();
        await page.clock.fastForward(5_000);
        // The browser's failing attempts to reconnect must not postpone the alarm.
        await page.waitForEvent('requestfailed', (request) => request.url().includes('/stream'));
        await page.clock.fastForward(4_000);
        await page
          .getByRole('alert')
          .getByText(/desde \d\d:\d\d/)
          .waitFor();
        const bar = await page.locator('.outage').boundingBox();
        assert.equal(bar?.width, page.viewportSize()?.width);
      }),
    );
    assert.ok(await kitchen.getByText('Berta Antes').isVisible());
    await kitchen.clock.fastForward(DAY_MS);
    await kitchen
      .getByRole('alert')
      .getByText(/desde \d+ \w+ \d{4}, \d\d:\d\d/)
      .waitFor();

    await stopped;
    proxy.connectTo((await start()).publicUrl);
    await Promise.all(pages.map((page) => page.locator('.outage').waitFor({ state: 'detached' })));
    for (const page of [kitchen, board]) {
      await page.getByText('Luis Luego').waitFor();
      await page.getByText('Berta Antes').waitFor({ state: 'detached' });
    }
    await carryOut(service, comando.cancelar(late));
    await kitchen.getByText('Luis Luego').waitFor({ state: 'detached' });
  });

  test('the kitchen shows all of an order, and ticks what is ready', async (t) => {
    const { openPage, service } = panel();
    const [first] = samplePedido().items;
    assert.ok(first);
    const nombre = 'Hamburguesa de vacuno madurado con queso azul y cebolla caramelizada';
    const items = [
      { ...first, id: 'itm_1', nombre, tamaño: 'Única', estado_cocina: 'listo' },
      { ...first, id: 'itm_2', nombre: 'Agua', tamaño: 'Grande', estado_cocina: 'pendiente' },
    ];
    const cliente = {
      ...samplePedido().cliente,
      nombre: 'María José Fernández de la Vega Castellanos',
    };
    const instrucciones = 'Sin cebolla\nEl timbre no va';
    const [id = '', silent = ''] = await carryOut(
      service,
      comando.crear(samplePedido({ items, cliente, instrucciones })),
      comando.crear(samplePedido({ instrucciones: '' })),
    );
    await carryOut(service, comando.avanzar(id, 'en_preparacion'));
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/cocina'));
    const ticket = page.locator(`[data-order=${id}]`);
    await ticket.locator('[data-progress=done]').getByText(nombre).waitFor();
    assert.match(await ticket.locator('[data-progress=todo]').innerText(), /Agua\s·\sGrande/);
    assert.doesNotMatch(await ticket.innerText(), /Única/);
    assert.equal(await ticket.locator('.ticket-note').innerText(), instrucciones);
    assert.equal(await page.locator(`[data-order=${silent}] .ticket-note`).count(), 0);
    const isCut = `[...document.querySelectorAll('[data-order=${id}] *:not(.hidden-text)')].some(
      (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflow !== 'visible')`;
    assert.equal(await page.evaluate(isCut), false);
    await carryOut(service, comando.cancelar(id), comando.cancelar(silent));
    await ticket.waitFor({ state: 'detached' });
  });

  test('the server’s clock counts, not the device’s: an order for another day says which, until that day comes', async (t) => {
    const { openPage, service } = panel();
    const programado_para = '2030-05-03T19:30:00.000Z';
    const [id = ''] = await carryOut(service, comando.crear(samplePedido({ programado_para })));
    const page = await openPage(t, 'ana', {});
    let momento = '2030-05-02T21:30:00.000Z';
    await page.route('**/stream*', (route) => {
      const ping = { tipo: 'conexion.ping', momento, reanudacion: 'continuada' };
      const body = `retry: 100\nevent: conexion.ping\ndata: ${JSON.stringify(ping)}\n\n`;
      return route.fulfill({ contentType: 'text/event-stream', body });
    });
    const order = page.locator(`[data-order=${id}]`);
    for (const path of ['/pedidos', '/pedidos/cocina']) {
      await page.goto(at(path));
      await order.getByText('Para el 3 may 2030, 21:30', { exact: true }).waitFor();
    }
    await page.locator('time').getByText('23:30', { exact: true }).waitFor();
    // Midnight in Madrid was half an hour ago.
    momento = '2030-05-02T22:30:00.000Z';
    await order.getByText('Para las 21:30', { exact: true }).waitFor();
    await carryOut(service, comando.cancelar(id));
  });

  test('the kitchen fills the screen, and offers it only where the device can', async (t) => {
    const { openPage } = panel();
    const page = await openPage(t, 'ana', {});
    await page.goto(at('/pedidos/cocina'));
    await page.getByRole('button', { name: 'Pantalla completa' }).click();
    await page.getByRole('button', { name: 'Salir de pantalla completa' }).click();
    await page.getByRole('button', { name: 'Pantalla completa', exact: true }).waitFor();
    // Fullscreen is missing on an iPhone and on older tablets.
    await page.addInitScript(`delete Element.prototype.requestFullscreen;
      Object.defineProperty(document, 'fullscreenEnabled', { value: undefined });`);
    await page.reload();
    await page.getByRole('button', { name: 'Activar el sonido' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Pantalla completa' }).count(), 0);
  });

  test('the kitchen lets the screen sleep again, also if it is left before the browser has granted the lock', async (t) => {
    const page = await panel().openPage(t, 'ana', { permissions: ['screen-wake-lock'] });
    await page.goto(at('/pedidos'));
    await page.evaluate(`{
      const { wakeLock } = navigator;
      const request = wakeLock.request.bind(wakeLock);
      window.locks = [];
      wakeLock.request = async (type) => {
        locks.push(await request(type));
        await new Promise((resolve) => (window.grant = resolve));
        return locks[0];
      };
    }`);
    await page.getByRole('link', { name: 'Modo cocina' }).click();
    await until(() => page.evaluate<boolean>('locks.length === 1'));
    await page.getByRole('link', { name: 'Cerrar' }).click();
    await page.getByRole('heading', { name: 'Pedidos', level: 1 }).waitFor();
    assert.equal(await page.evaluate('locks[0].released'), false);
    await page.evaluate('grant()');
    assert.equal(await page.evaluate('locks[0].released'), true);
  });

  test('a kitchen with something in every state shows them all on a tablet, and a board on a laptop', async (t) => {
    const { openPage, service } = panel();
    const estados = ['confirmado', 'en_preparacion', 'listo'] as const;
    const ids = await carryOut(service, ...comando.crearVarios(1 + estados.length));
    await carryOut(service, ...estados.map((estado, i) => comando.avanzar(ids[i] ?? '', estado)));
    const page = await openPage(t, 'ana');
    await page.setViewportSize(VIEWPORTS.tablet);
    await page.goto(at('/pedidos/cocina'));
    await page.locator('.kitchen-group').nth(estados.length).waitFor();
    await fits(page, 'the kitchen');
    // The buttons stand in one row and are large enough for wet fingers.
    const head = page.locator('.kitchen-head');
    const heights = await head
      .locator('.button')
      .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().height));
    assert.ok(heights.length === 4 && Math.min(...heights) >= 44, `${heights}`);
    assert.equal((await head.boundingBox())?.height, Math.max(...heights));
    // The board has one state more than the kitchen.
    ids.push(...(await carryOut(service, comando.crear(samplePedido()))));
    await carryOut(service, comando.avanzar(ids.at(-1) ?? '', 'en_reparto'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(at('/pedidos'));
    await page
      .locator('.column[data-empty=false]')
      .nth(ids.length - 1)
      .waitFor();
    const isCut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.board'))`;
    assert.equal(await page.evaluate(isCut), false, 'the board on a laptop');
    await carryOut(service, ...ids.map((id) => comando.cancelar(id)));
  });

  test('a page that is opened for the first time while the server is away comes when it is back', async (t) => {
    const { openPage, service, expectErrors } = panel();
    const proxy = await startProxy(t);
    proxy.connectTo(service.publicUrl);
    const page = await openPage(t, 'ana', { baseURL: proxy.addressOf(service.publicUrl) });
    expectErrors(page, /net::ERR_/);
    await page.goto(at(''));
    await settled(page, 'Casa Pepa');
    const go = (name: string) => page.locator('.sidebar').getByRole('link', { name }).click();
    proxy.connectTo(null);
    await go('Carta');
    await page.locator('.bone').first().waitFor();
    // Other pages can be reached although this one cannot be loaded.
    await go('Inicio');
    await settled(page, 'Casa Pepa');
    await go('Zonas');
    proxy.connectTo(service.publicUrl);
    await settled(page, 'Zonas');
    await go('Carta');
    await settled(page, 'Carta');
  });

  test('a board that could not be loaded is retried: nobody touches a wall', async (t) => {
    const { openPage, service, expectErrors } = panel();
    const [id = ''] = await carryOut(service, comando.crear(orderOf('Irene Insiste')));
    const page = await openPage(t, 'ana', {});
    expectErrors(page, /status of 503/);
    await page.clock.install();
    const tablero = '**/tablero*';
    await page.route(tablero, (route) =>
      route.fulfill({ status: 503, json: { codigo: 'error_interno' } }),
    );
    await page.goto(at('/pedidos/cocina'));
    const trouble = page.getByRole('alert').getByText('Ha fallado el servidor');
    await until(async () => {
      await page.clock.fastForward(2_000);
      return trouble.isVisible();
    });
    await page.unroute(tablero);
    await page.clock.fastForward(10_000);
    await page.getByText('Irene Insiste').waitFor();
    await trouble.waitFor({ state: 'detached' });
    await carryOut(service, comando.cancelar(id));
  });

  test('a gateway’s refusal that comes after as long as silence lasts leads to one stream, not two', async (t) => {
    const { openPage, expectErrors } = panel();
    const page = await openPage(t, 'ana', {});
    expectErrors(page, /status of 504/);
    await page.clock.install();
    const streams: Route[] = [];
    await page.route('**/stream*', (route) => void streams.push(route));
    await page.goto(at('/pedidos/cocina'));
    await until(() => streams.length === 1);
    await page.clock.fastForward(8_000);
    const isStream = (request: Request) => request.url().includes('/stream');
    // The refusal, or silence if that cuts the stream off first.
    const over = Promise.race([
      page.waitForEvent('requestfinished', isStream),
      page.waitForEvent('requestfailed', isStream),
    ]);
    await streams[0]?.fulfill({ status: 504 });
    await over;
    // The next attempt after silence is due now, and the one after the refusal.
    await page.clock.fastForward(4_000);
    await page.evaluate(() => fetch('/panel/favicon.svg'));
    assert.equal(streams.length, 2);
  });

  test('a kitchen with many orders shows the oldest, and says how many newer ones there are', async (t) => {
    const { openPage, service } = panel();
    const [item] = samplePedido().items;
    assert.ok(item);
    const items = [1, 2, 3, 4, 5].map((n) => ({ ...item, id: `itm_${n}` }));
    const [first = '', ...others] = await carryOut(
      service,
      comando.crear(samplePedido({ items })),
      ...comando.crearVarios(59),
    );
    const all = [first, ...others];
    await carryOut(service, ...all.map((id) => comando.avanzar(id, 'confirmado')));
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/cocina'));
    const more = page.getByRole('button', { name: /^\d+ pedidos? más$/ });
    await more.waitFor();
    const shown = async (id = '') => {
      const box = await page.locator(`[data-order=${id}]`).boundingBox();
      return box !== null && box.x < VIEWPORTS.desk.width;
    };
    assert.deepEqual([await shown(first), await shown(all.at(-1))], [true, false]);
    assert.equal(await page.evaluate('document.documentElement.scrollHeight'), 900);

    const count = async (): Promise<number> => Number.parseInt(await more.innerText(), 10);
    const before = await count();
    const instrucciones = 'Sin cebolla. '.repeat(70);
    await carryOut(service, comando.anotar(first, { instrucciones }));
    await until(async () => (await count()) > before);
    await carryOut(service, ...others.map((id) => comando.cancelar(id)));
    await more.waitFor({ state: 'hidden' });
    await carryOut(service, comando.cancelar(first));
    await page.locator(`[data-order=${first}]`).waitFor({ state: 'detached' });
  });

  test('after one tap a new order sounds, and one that waits too long sounds louder', async (t) => {
    const { openPage, service } = panel();
    const page = await openPage(t, 'ana', {});
    await page.clock.install();
    // Records the peak volume of each note.
    await page.addInitScript(`window.played = [];
      const ramp = AudioParam.prototype.linearRampToValueAtTime;
      AudioParam.prototype.linearRampToValueAtTime = function (value, when) {
        window.played.push(value);
        return ramp.call(this, value, when);
      };
      window.AudioContext = class extends AudioContext {
        constructor() {
          super();
          window.audio = this;
        }
      };`);
    await page.goto(at('/pedidos/cocina'));
    await page.getByRole('status').getByText('En directo').first().waitFor();
    const played = async () => (await page.evaluate('window.played')) as number[];
    const [silent = ''] = await carryOut(service, comando.crear(orderOf('Sigilosa')));
    await page.getByText('Sigilosa').waitFor();
    assert.deepEqual(await played(), []);
    await page.getByRole('button', { name: 'Activar el sonido' }).click();
    await page.getByRole('button', { name: 'Con sonido' }).waitFor();
    const allowed = (await played()).length;
    assert.ok(allowed > 0, 'it says what it sounds like');
    // A tablet suspends the sound when its screen is locked or another program plays something.
    await page.evaluate('window.audio.suspend()');
    await until(async () => (await page.evaluate('window.audio.state')) === 'running');
    await page.getByRole('button', { name: 'Con sonido' }).waitFor();
    const [heard = ''] = await carryOut(service, comando.crear(orderOf('Sonora')));
    await page.getByText('Sonora').waitFor();
    await until(async () => (await played()).length > allowed);
    const soft = await played();
    await page.clock.fastForward('31:00');
    await until(async () => (await played()).length > soft.length);
    const loud = (await played()).slice(soft.length);
    assert.ok(Math.max(...loud) > Math.max(...soft), `${loud} over ${soft}`);
    await carryOut(service, comando.cancelar(silent), comando.cancelar(heard));
  });

  test('each step by which an order is late shows on its ticket; the loudest is that nobody accepts it', async (t) => {
    const { openPage, service } = panel();
    const begun = (minutes: number, nombre: string) =>
      comando.crear({
        ...orderOf(nombre),
        creado_en: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
      });
    const levels = { fine: 1, warn: 4, alarm: 6 };
    const pending = await carryOut(
      service,
      ...Object.entries(levels).map(([level, minutes]) => begun(minutes, level)),
    );
    // A delivery should be ready after 25 minutes.
    const cooked = await carryOut(service, begun(17, 'fine'), begun(20, 'warn'), begun(26, 'bad'));
    await carryOut(service, ...cooked.map((id) => comando.avanzar(id, 'confirmado')));
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/cocina'));
    for (const [ids, wanted] of [
      [pending, Object.keys(levels)],
      [cooked, ['fine', 'warn', 'bad']],
    ] as const) {
      for (const [i, level] of wanted.entries()) {
        await page.locator(`[data-order=${ids[i]}][data-late=${level}]`).waitFor();
      }
    }
    const alarmed = page.locator('.ticket-unaccepted');
    assert.deepEqual(await alarmed.allInnerTexts(), ['¡Sin aceptar!']);
    await carryOut(service, ...[...pending, ...cooked].map((id) => comando.cancelar(id)));
  });

  test('on a tablet that waits for a touch before it sounds, a touch of anything will do', async (t) => {
    const page = await panel().openPage(t, 'ana', { hasTouch: true });
    // Touching the screen alone does not allow sound yet; lifting the finger does.
    await page.addInitScript(`localStorage.setItem('comanda.sound', 'on');
      window.AudioContext = class extends AudioContext {
        isTouched = false;
        get state() { return this.isTouched ? 'running' : 'suspended'; }
        resume() {
          this.isTouched ||= ['touchend', 'click'].includes(window.event?.type);
          return this.isTouched ? Promise.resolve() : new Promise(() => undefined);
        }
      };`);
    await page.goto(at('/pedidos/cocina'));
    await page.locator('[data-sound=blocked]').waitFor();
    await page.locator('.kitchen-clock').tap();
    await page.locator('[data-sound=on]').waitFor();
  });

  test('a screen shows the kitchen without a session, survives a restart, and goes dark when it is removed', async (t) => {
    const { openPage, service, dataDir, expectErrors } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at('/pantallas'));
    await page.getByRole('button', { name: 'Crear pantalla' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Plancha');
    await dialog.getByRole('button', { name: 'Crear pantalla' }).click();
    const shown = page.getByRole('dialog', { name: 'Pantalla «Plancha» creada' });
    const link = await shown.getByRole('region', { name: 'Enlace' }).innerText();
    await shown.getByRole('img', { name: 'Código QR del enlace' }).waitFor();
    assert.deepEqual(await faults(page), []);
    await shown.getByRole('button', { name: 'Ya la he abierto' }).click();
    const { pathname, hash } = new URL(link);

    const [id = ''] = await carryOut(service, comando.crear(orderOf('Paula Pared')));
    const wall = await openPage(t, null);
    await wall.goto(pathname + hash);
    await wall.getByText('Paula Pared').waitFor();
    assert.equal(new URL(wall.url()).hash, '', 'the token is not left in the address');
    assert.deepEqual(await faults(wall), []);
    assert.equal(await wall.getByText(samplePedido().cliente.telefono).count(), 0);
    await wall.getByRole('status').getByText('En directo').first().waitFor();
    await page
      .getByRole('row', { name: /Plancha/ })
      .getByText('Encendida')
      .waitFor();

    // Another server on the same data, as after a restart: the cookie is enough.
    const again = await startService(t, { env: { DATA_DIR: dataDir } });
    const other = await openPage(t, null, { baseURL: again.publicUrl });
    await other.context().addCookies(await wall.context().cookies());
    await other.goto(pathname);
    await other.getByText('Paula Pared').waitFor();

    for (const each of [wall, other]) expectErrors(each, /status of 401/);
    await page
      .getByRole('row', { name: /Plancha/ })
      .getByRole('button', { name: 'Retirar' })
      .click();
    await confirm(page, 'Retirar');
    for (const each of [wall, other]) {
      await each.getByRole('heading', { name: 'Esta pantalla se ha retirado' }).waitFor();
      assert.equal(await each.getByText('Paula Pared').count(), 0);
    }
    await wall.reload();
    await wall.getByRole('heading', { name: 'Esta pantalla se ha retirado' }).waitFor();
    assert.deepEqual(await faults(wall), []);
    await page.goto(at('/actividad'));
    await page.getByText('Pantalla retirada').first().waitFor();
    // The page shows no raw ids, keys or user agents.
    assert.doesNotMatch(await page.locator('main').innerText(), /pan_|clase:|agente|Mozilla/);
    await carryOut(service, comando.cancelar(id));
  });

  test('without https a screen’s link leads to where the panel is, and can be copied', async (t) => {
    const { openPage, url, expectErrors } = panel();
    const { origin } = new URL(url.replace('127.0.0.1', INSECURE_HOST));
    const page = await openPage(t, 'ana', { baseURL: origin });
    expectErrors(page, /Cross-Origin-Opener-Policy/);
    await page.goto(at('/pantallas'));
    await page.getByRole('button', { name: 'Crear pantalla' }).first().click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('Horno');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Pantalla «Horno» creada' });
    const link = await shown.getByRole('region', { name: 'Enlace' }).innerText();
    assert.equal(new URL(link).origin, origin);
    await shown.getByText('Sin https').waitFor();
    await shown.getByRole('button', { name: 'Copiar: Enlace' }).click();
    await shown.getByRole('button', { name: 'Copiado: Enlace' }).waitFor();
    await shown.getByRole('button', { name: 'Ya la he abierto' }).click();
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.keyboard.press('Control+V');
    assert.equal(await page.locator(':focus').inputValue(), link);
  });

  test('a screen with the board shows the orders by state, and no amounts', async (t) => {
    const { openPage, service, write, expectErrors } = panel();
    const [id = ''] = await carryOut(service, comando.crear(orderOf('Tamara Tablero')));
    const person = await openPage(t, 'ana');
    const screen = { nombre: 'Barra', clase: 'tablero' };
    const made = await write(person, 'POST', `${RESTAURANTE_ID}/pantallas`, screen);
    const { pathname, hash } = new URL(made.enlace ?? '');
    const wall = await openPage(t, null, { locale: 'en-GB' });
    expectErrors(wall, /status of 401/);
    // A browser without cookies shows that as the reason and keeps the link: the screen has not been removed.
    await wall.route('**/abrir', (route) => route.fulfill({ json: {} }));
    await wall.goto(pathname + hash);
    await wall.getByRole('alert').getByText('keeps no cookies').waitFor();
    await wall.unrouteAll();
    await wall.getByRole('button', { name: 'Try again' }).click();
    const column = wall.getByRole('region', { name: 'Pending', exact: true });
    await column.getByText('Tamara Tablero').waitFor();
    assert.doesNotMatch(await column.innerText(), /€/);
    assert.equal(await column.getByRole('link').count(), 0);
    await carryOut(service, comando.avanzar(id, 'listo'));
    await wall.getByRole('region', { name: 'Ready' }).getByText('Tamara Tablero').waitFor();
    // The note of a state without orders stands right below its name, not at the bottom of the wall.
    const gaps = (await wall.evaluate(`[...document.querySelectorAll('.column[data-empty=true]')]
      .map(({ firstElementChild: head, lastElementChild: none }) =>
        none.getBoundingClientRect().top - head.getBoundingClientRect().bottom)`)) as number[];
    assert.ok(Math.max(...gaps) < 30, gaps.join());
    // Nobody scrolls a wall, so the page says how many orders do not fit.
    await wall.setViewportSize({ width: 1440, height: 240 });
    await wall
      .getByRole('region', { name: 'Ready' })
      .getByText(/^\d+ more below$/)
      .waitFor();
    assert.deepEqual(await faults(wall), []);

    // The 401 of a captive portal must not pass for a removed screen, whose copy is dropped.
    await until(() =>
      wall.evaluate<boolean>(
        `localStorage.getItem('comanda.screen.${pathname.split('/').at(-1)}') !== null`,
      ),
    );
    await wall.clock.install();
    const portal = { status: 401, contentType: 'text/html', body: '<h1>Wi-Fi</h1>' };
    await wall.route('**/panel/api/**', (route) => route.fulfill(portal));
    await wall.reload();
    const trouble = wall.getByRole('alert').getByText('No connection to the server');
    await until(async () => {
      await wall.clock.fastForward(2_000);
      return trouble.isVisible();
    });
    await wall.getByText('Tamara Tablero').waitFor();
    await wall.unrouteAll();
    await wall.clock.fastForward(10_000);
    await trouble.waitFor({ state: 'detached' });
    await wall.getByText('Tamara Tablero').waitFor();
    await carryOut(service, comando.cancelar(id));
  });
};
