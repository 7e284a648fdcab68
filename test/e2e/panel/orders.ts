import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryOut } from '../../http/api/world.ts';
import { comando, samplePedido } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { settled } from './every-page.ts';
import { at, confirm, holdBack, type RunningPanel } from './start-panel.ts';

export const orderTests = (panel: () => RunningPanel): void => {
  test('a new order appears and moves without a reload', async (t) => {
    const { openPage, service } = panel();
    const page = await openPage(t, 'ana', { reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto(at('/pedidos'));
    await page.getByRole('status').getByText('En directo').first().waitFor();
    await page.evaluate('window.stillTheSamePage = true');

    const cliente = { ...samplePedido().cliente, nombre: 'Begoña Viva' };
    const [id = ''] = await carryOut(service, comando.crear(samplePedido({ cliente })));
    const card = (estado: string) =>
      page.getByRole('region', { name: estado, exact: true }).getByText('Begoña Viva');
    await card('Pendiente').waitFor();
    const detalle = { minutos_estimados: 25, nota_interna: 'sin prisa' };
    await carryOut(service, comando.avanzar(id, 'confirmado', { detalle }));
    await card('Confirmado').waitFor();
    await carryOut(service, comando.avanzar(id, 'listo'));
    await card('Listo').waitFor();
    assert.equal(await page.getByText('Begoña Viva').count(), 1);
    const fresh = page.locator(`[data-order=${id}][data-fresh=true]`);
    assert.equal(await fresh.count(), 1);
    await page.clock.fastForward(20_000);
    await fresh.waitFor({ state: 'detached' });

    await card('Listo').click();
    await page.getByRole('heading', { name: /^Pedido \d{8}-\d+$/ }).waitFor();
    const history = page.getByRole('region', { name: 'Historial' });
    await history.getByText('Confirmado').waitFor();
    await history.getByText('Minutos estimados: 25 · nota interna: sin prisa').waitFor();
    await carryOut(service, comando.avanzar(id, 'entregado'));
    await history.getByText('Entregado').waitFor();

    await page.getByRole('button', { name: 'Eventos y entregas' }).click();
    await page.getByText('pedido.entregado').waitFor();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const raw = await page.getByRole('region', { name: 'JSON', exact: true }).innerText();
    assert.equal(JSON.parse(raw).id, id);
    assert.equal(await page.evaluate('window.stillTheSamePage'), true);
  });

  test('the list is searched and filtered, and the address remembers it', async (t) => {
    const { openPage, service } = panel();
    const cliente = { ...samplePedido().cliente, nombre: 'Úrsula Única' };
    await carryOut(service, comando.crear(samplePedido({ cliente, tipo: 'mesa' })));
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/lista'));
    await page.getByRole('row', { name: /Mesa/ }).first().waitFor();
    const search = await holdBack(page, '**/pedidos?*', 'GET');
    await page.getByLabel(/^Buscar por número/).fill('ursula unica');
    // Wait for the search: the previous rows are not its result.
    await page.getByRole('status').getByText('Cargando').waitFor();
    search.release();
    await page.getByText('1 pedido', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Buscar también en platos y direcciones' }).click();
    await page.getByText(/^1 encontrado tras mirar /).waitFor();
    await page.getByLabel(/^Buscar por número/).fill('ursula unica');
    await page.getByLabel('Tipo').selectOption('reparto');
    await page.getByText('Ningún pedido coincide').waitFor();
    await page.reload();
    await page.getByText('Ningún pedido coincide').waitFor();
    assert.equal(await page.getByLabel(/^Buscar por número/).inputValue(), 'ursula unica');
    await page.getByRole('button', { name: 'Quitar filtros' }).first().click();
    await page.getByRole('row', { name: /Mesa/ }).first().waitFor();
  });

  test('the list is filtered by hours, and says at the field what is reversed', async (t) => {
    const page = await panel().openPage(t, 'ana');
    await page.goto(at('/pedidos/lista?desde=2026-01-05&hasta=2026-01-06'));
    await page.getByText('Ningún pedido coincide').waitFor();
    await page.getByRole('checkbox', { name: 'Con horas' }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL('**?desde=2026-01-05T05%3A00&hasta=2026-01-06T05%3A00');
    const until = page.getByLabel('Hasta el día');
    await until.fill('2026-01-05T03:00');
    await page.getByText('El final ha de ser posterior al principio.').waitFor();
    assert.equal(await until.inputValue(), '2026-01-05T03:00');
    await until.fill('2026-01-05T23:00');
    await page.getByText('Ningún pedido coincide').waitFor();
    await page.getByRole('checkbox', { name: 'Con horas' }).press('Space');
    await page.waitForURL('**?desde=2026-01-05&hasta=2026-01-05');
  });

  test('the list is filtered by payment method, also by one that the panel does not know', async (t) => {
    const { openPage, service } = panel();
    const paidBy = (metodo: string, nombre: string) =>
      comando.crear(
        samplePedido({
          cliente: { ...samplePedido().cliente, nombre },
          pago: { ...samplePedido().pago, metodo },
        }),
      );
    await carryOut(service, paidBy('efectivo', 'Paga Efectivo'), paidBy('bizum', 'Paga Bizum'));
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/lista'));
    await page.getByText('Paga Bizum').first().waitFor();
    await page.getByLabel('Forma de pago').selectOption('efectivo');
    await page.getByText('Paga Bizum').waitFor({ state: 'detached' });
    await page.getByText('Paga Efectivo').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('metodo_pago'), 'efectivo');
    await page.goto(at('/pedidos/lista?metodo_pago=bizum'));
    await page.getByText('Paga Bizum').first().waitFor();
    assert.equal(await page.getByText('Paga Efectivo').count(), 0);
    assert.equal(await page.getByLabel('Forma de pago').inputValue(), 'bizum');
  });

  test('older orders or entries that cannot be loaded are an error beside the button, which tries again', async (t) => {
    const { openPage, service, expectErrors } = panel();
    const ids = await carryOut(service, ...comando.crearVarios(30));
    const page = await openPage(t, 'ana', {});
    expectErrors(page, /status of 503/);
    await page.clock.install();
    const api = '**/panel/api/**';
    const trouble = page.getByRole('alert').getByText('Ha fallado el servidor');
    const failing = async () => {
      await page.route(api, (route) =>
        route.fulfill({ status: 503, json: { codigo: 'error_interno' } }),
      );
    };
    const untilTrouble = () =>
      until(async () => {
        await page.clock.fastForward(2_000);
        return trouble.isVisible();
      });
    await page.goto(at('/pedidos/lista'));
    const rows = page.locator('.order-rows tbody tr');
    await rows.nth(24).waitFor();
    await failing();
    await page.getByRole('button', { name: 'Cargar más' }).click();
    await untilTrouble();
    await page.locator('.card').filter({ has: trouble }).waitFor();
    await page.unroute(api);
    await page.getByRole('button', { name: 'Cargar más' }).click();
    await rows.nth(29).waitFor();
    await trouble.waitFor({ state: 'detached' });

    await page.locator('.sidebar').getByRole('link', { name: 'Actividad' }).click();
    await page.locator('.activity li').first().waitFor();
    await page.locator('.sidebar').getByRole('link', { name: 'Zonas' }).click();
    await settled(page, 'Zonas');
    await page.clock.fastForward(11_000);
    await failing();
    await page.locator('.sidebar').getByRole('link', { name: 'Actividad' }).click();
    await page.locator('.activity li').first().waitFor();
    await untilTrouble();
    await carryOut(service, ...ids.map((id) => comando.cancelar(id)));
  });

  test('the figures follow the orders', async (t) => {
    const { openPage, service } = panel();
    const page = await openPage(t, 'ana');
    await page.goto(at(''));
    const tile = page.locator('.tile', { hasText: 'Pedidos' }).getByRole('link');
    await page.getByRole('status').getByText('En directo').first().waitFor();
    const before = Number(await tile.innerText());
    await carryOut(service, comando.crear());
    await tile.getByText(String(before + 1), { exact: true }).waitFor();
  });

  test('a customer is forgotten after a question that says in how many orders', async (t) => {
    const { openPage, service } = panel();
    const cliente = { ...samplePedido().cliente, nombre: 'Olvido Pronto', telefono: '655 000 111' };
    const [, id = ''] = await carryOut(
      service,
      comando.crear(samplePedido({ cliente })),
      comando.crear(samplePedido({ cliente })),
    );
    const page = await openPage(t, 'ana');
    await page.goto(at(`/pedidos/${id}`));
    await page.getByRole('region', { name: 'Datos' }).getByText('Olvido Pronto').waitFor();
    await page.getByRole('button', { name: 'Olvidar al cliente' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Afecta a 2 pedidos.').waitFor();
    await confirm(page, 'Cancelar');
    await page.getByRole('button', { name: 'Olvidar al cliente' }).click();
    await confirm(page, 'Olvidar al cliente');
    await page.getByText('Cliente olvidado en 2 pedidos.').waitFor();
    await page
      .getByRole('region', { name: 'Historial' })
      .getByText('Cliente olvidado')
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Datos' }).getByText('Cliente olvidado').waitFor();
    assert.equal(await page.getByText('Olvido Pronto').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Olvidar al cliente' }).count(), 0);
    await page.goto(at('/pedidos/lista'));
    await page.locator('.order-rows').getByText('Sin nombre').first().waitFor();
  });

  test('the kitchen has its own screen', async (t) => {
    const { openPage, service } = panel();
    const [id = ''] = await carryOut(service, comando.crear());
    await carryOut(service, comando.avanzar(id, 'en_preparacion'));
    const page = await openPage(t, 'ana', { viewport: { width: 1920, height: 1080 } });
    await page.goto(at('/pedidos/cocina'));
    const column = page.getByRole('region', { name: 'En preparación' });
    await column.getByText('El timbre no va').first().waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    await page.getByRole('link', { name: 'Cerrar' }).click();
    await page.getByRole('link', { name: 'Tablero' }).waitFor();
  });

  test('older orders that are on their way arrive, even if a new order refreshes the list', async (t) => {
    const { openPage, service } = panel();
    const ids = await carryOut(service, ...comando.crearVarios(30));
    const page = await openPage(t, 'ana', {});
    await page.clock.install();
    await page.goto(at('/pedidos/lista'));
    await page.getByRole('status').getByText('En directo').first().waitFor();
    const older = await holdBack(page, '**/pedidos?*cursor=*', 'GET');
    await page.getByRole('button', { name: 'Cargar más' }).click();
    const devtools = await page.context().newCDPSession(page);
    const arrived = Promise.withResolvers<void>();
    devtools.on('Network.eventSourceMessageReceived', ({ eventName }) => {
      if (eventName === 'pedido.nuevo') arrived.resolve();
    });
    await devtools.send('Network.enable');
    ids.push(...(await carryOut(service, comando.crear())));
    await arrived.promise;
    await page.clock.fastForward(2_600);
    older.release();
    await page.locator('.order-rows tbody tr').nth(29).waitFor();
    await carryOut(service, ...ids.map((id) => comando.cancelar(id)));
  });

  test('a list refreshes its pages less often, the more there are', async (t) => {
    const { openPage, service } = panel();
    const ids = await carryOut(service, ...comando.crearVarios(80));
    const page = await openPage(t, 'ana', {});
    await page.clock.install();
    await page.goto(at('/pedidos/lista'));
    const rows = page.getByRole('row');
    for (const pages of [2, 3]) {
      await page.getByRole('button', { name: 'Cargar más' }).click();
      await rows.nth(25 * pages).waitFor();
    }
    await page.getByRole('status').getByText('En directo').first().waitFor();
    const board = await page.context().newPage();
    await board.goto(at('/pedidos'));
    await board.getByRole('status').getByText('En directo').first().waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/pedidos?')) asked += 1;
    });
    const first = await rows.nth(1).innerText();
    const pageMs = () => page.evaluate(() => Date.now());
    const startMs = await pageMs();
    for (let n = 0; n < 3; n += 1) {
      ids.push(...(await carryOut(service, comando.crear(samplePedido()))));
      // Another page of the browser has received this event; this page has to have it, too.
      const card = board.locator(`[data-order=${ids.at(-1)}] .order-card-body`);
      const moves = await card.evaluate((element) => element.getAnimations().length);
      assert.equal(moves, 0, 'a card moves although motion is to be reduced');
      await page.clock.fastForward(2_600);
    }
    // Counts all three requests every 7.5 seconds: on a slow machine real time adds to the skipped time.
    const times = Math.floor(((await pageMs()) - startMs) / 7_500);
    assert.ok(asked <= 3 * times, `${asked} requests, ${times} times`);
    await until(async () => {
      await page.clock.fastForward(2_600);
      return (await rows.nth(1).innerText()) !== first;
    });
    await carryOut(service, ...ids.map((id) => comando.cancelar(id)));
  });
};
