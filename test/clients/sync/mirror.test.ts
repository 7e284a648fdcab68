import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { makeReporter } from '../../../clients/cli/src/sync/report.ts';
import { makeLocalDay } from '../../../clients/cli/src/sync/rows/pedido-rows.ts';
import { PEDIDO_TABLES } from '../../../clients/cli/src/sync/schema/pedido-tables.ts';
import { makeSource } from '../../../clients/cli/src/sync/source/source.ts';
import { openTarget, targetAddress } from '../../../clients/cli/src/sync/target/open.ts';
import type { Target } from '../../../clients/cli/src/sync/target/target.ts';
import { verifyMirror } from '../../../clients/cli/src/sync/verify/verify.ts';
import { COLUMNAS } from '../../../src/contract/columnas.ts';
import { TABLAS } from '../../../src/contract/exportacion.ts';
import type { Resumen } from '../../../src/contract/recursos/resumen.ts';
import { DAY_MS } from '../../../src/domain/time.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { captureIo } from '../../cli/captured-io.ts';
import { carryOut, seedSampleRestaurant } from '../../http/api/world.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { startSite } from '../../support/machine/loopback.ts';
import { startProxy } from '../../support/machine/proxy.ts';
import {
  comando,
  NOW,
  sampleItems,
  samplePedido,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../support/samples.ts';
import { bearer, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { cutEvery } from '../cli/cut-connection.ts';
import { startLenientProxy } from '../lenient-proxy.ts';
import { readExport } from '../read-export.ts';
import { fileOf } from './outages.ts';
import {
  accessTo,
  alterTarget,
  assertMirrors,
  comanda,
  KINDS,
  makeTarget,
  query,
  startSync,
  startSyncProcess,
  sync,
  untilCaughtUp,
} from './world.ts';

const service = await startService({ after });
/** An order of a fixed day, whenever the test runs: a summary of all orders spans a year at most. */
const draft = (overrides: Parameters<typeof samplePedido>[0] = {}) =>
  samplePedido({ creado_en: NOW, ...overrides });
const crear = (overrides?: Parameters<typeof draft>[0]) => comando.crear(draft(overrides));
await seedSampleRestaurant(service, sampleRestaurante(), draft());
const access = accessTo(service);
const ask = async <T>(path: string): Promise<T> => {
  const { url, key } = await access();
  const headers = bearer(key);
  return (await fetch(`${url}/api${path}`, { headers })).json() as Promise<T>;
};

/** Awkward orders: every type, text that breaks formats, several payments, many lines, cancelled ones. */
const AWKWARD = 'tab\there, "quotes", back\\slash \\N, línea\nnueva\r\n, \\., 🍕, null';
const manyItems = Array.from({ length: 6 }, sampleItems).flat();
const pagos = [1_000, 500].map((importe_cents) => ({
  metodo: 'tarjeta',
  importe_cents,
  estado: 'pagado',
  referencia_externa: null,
  momento: '2026-11-15T13:31:00.250Z',
}));
await carryOut(
  service,
  ...(['reparto', 'recogida', 'mesa'] as const).map((tipo) =>
    crear({ tipo, instrucciones: AWKWARD }),
  ),
  crear({ pago: { ...samplePedido().pago, pagos } }),
  crear({ items: manyItems }),
  // Begins with a byte order mark, as from a file of Windows.
  crear({ instrucciones: '\ufeffSin cebolla' }),
  crear({ creado_en: '2026-11-14T23:30:00.000Z' }),
  ...Array.from({ length: 150 }, () => crear()),
);
const [cancelled = ''] = await carryOut(service, crear());
await carryOut(service, comando.cancelar(cancelled));

test('columns are those of the bulk export', () => {
  for (const tabla of TABLAS) {
    const table = PEDIDO_TABLES.find(({ name }) => name === tabla);
    const named = (columns: readonly { name: string; type: string }[] = []) =>
      columns.map(({ name, type }) => `${name} ${type}`);
    const isExported = ({ name }: { name: string }) =>
      COLUMNAS[tabla].some((each) => each.name === name);
    const own = table?.columns.filter((each) => each.from === 'own' && !isExported(each));
    const shared = table?.columns.filter((each) => !own?.includes(each));
    // Lists have tables of their own, including lists within a list.
    assert.deepEqual(named(shared), named(COLUMNAS[tabla].filter(({ type }) => type !== 'json')));
  }
});

/** Figures by day in the restaurant's zone, by product and by customer. */
const assertViews = async (to: string): Promise<void> => {
  const range = 'desde=2026-11-14&hasta=2026-11-15';
  const { kpis, mix_tipo } = await ask<Resumen>(`/resumen?${range}`);
  const [[...day] = []] = await query(
    to,
    `SELECT pedidos, cancelados, ventas_cents, ticket_medio_cents, clientes, reparto, recogida, mesa
     FROM ventas_por_dia WHERE dia = '2026-11-14'`,
  );
  // The order at 23:30 UTC belongs to the next day in Madrid.
  assert.deepEqual(day.map(Number), [
    ...[kpis.pedidos_total, kpis.pedidos_cancelados, kpis.ventas_cents],
    ...[kpis.ticket_medio_cents, kpis.clientes_distintos],
    ...[mix_tipo.reparto, mix_tipo.recogida, mix_tipo.mesa],
  ]);
  assert.ok(kpis.pedidos_total > 0);
  const all = await ask<Resumen>('/resumen?desde=2026-01-01&hasta=2027-01-01');
  const products = await query(
    to,
    `SELECT producto_id, nombre, unidades, ventas_cents FROM ventas_por_producto
     ORDER BY ventas_cents DESC, unidades DESC, producto_id`,
  );
  assert.deepEqual(
    products,
    all.top_productos.map((each) => Object.values(each).map(String)),
  );
  const clients = await query(to, 'SELECT nombre, consintio_marketing, pedidos FROM clientes');
  assert.equal(clients.length, all.kpis.clientes_distintos);
  const { nombre, consintio_marketing } = samplePedido().cliente;
  assert.equal(clients[0]?.[0], nombre);
  assert.equal(/^(t|true|1)$/.test(clients[0]?.[1] ?? ''), consintio_marketing);
};

for (const kind of KINDS) {
  describe(`a mirror in ${kind}`, () => {
    test('equals the service’s data, and stays so while the sync follows', async () => {
      const to = await makeTarget(kind);
      const own = await access();
      const { err } = await sync(own, to, '--once');
      assert.match(err, /copied \d+ orders/);
      await assertMirrors(own, to);

      const following = startSync(await access(), to, { fresh: true });
      const [id = ''] = await carryOut(service, crear());
      // An order that changes faster than it is read, by the copy as well as by the feed, and one that is imported, which
      // `pedido.*` leaves out.
      for (let n = 0; n < 50; n += 1) {
        if (n === 25) await until(() => following.said.err.includes('following'));
        await carryOut(service, comando.anotar(id, { instrucciones: `cambio ${n}` }));
      }
      const past = samplePedidoEntero({ id: `ped_pasado_${kind}`, numero: '20261114-900' });
      await carryOut(service, comando.importar(past), comando.avanzar(id, 'confirmado'));
      const watching = await access();
      await untilCaughtUp(watching, to);
      await following.stop();
      await assertMirrors(watching, to);
      const [[instrucciones] = []] = await query(
        to,
        `SELECT instrucciones FROM pedidos WHERE id = '${id}'`,
      );
      assert.equal(instrucciones, 'cambio 49');
      await assertViews(to);
    });

    test('leaves out what the key may not read, and polls where it may not stream', async () => {
      const to = await makeTarget(kind);
      const own = await access({ alcances: ['pedidos.leer'] });
      const { err } = await sync(own, to, '--once');
      assert.match(err, /left out: carta_\* \(the key lacks the scope carta\.leer\)/);
      assert.match(err, /left out: zonas .*\n.*left out: restaurante/);
      await assert.rejects(query(to, 'SELECT * FROM zonas'));
      await carryOut(service, crear());
      assert.match((await sync(own, to, '--once')).err, /lacks the scope stream\.escuchar/);
      await assertMirrors(own, to);
      // The sync takes the zone of its days from the summary.
      const [[zone] = []] = await query(to, 'SELECT zona_horaria FROM comanda_sync');
      assert.equal(zone, 'Europe/Madrid');
      await sync(await access(), to, '--once');
      assert.equal((await query(to, 'SELECT id FROM restaurante')).length, 1);
    });

    test('reports differences, and repairs them on request', async () => {
      const to = await makeTarget(kind);
      await sync(await access(), to, '--once');
      const [[id] = [], [gone] = []] = await query(
        to,
        'SELECT id FROM pedidos ORDER BY id LIMIT 2',
      );
      await alterTarget(
        to,
        `UPDATE pedidos SET totales_total_cents = 1 WHERE id = '${id}'`,
        `DELETE FROM pedidos WHERE id = '${gone}'`,
        `UPDATE items SET cantidad = cantidad + 1 WHERE pedido_id = '${cancelled}'`,
        'DELETE FROM zonas',
      );
      const { code, out } = await comanda(await access(), 'sync', '--to', to, '--verify');
      assert.equal(code, 1);
      assert.match(out, new RegExp(`${id}: pedidos.totales_total_cents is 1 instead of \\d+`));
      assert.match(out, new RegExp(`${gone}: pedidos has 0 rows instead of 1`));
      assert.match(out, new RegExp(`${cancelled}: items.cantidad is \\d+ instead of \\d+`));
      assert.match(out, /zonas has 0 rows instead of \d+/);
      assert.match(out, /^4 differences/m);
      await sync(await access(), to, '--fresh', '--verify');
    });
  });
}

for (const kind of ['sqlite', 'duckdb'] as const) {
  test(`${kind}: once its sync has ended, the file alone is all of it`, async () => {
    const to = await makeTarget(kind);
    const own = await access();
    await sync(own, to, '--once');
    const copy = join(makeFolder(), 'copia');
    cpSync(fileOf(to), copy);
    await assertMirrors(own, `${kind}:${copy}`);
  });
}

test('postgres: a coordinate of many digits is no difference, however few the database shows', async () => {
  const to = await makeTarget('postgres');
  await alterTarget(
    to,
    `DO $$ BEGIN
       EXECUTE format('ALTER DATABASE %I SET extra_float_digits = 0', current_database());
     END $$`,
  );
  const { direccion } = samplePedidoEntero();
  await carryOut(
    service,
    crear({ direccion: direccion && { ...direccion, lat: 41.38506389999999 } }),
  );
  await sync(await access(), to, '--once');
  await assertMirrors(await access(), to);
});

test('a proxy that answers in place of a service that is away does not end a sync', async (t) => {
  const [given, to] = [await access(), await makeTarget('sqlite')];
  const proxy = await startProxy(t);
  const connectTo = (url: string): void => {
    proxy.connectTo(url);
    proxy.reset();
  };
  connectTo(given.url);
  const running = startSyncProcess({ ...given, url: proxy.addressOf(given.url) }, to);
  t.after(() => running.kill('SIGKILL'));
  await running.said(/following/);
  connectTo(await startSite(t, (_, response) => response.writeHead(404).end('No such page')));
  await running.said(/HTTP 404; retrying in/);
  connectTo(await startSite(t, (_, response) => response.end('<html>Back soon</html>')));
  await running.said(/'<'.*; retrying in/);
  connectTo(given.url);
  await carryOut(service, comando.crear());
  await running.said(/mirrored/);
  assert.equal(await running.kill('SIGINT'), 0, running.output());
  await assertMirrors(given, to);
});

test('orders are compared many at a time, however few come at once', async (t) => {
  const to = await makeTarget('sqlite');
  const own = await access();
  await sync(own, to, '--once');
  const target = await openTarget(targetAddress(to), { readOnly: true });
  t.after(target.close);
  let transactions = 0;
  const counted: Target = {
    ...target,
    transaction(work) {
      transactions += 1;
      return target.transaction(work);
    },
  };
  const source = makeSource({ ...own, signal: t.signal, onWait: () => undefined });
  const { differences, orders } = await verifyMirror(counted, {
    ...source,
    async export(after) {
      const whole = await source.export(after);
      return { ...whole, orders: oneByOne(whole.orders) };
    },
  });
  assert.deepEqual(differences, []);
  assert.ok(transactions < orders, `${transactions} transactions for ${orders} orders`);
});

test('a proxy that takes a broken answer for a whole one makes no difference', async (t) => {
  const [given, to] = [await access(), await makeTarget('sqlite')];
  await sync(given, to, '--once');
  const bytes = await readExport(given, 'pedidos?con_cambio=true');
  // Breaks between two orders, and before the first one.
  const breaks = [bytes.indexOf('\n', bytes.length / 3) + 1, 0];
  const url = await startLenientProxy(t, given.url, breaks);
  const { code, out } = await comanda({ ...given, url }, 'sync', '--to', to, '--verify');
  assert.deepEqual([code, breaks], [0, []], out);
});

test('a verification goes on after a connection that breaks', async (t) => {
  const [given, to] = [await access(), await makeTarget('sqlite')];
  await sync(given, to, '--once');
  const bytes = await readExport(given, 'pedidos?con_cambio=true');
  const { url, cuts } = await cutEvery(t, given.url, Math.ceil(bytes.length / 3));
  const { code, out } = await comanda({ ...given, url }, 'sync', '--to', to, '--verify');
  assert.equal(code, 0, out);
  assert.ok(cuts.count > 1, 'it was cut');
});

async function* oneByOne<T>(chunks: AsyncGenerator<T[]>): AsyncGenerator<T[]> {
  for await (const chunk of chunks) for (const each of chunk) yield [each];
}

test('a change that is not mirrored yet is no difference', async () => {
  const to = await makeTarget('sqlite');
  await sync(await access(), to, '--once');
  await carryOut(service, crear());
  assert.match((await sync(await access(), to, '--verify')).out, /1 order changed since/);
});

test('changes that follow a report soon are reported too', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { said, io } = captureIo();
  const { changed } = makeReporter(io, systemClock, false);
  for (const events of [1, 4, 5]) changed(events);
  t.mock.timers.runAll();
  assert.equal(said.err, '1 change mirrored\n9 changes mirrored\n');
});

test('days follow the zone, whatever was queried before', () => {
  for (const zone of [
    'Europe/Madrid',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Monrovia',
  ]) {
    const dayOf = makeLocalDay(zone);
    const days = [Date.UTC(1971, 11, 31), Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24)];
    for (const start of days) {
      // At each quarter of an hour and a millisecond before it, across the changes of the clock.
      for (let ms = start; ms < start + 3 * DAY_MS; ms += 15 * 60_000) {
        for (const each of [ms - 1, ms]) {
          const instant = Temporal.Instant.fromEpochMilliseconds(each);
          const expected = instant.toZonedDateTimeISO(zone).toPlainDate().toString();
          assert.equal(dayOf(each), expected, `${zone} ${instant}`);
        }
      }
    }
  }
});

test('another time zone moves the days', async () => {
  const to = await makeTarget('sqlite');
  const days = async () =>
    (await query(to, "SELECT dia FROM pedidos WHERE creado_en LIKE '2026-11-14T23:30%'")).flat();
  const save = (zona_horaria: string) =>
    carryOut(service, comando.guardarRestaurante(sampleRestaurante({ zona_horaria })));
  await sync(await access(), to, '--once');
  assert.deepEqual(await days(), ['2026-11-15']);
  await save('Atlantic/Canary');
  assert.match((await sync(await access(), to, '--once')).err, /again: .*time zone/);
  assert.deepEqual(await days(), ['2026-11-14']);
  await save(sampleRestaurante().zona_horaria);
});
