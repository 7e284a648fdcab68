import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryOut } from '../../http/api/world.ts';
import { startProxy } from '../../support/machine/proxy.ts';
import { comando, samplePedido } from '../../support/samples.ts';
import { startService } from '../../support/service.ts';
import { at, type RunningPanel } from './start-panel.ts';

/** An order of this customer, to be found by name. */
const orderOf = (nombre: string) =>
  samplePedido({ cliente: { ...samplePedido().cliente, nombre } });

export const kitchenTests = (panel: () => RunningPanel): void => {
  test('a server that stops is announced on every screen, and afterwards they are right again', async (t) => {
    const { openPage, service, dataDir, consoleErrors } = panel();
    const logged = consoleErrors.length;
    // Another server on the same data: this one takes orders meanwhile.
    const start = () => startService(t, { env: { DATA_DIR: dataDir } });
    const [proxy, server] = [await startProxy(t), await start()];
    proxy.leadTo(server.publicUrl);
    const baseURL = proxy.addressOf(server.publicUrl);
    const [gone = ''] = await carryOut(service, comando.crear(orderOf('Berta Antes')));
    const open = async (path: string) => {
      const page = await openPage(t, 'ana', { baseURL });
      await page.clock.install();
      await page.goto(at(path));
      await page.getByRole('status').getByText('En directo').first().waitFor();
      return page;
    };
    const pages = await Promise.all(['/pedidos/cocina', '/pedidos', ''].map(open));
    const [kitchen, board] = pages;
    assert.ok(kitchen && board);
    proxy.leadTo(null);
    const stopped = server.stop();
    const [late = ''] = await carryOut(service, comando.crear(orderOf('Luis Luego')));
    await carryOut(service, comando.avanzar(gone, 'entregado'));
    await Promise.all(
      pages.map(async (page) => {
        await page.getByRole('status').getByText('Conectando').first().waitFor();
        await page.clock.fastForward(5_000);
        // The browser tries again, in vain: that must not put the alarm off.
        await page.waitForEvent('requestfailed', (request) => request.url().includes('/stream'));
        await page.clock.fastForward(4_000);
        await page
          .getByRole('alert')
          .getByText(/datos de las \d\d:\d\d/)
          .waitFor();
        const bar = await page.locator('.outage').boundingBox();
        assert.equal(bar?.width, page.viewportSize()?.width);
      }),
    );
    assert.ok(await kitchen.getByText('Berta Antes').isVisible());

    await stopped;
    proxy.leadTo((await start()).publicUrl);
    await Promise.all(pages.map((page) => page.locator('.outage').waitFor({ state: 'detached' })));
    for (const page of [kitchen, board]) {
      await page.getByText('Luis Luego').waitFor();
      await page.getByText('Berta Antes').waitFor({ state: 'detached' });
    }
    await carryOut(service, comando.cancelar(late));
    await kitchen.getByText('Luis Luego').waitFor({ state: 'detached' });
    await Promise.all(pages.map((page) => page.context().close()));
    consoleErrors.splice(logged);
  });
};
