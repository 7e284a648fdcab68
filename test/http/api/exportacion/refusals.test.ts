import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { describeOnEngines } from '../../../support/engines.ts';
import {
  comando,
  longPedidos,
  RESTAURANTE_ID,
  samplePedidoEntero,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { startApi } from '../start-api.ts';
import { beginExport } from './begin.ts';

describeOnEngines('exports that are refused or cut', async (engine) => {
  const { service, ask, carryOut } = await startApi({ after }, engine);
  const { makeLlave, revoke, publicUrl } = service;
  const pedidos = longPedidos();
  await carryOut(...pedidos.map((pedido) => comando.importar(pedido, [])));

  const begin = (token: string, path = 'pedidos', headers = {}) =>
    beginExport(`${publicUrl}/api/exportacion/${path}`, { ...bearer(token), ...headers });

  test('unknown tables, formats and positions are named', async () => {
    const table = await ask('/exportacion/clientes');
    assert.equal(table.status, 404);
    assert.match((table.body as { error: string }).error, /pedidos, items, iva, pagos/);
    for (const query of ['formato=pdf', 'despues_de=evt_1', 'estado=perdido', 'desde=ayer']) {
      const { status, body } = await ask(`/exportacion/pedidos?${query}`);
      assert.equal(status, 400, query);
      assert.equal((body as { codigo: string }).codigo, 'parametro_invalido');
    }
  });

  test('HTTP/1.0 is refused: it could not tell a cut file from a whole one', async () => {
    const { token } = await makeLlave();
    const socket = connect(Number(new URL(publicUrl).port), '127.0.0.1');
    const { authorization } = bearer(token);
    socket.write(
      `GET /api/exportacion/pedidos HTTP/1.0\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`,
    );
    assert.match(await text(socket), /^HTTP\/1\.1 400 .*usa HTTP\/1\.1/s);
  });

  for (const [how, headers] of [
    ['plain', {}],
    ['compressed', { 'accept-encoding': 'gzip' }],
  ] as const) {
    test(`two at a time, and clients that vanish give their place back: ${how}`, async () => {
      const { token } = await makeLlave();
      const path = how === 'plain' ? 'pedidos' : 'items?formato=csv';
      const open = [await begin(token, path, headers), await begin(token, path, headers)];
      if (how === 'plain') {
        const third = await ask('/exportacion/pedidos', { token });
        assert.equal(third.status, 429);
        assert.equal((third.body as { codigo: string }).codigo, 'limite_alcanzado');
        assert.ok(Number(third.headers['retry-after']) >= 1);
        assert.equal((await ask('/pedidos', { token })).status, 200);
      }
      for (const { stop } of open) stop();
      await until(async () => {
        const { status, body } = await fetch(`${publicUrl}/api/exportacion/pagos`, {
          headers: bearer(token),
        });
        await body?.cancel();
        return status === 200;
      });
    });
  }

  test('four conversions at a time, three of a restaurant, also of requests that come together', async () => {
    const another = { ...sampleRestaurante(), id: 'rest_b', slug: 'b' };
    await carryOut(comando.guardarRestaurante(another));
    const ofAnother = pedidos.map(({ restaurante: _, ...pedido }) => pedido);
    const extra = { restaurante_id: another.id };
    await carryOut(...ofAnother.map((pedido) => comando.importar(pedido, [], extra)));
    const beginTogether = (restauranteId: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const { token } = await makeLlave({ restauranteId });
          // Larger than the sockets' buffers, so that none ends before the last is asked for.
          return begin(token, 'pedidos?formato=csv');
        }),
      );
    const own = await beginTogether(RESTAURANTE_ID, 6);
    const others = await beginTogether(another.id, 3);
    const statuses = [own, others].map((open) =>
      open.map(({ incoming }) => incoming.statusCode).toSorted(),
    );
    for (const { stop } of [...own, ...others]) stop();
    assert.deepEqual(statuses, [
      [200, 200, 200, 429, 429, 429],
      [200, 429, 429],
    ]);
  });

  test('a workbook, which is made before it is sent, keeps its place until the client has it', async () => {
    const { token } = await makeLlave();
    const open: IncomingMessage[] = [];
    for (const path of ['pedidos?formato=xlsx', 'pedidos']) {
      // The exports of the test before may still be ending.
      await until(async () => {
        const { incoming } = await begin(token, path);
        if (incoming.statusCode === 200) open.push(incoming);
        return incoming.statusCode === 200;
      });
    }
    assert.equal((await ask('/exportacion/pedidos', { token })).status, 429);
    for (const incoming of open) incoming.resume();
    await until(() => open.every(({ complete }) => complete));
    await until(async () => {
      const { incoming, stop } = await begin(token, 'pagos');
      stop();
      return incoming.statusCode === 200;
    });
  });

  test('a key that is revoked in the middle gets a file that is cut', async () => {
    const { llave, token } = await makeLlave();
    const { incoming } = await begin(token);
    await revoke(llave.id);
    await assert.rejects(async () => {
      for await (const _ of incoming) await wait(5);
    }, /aborted/);
    assert.equal(incoming.complete, false);
  });

  test('orders that come, change and are imported meanwhile are neither doubled nor lost', async () => {
    const { token } = await makeLlave();
    const { incoming } = await begin(token);
    await carryOut(
      comando.importar(samplePedidoEntero({ id: 'ped_00000a', numero: '20261101-9001' }), []),
      comando.anotar(pedidos.at(-1)?.id ?? '', { instrucciones: 'cambiado' }),
      comando.anotar('ped_00000', { instrucciones: 'cambiado' }),
    );
    const lines = (await text(incoming)).trimEnd().split('\n');
    const ids = lines.map((line) => JSON.parse(line).id as string);
    assert.equal(incoming.complete, true);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(ids, ids.toSorted());
    const before = new Set(pedidos.map(({ id }) => id));
    assert.equal(before.difference(new Set(ids)).size, 0);
  });
});
