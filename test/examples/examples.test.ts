import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as runner from 'node:test';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Comanda } from '../../clients/typescript/src/index.ts';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { besideClient, PYTHON_PATH } from '../clients/client-package.ts';
import { readExport } from '../clients/read-export.ts';
import { query, sync } from '../clients/sync/world.ts';
import { isMissing } from '../docs/run-sample.ts';
import { startBrowser } from '../support/browser.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { freePort, startSite } from '../support/machine/loopback.ts';
import {
  comando,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
} from '../support/samples.ts';
import { bearer, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { signatureOf } from '../support/values/signature.ts';

const run = promisify(execFile);
const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const service = await startService(runner, { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });

/** A restaurant and a key for each example: none sees the orders of another. */
const prepare = async (slug: string) => {
  const restaurante_id = `rest_${slug}`;
  await service.command(
    comando.guardarRestaurante(sampleRestaurante({ id: restaurante_id, slug })),
  );
  const { token: key, llave } = await service.makeLlave({ restauranteId: restaurante_id });
  const place = { restaurante_id };
  return {
    key,
    llave,
    place,
    access: { url: service.publicUrl, key },
    env: { ...process.env, COMANDA_URL: service.publicUrl, COMANDA_KEY: key },
    importAll: (...orders: Partial<Pedido>[]) =>
      service.command(
        ...orders.map((order, i) =>
          comando.importar(
            samplePedidoEntero({
              id: `ped_${slug}_${i}`,
              numero: `20261101-${i + 1}`,
              restaurante: { id: restaurante_id, slug, nombre: slug },
              ...order,
            }),
            undefined,
            place,
          ),
        ),
      ),
  };
};

const cliente = (telefono: string, consintio_marketing: boolean, nombre = 'Ana') => ({
  nombre,
  telefono,
  email: '',
  consintio_marketing,
});

test('accounts: the VAT of a local month, without cancelled orders, and never half a file', async (t) => {
  if (isMissing('python3')) return t.diagnostic('not run: python3 is not on this machine');
  const { env, importAll, key, llave } = await prepare('gestoria');
  const { totales } = samplePedidoEntero();
  await importAll(
    // The first and the last minutes of October in Madrid, which fall into other months in UTC.
    { creado_en: '2026-09-30T22:30:00.000Z', fiscal: null },
    { creado_en: '2026-10-31T22:59:00.000Z' },
    { creado_en: '2026-10-31T23:01:00.000Z' },
    { creado_en: '2026-10-15T12:00:00.000Z', estado: 'cancelado' },
  );
  const cwd = makeFolder();
  const iva = (...args: string[]) =>
    run('python3', [join(EXAMPLES, 'accounts/iva.py'), ...args], {
      cwd,
      env: { ...env, PYTHONPATH: PYTHON_PATH },
    });
  const { stdout } = await iva('2026-10');
  assert.match(stdout, /^2 orders, 1 without an invoice$/m);
  for (const { tipo_porcentaje, iva_cents } of totales.iva_desglose) {
    const cents = `${Math.trunc((2 * iva_cents) / 100)},${String((2 * iva_cents) % 100).padStart(2, '0')}`;
    assert.match(stdout, new RegExp(`^${tipo_porcentaje} % .* ${cents} IVA$`, 'm'));
  }
  const lines = (await readFile(join(cwd, 'iva-2026-10.csv'), 'utf8')).trim().split('\r\n');
  assert.equal(lines.length, 1 + 2 * totales.iva_desglose.length);
  await assert.rejects(iva('2026-13'), /usage/);
  await service.revoke(llave.id);
  const headers = bearer(key);
  const isRevoked = async () =>
    (await fetch(`${service.publicUrl}/api/restaurante`, { headers })).status === 401;
  await until(isRevoked);
  await assert.rejects(iva('2026-11'), /llave_revocada/);
  assert.ok(!existsSync(join(cwd, 'iva-2026-11.csv')));
});

test('crm: those who agreed, as their newest order says, until they are forgotten', async (t) => {
  const { key, place } = await prepare('crm');
  const port = await freePort();
  const comanda = new Comanda({ url: service.publicUrl, key });
  const { secreto_firma } = await comanda.webhooks.create({ url: `http://127.0.0.1:${port}/` });
  const file = besideClient(join(EXAMPLES, 'crm/crm.ts'));
  const cwd = makeFolder();
  const env = { ...process.env, PORT: String(port), SECRETO_FIRMA: secreto_firma };
  const crm = spawn(process.execPath, [file], { cwd, env, stdio: 'ignore' });
  t.after(async () => {
    crm.kill('SIGKILL');
    if (crm.exitCode === null && crm.signalCode === null) await once(crm, 'exit');
  });
  const list = async () =>
    (await run(process.execPath, [file, 'list'], { cwd })).stdout.trim().split('\n').slice(1);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) !== null);
  const forged = { method: 'POST', headers: { 'x-svc-firma': 'a'.repeat(64) }, body: '{}' };
  assert.equal((await fetch(`http://127.0.0.1:${port}/`, forged)).status, 401);

  const order = (cliente_: Pedido['cliente']) =>
    service.command(comando.crear(samplePedido({ cliente: cliente_ }), place));
  await order(cliente('+34 600 000 001', true));
  await order(cliente('600000002', false, 'Bea'));
  await order(cliente('600000003', true, '=Carla'));
  await until(async () => (await list()).length === 2);
  assert.match((await list()).join('\n'), /^"Ana","\+34 600 000 001","",.*,"1","\d+"$/m);
  assert.match((await list()).join('\n'), /^"'=Carla"/m);

  const largest = Buffer.alloc(4 * 1_024 * 1_024, ' ');
  largest.set(Buffer.from('{"datos":{"pedido":{"id":"ped_prueba"}}}'));
  const firma = signatureOf(largest, secreto_firma);
  const signed = { method: 'POST', headers: { 'x-svc-firma': firma }, body: largest };
  assert.equal((await fetch(`http://127.0.0.1:${port}/`, signed)).status, 204);

  // The customer comes back with the phone in another spelling, and no longer agrees.
  await order(cliente('0034600000001', false));
  await until(async () => (await list()).length === 1);
  await service.command({ op: 'cliente.olvidar', ...place, telefono: '600000003' });
  await until(async () => (await list()).length === 0);
});

test('crm: has every order, from before the webhook and imported, and says what was missing', async () => {
  const { env, key, place, importAll } = await prepare('crm2');
  const file = besideClient(join(EXAMPLES, 'crm/crm.ts'));
  const cwd = makeFolder();
  const crm = async (...args: string[]) =>
    (await run(process.execPath, [file, ...args], { cwd, env })).stdout.trim();
  const phones = async () =>
    (await crm('list'))
      .split('\n')
      .slice(1)
      .map((line) => line.split('","')[1])
      .sort();
  const expected = async () => {
    const lines = (await readExport({ url: service.publicUrl, key }, 'pedidos')).toString();
    const orders = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Pedido);
    const agreed = orders.filter((each) => each.cliente.consintio_marketing);
    return agreed.map((each) => each.cliente.telefono).sort();
  };
  const people = Array.from({ length: 150 }, (_, i) => cliente(`60000${1_000 + i}`, i % 3 > 0));
  await importAll(...people.map((each) => ({ cliente: each })));
  assert.equal(await crm('sync'), '150 orders read, 150 were new or older here');
  assert.deepEqual(await phones(), await expected());
  assert.equal(await crm('sync'), '0 orders read, 0 were new or older here');
  await importAll({ id: 'ped_late', numero: '20261102-1', cliente: cliente('699000001', true) });
  const { pedido_id: id } = (
    await service.command(
      comando.crear(samplePedido({ cliente: cliente('600001001', true) }), place),
    )
  )[0] as { pedido_id: string };
  await service.command(comando.cancelar(id, place));
  assert.equal(await crm('sync'), '2 orders read, 2 were new or older here');
  assert.deepEqual(await phones(), [...new Set(await expected())]);
  assert.equal(await crm('sync', '--all'), '152 orders read, 0 were new or older here');
});

test('kitchen: the orders of the shift, then the stream; says so when it is cut off, and when the key is no good', async (t) => {
  const { key, llave, place } = await prepare('cocina');
  const html = await readFile(join(EXAMPLES, 'kitchen/kitchen.html'), 'utf8');
  const site = await startSite(t, (_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  const create = async () =>
    (await service.command(comando.crear(samplePedido(), place)))[0]?.pedido_id ?? '';
  const before = await create();
  const browser = await startBrowser(t);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // Some hours later, possibly on the next day: the order is still to be cooked.
  await page.clock.install({ time: Date.now() + 6 * 3_600_000 });
  // The answer of a proxy while the service behind it is away.
  let isAway = true;
  await page.route('**/api/eventos*', (route) =>
    isAway ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.continue(),
  );
  await page.goto(`${site}/?url=${encodeURIComponent(service.publicUrl)}#${key}`);
  await page.getByText('Cargando…').waitFor();
  isAway = false;
  await page.clock.runFor(4_000);
  const card = page.locator(`#${before}`);
  await card.getByRole('listitem').first().waitFor();

  const live = await create();
  await page.locator(`#${live}`).waitFor();
  await service.command(comando.avanzar(before, 'confirmado', place));
  await card.getByText('confirmado').waitFor();
  await service.command(comando.cancelar(live, place));
  await page.locator(`#${live}`).waitFor({ state: 'detached' });

  isAway = true;
  await page.clock.runFor(60_000);
  await page.getByRole('alert').getByText('Sin conexión: datos de las').waitFor();
  isAway = false;
  const meanwhile = await create();
  await page.clock.runFor(5_000);
  await page.locator(`#${meanwhile}`).waitFor();
  await page.getByRole('alert').waitFor({ state: 'hidden' });

  await service.revoke(llave.id);
  // The revocation ends the stream; the browser's reconnection is refused, and the page finds out why.
  await until(async () => {
    await page.clock.runFor(5_000);
    return page.getByRole('alert').getByText('La llave fue revocada').isVisible();
  });
});

test('bi: a mirror answers the three questions', async () => {
  const { access, importAll } = await prepare('bi');
  await importAll(
    { creado_en: '2026-10-02T12:00:00.000Z', cliente: cliente('600000001', true) },
    { creado_en: '2026-10-02T13:00:00.000Z', cliente: cliente('600000002', false, 'Bea') },
    { creado_en: '2026-10-03T13:00:00.000Z', cliente: cliente('600000001', true) },
    { creado_en: '2026-10-04T13:00:00.000Z', estado: 'cancelado', cliente: cliente('6', true) },
  );
  const text = await readFile(join(EXAMPLES, 'bi/questions.sql'), 'utf8');
  const [days = '', products = '', customers = ''] = text.split(';');
  const { totales, items } = samplePedidoEntero();
  for (const kind of ['sqlite', 'duckdb']) {
    const to = `${kind}:${join(makeFolder(), 'ventas')}`;
    await sync(access, to, '--once');
    const [first = [], second = []] = await query(to, days);
    assert.match(String(first[0]), /^2026-10-02/);
    assert.deepEqual([first[1], Number(first[2])], ['2', (2 * totales.total_cents) / 100]);
    assert.equal(second[1], '1');
    const sold = await query(to, products);
    assert.equal(sold.length, new Set(items.map(({ producto_id }) => producto_id)).size);
    assert.equal(Math.round(sold.reduce((sum, row) => sum + Number(row[3]), 0)), 100);
    const known = await query(to, customers);
    assert.deepEqual(
      known.map((row) => [row[0], row[2]]),
      [
        ['Ana', '2'],
        ['Ana', '0'],
      ],
    );
  }
});
