import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { accept } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, samplePedidoEntero } from '../../../support/samples.ts';
import { until } from '../../../support/until.ts';
import { beginExport } from '../../api/exportacion/begin.ts';
import { readCsv, readSheet } from '../../api/exportacion/files.ts';
import { assertPrivate, assertRefused, type Browser } from '../browser.ts';
import { startPanelServer } from '../panel-server.ts';

/** Large enough that a browser which does not read stops the export: sockets hold a few megabytes. */
const PEDIDOS = 4_000;
const LONG = 'x'.repeat(4_000);
const pathOf = (rid: string, rest: string) => `/restaurantes/${rid}/exportacion/${rest}`;
const own = (rest: string) => pathOf(RESTAURANTE_ID, rest);

describeOnEngines('exports through the panel', async (engine) => {
  const { as, store, publicUrl, clock } = await startPanelServer({ after }, { engine });
  const pedidos = Array.from({ length: PEDIDOS }, (_, i) => {
    const id = `ped_${String(i).padStart(5, '0')}`;
    const estado = i < 3 ? 'cancelado' : 'entregado';
    return samplePedidoEntero({ id, estado, numero: `20261101-${i + 1}`, instrucciones: LONG });
  });
  await accept(
    store,
    pedidos.map((pedido) => comando.importar(pedido, [])),
  );

  const begin = ({ cookie }: Browser, rest = 'pedidos') =>
    beginExport(`${publicUrl}/panel/api${own(rest)}`, { cookie, 'sec-fetch-site': 'same-origin' });

  test('give the same file as the API, compressed where that helps', async () => {
    const ana = await as('ana');
    const { status, headers, text } = await ana.api(own('iva?formato=csv&estado=cancelado'));
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(headers['content-encoding'], 'gzip');
    assert.match(String(headers['content-disposition']), /filename="[\w-]+_iva_[\d-]{10}\.csv"$/);
    assert.match(String(headers['x-posicion']), /./);
    const cancelled = pedidos.slice(0, 3);
    assert.deepEqual(
      readCsv(text).map(({ pedido_id: id, iva_cents: cents }) => [id, Number(cents)]),
      cancelled.flatMap(({ id, totales }) =>
        totales.iva_desglose.map(({ iva_cents: cents }) => [id, cents]),
      ),
    );
    const { incoming } = await begin(ana, 'pagos?formato=xlsx&estado=cancelado');
    const sheet = readSheet(Buffer.concat(await incoming.toArray()));
    assert.equal(incoming.headers['content-encoding'], undefined);
    assert.equal(sheet.length, 1 + cancelled.flatMap(({ pago }) => pago.pagos).length);
    assert.equal((await ana.api(own('pedidos'), { method: 'HEAD' })).text, '');
  });

  test('have the orders that a search means, whether or not an index leads to them', async () => {
    const ana = await as('ana');
    const named = samplePedidoEntero({
      id: 'ped_99998',
      estado: 'listo',
      cliente: { ...samplePedidoEntero().cliente, nombre: 'Úrsula Única' },
    });
    const dish = samplePedidoEntero({ id: 'ped_99999', estado: 'listo' });
    const items = dish.items.map((item) => ({ ...item, nombre: 'Fideuá de la casa' }));
    await accept(
      store,
      [named, { ...dish, items }].map((pedido) => comando.importar(pedido, [])),
    );
    for (const [text, expected] of [
      ['ursula uni', ['ped_99998']],
      ['fideua', ['ped_99999']],
      ['"fideua"', ['ped_99999']],
      ['nada de esto', []],
    ] as const) {
      const buscar = encodeURIComponent(text);
      for (const rest of ['&estado=listo', '&estado=listo&desde=2020-01-01&fecha=factura']) {
        const { text: lines } = await ana.api(own(`pedidos?buscar=${buscar}${rest}`));
        const ids = lines
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).id);
        assert.deepEqual(ids, expected, text);
        const csv = await ana.api(own(`pedidos?formato=csv&buscar=${buscar}${rest}`));
        assert.deepEqual(
          readCsv(csv.text).map(({ id }) => id),
          expected,
        );
      }
    }
    assertRefused(await ana.api(own(`iva?buscar=${'x'.repeat(101)}`)), 400, 'parametro_invalido');
  });

  test('end with their session', async () => {
    const ana = await as('ana');
    const { incoming } = await begin(ana);
    assert.equal(incoming.statusCode, 200);
    assertPrivate({ status: 200, headers: incoming.headers, text: '', body: null });
    await ana.api('/sesion', { method: 'DELETE' });
    clock.advance(1_000);
    await assert.rejects(incoming.toArray(), /aborted/);
    assert.equal(incoming.complete, false);
  });

  test('two at a time a session, and a browser that goes away gives its place back', async () => {
    const [ana, again] = [await as('ana'), await as('ana')];
    const open = [await begin(ana), await begin(ana)];
    const third = await ana.api(own('pedidos'));
    assertRefused(third, 429, 'limite_alcanzado');
    assert.ok(Number(third.headers['retry-after']) >= 1);
    const other = await begin(again);
    assert.equal(other.incoming.statusCode, 200);
    for (const { stop } of [...open, other]) stop();
    await until(async () => (await ana.api(own('pagos?estado=cancelado'))).status === 200);
  });
});
