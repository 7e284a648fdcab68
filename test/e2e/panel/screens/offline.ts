import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installComanda, said } from '../../../cli/comanda.ts';
import { carryOut } from '../../../http/api/world.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { INGEST_KEY } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { faults } from '../every-page.ts';
import type { RunningPanel } from '../start-panel.ts';

/** Silence beyond this is told. */
const BANNER_MS = 10_000;
const KEPT = `Object.keys(localStorage).filter((name) => name.startsWith('comanda.screen.')).length`;

export const offlineTests = (panel: () => RunningPanel): void => {
  test('a screen shows its last orders through a reload while its server is stopped, killed and replaced', async (t) => {
    const { openPage, service, dataDir, write, expectErrors } = panel();
    const comanda = installComanda(t);
    const serve = async (PORT = '0') => {
      const env = { DATA_DIR: dataDir, PORT, PRIVATE_PORT: '0', INGEST_KEY };
      const running = comanda.start(['serve', '--no-demo'], { env });
      const [, url = ''] = await said(running, 'stdout', /"publicUrl":"([^"]+)"/);
      return { child: running.child, url };
    };
    let server = await serve();
    const cliente = { ...samplePedido().cliente, nombre: 'Petra Persiste' };
    const [id = ''] = await carryOut(service, comando.crear(samplePedido({ cliente })));
    const person = await openPage(t, 'ana');
    const screen = { nombre: 'Horno', clase: 'cocina' };
    const made = await write(person, 'POST', `${RESTAURANTE_ID}/pantallas`, screen);
    const { pathname, hash } = new URL(made.enlace ?? '');
    const wall = await openPage(t, null, { baseURL: server.url });
    expectErrors(wall, /net::ERR_|status of (?:401|50\d)/);
    const order = wall.getByText('Petra Persiste');
    const live = wall.getByRole('status').getByText('En directo');
    const away = wall.getByRole('alert').getByText(/desde \d\d:\d\d/);
    await wall.goto(pathname + hash);
    await Promise.all([order.waitFor(), live.waitFor()]);
    await until(() => wall.evaluate<boolean>(`caches.keys().then(({ length }) => length > 0)`));
    await until(() => wall.evaluate<boolean>(`navigator.serviceWorker.ready.then(() => true)`));
    await until(async () => (await wall.evaluate(KEPT)) === 1);

    // It accepts connections, and answers nothing.
    server.child.kill('SIGSTOP');
    await away.waitFor({ timeout: BANNER_MS });
    assert.equal(await live.count(), 0);
    await wall.reload();
    await Promise.all([order.waitFor(), away.waitFor()]);
    assert.equal(await live.count(), 0);
    assert.deepEqual(await faults(wall), []);
    server.child.kill('SIGCONT');
    await Promise.all([live.waitFor(), away.waitFor({ state: 'detached' })]);

    server.child.kill('SIGKILL');
    await away.waitFor({ timeout: BANNER_MS });
    await wall.reload();
    await Promise.all([order.waitFor(), away.waitFor()]);
    await carryOut(service, comando.cancelar(id));
    server = await serve(new URL(server.url).port);
    await Promise.all([live.waitFor(), order.waitFor({ state: 'detached' })]);

    // A revoked screen keeps nothing on the device.
    const [again = ''] = await carryOut(service, comando.crear(samplePedido({ cliente })));
    await order.waitFor();
    const screenId = pathname.split('/').at(-1);
    await write(person, 'POST', `${RESTAURANTE_ID}/pantallas/${screenId}/revocar`, {});
    await wall.getByRole('heading', { name: 'Esta pantalla se ha retirado' }).waitFor();
    await until(async () => (await wall.evaluate(KEPT)) === 0);
    server.child.kill('SIGKILL');
    await wall.reload();
    await wall.locator('main').waitFor();
    assert.equal(await order.count(), 0);
    await carryOut(service, comando.cancelar(again));
  });
};
