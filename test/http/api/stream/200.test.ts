import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { listenTo, openSocket } from '../../../support/wire.ts';
import { assertRateHeaders } from '../client.ts';
import { startApi } from '../start-api.ts';
import { seedSampleRestaurant } from '../world.ts';

describeOnEngines('GET /stream', async (engine) => {
  const { service, api, listen, carryOut } = await startApi({ after }, engine);
  const pedidoId = await seedSampleRestaurant(service);
  const stored = () => service.store.log.events(RESTAURANTE_ID, 0, 1_000);
  const newestId = async () => (await stored()).at(-1)?.id;

  test('begins with a ping at once, then brings every change as it happens', async () => {
    const stream = await listen();
    await until(() => stream.pings().length === 1);
    const [ping] = stream.pings();
    assert.equal(ping?.reanudacion, 'nueva');
    assert.equal(ping.desde, await newestId());
    assert.equal(ping.hasta, ping.desde);
    assert.equal(stream.lastId(), ping.hasta);
    assert.ok(Math.abs(Date.parse(ping.momento) - Date.now()) < 60_000);
    const retryMs = stream.retryMs() ?? 0;
    assert.ok(retryMs >= 1_000 && retryMs <= 4_000, `retry: ${retryMs}`);

    await carryOut(comando.avanzar(pedidoId, 'confirmado'), comando.crear());
    const eventos = await stream.untilEventos(2);
    assert.deepEqual(column(eventos, 'tipo'), ['pedido.aceptado', 'pedido.nuevo']);
    assert.equal(eventos[0]?.datos.pedido.id, pedidoId);
    const sent = stream.events.filter(({ event }) => event !== 'conexion.ping');
    assert.deepEqual(
      column(sent, 'data'),
      (await stored()).slice(-2).map(({ body }) => Buffer.from(body).toString()),
      'the bytes that are stored',
    );
    stream.close();
  });

  test('the parameter wins over any header, which counts where there is none', async () => {
    const { token } = await service.makeLlave();
    const basic = { authorization: `Basic ${Buffer.from('user:pass').toString('base64')}` };
    for (const how of [
      { token },
      { token, llave: '' },
      { llave: token },
      { llave: token, token: 'svc_live_no' },
      { llave: token, headers: basic },
    ]) {
      const stream = await listen(how);
      assert.equal(stream.status, 200);
      stream.close();
    }
  });

  test('a filter passes its types only, and the ping moves past the rest', async () => {
    const only = await listen({ eventos: 'pedido.cancelado, pedido.aceptado' });
    const all = await listen();
    const [id = ''] = await carryOut(comando.crear());
    await carryOut(comando.avanzar(id, 'confirmado'), comando.cancelar(id));
    const whole = await all.untilEventos(3);
    const some = await only.untilEventos(2);
    assert.deepEqual(column(some, 'id'), column(whole.slice(1), 'id'));
    only.close();
    all.close();
  });

  test('imports come to those who name them, also after a reconnection; pings pass over them', async () => {
    const past = (id: string) => comando.importar(samplePedido({ id }), []);
    const first = await listen();
    await until(() => first.pings().length === 1);
    const lastEventId = first.lastId();
    const named = await listen({ eventos: 'pedido.*,pedido.importado' });
    await carryOut(past('ped_antes_a'), past('ped_antes_b'), comando.crear());
    await named.untilEventos(3);
    await first.untilEventos(1);
    const again = await listen({ eventos: 'pedido.importado', lastEventId });
    assert.equal((await again.untilEventos(2))[1]?.datos.pedido.id, 'ped_antes_b');
    assert.deepEqual(column(first.eventos(), 'tipo'), ['pedido.nuevo']);
    await carryOut(past('ped_antes_c'));
    await again.untilEventos(3);
    const last = await listen({ lastEventId, eventos: '*' });
    await last.untilEventos(1);
    assert.equal(last.pings()[0]?.hasta, await newestId());
    for (const stream of [first, named, again, last]) stream.close();
  });

  test('has headers for caches and proxies, and counts as one request', async () => {
    const { token } = await service.makeLlave();
    const headers = { origin: 'https://cocina.example', 'accept-encoding': 'gzip, br, zstd' };
    const { headers: head, close } = await listen({ token, headers });
    assert.equal(head['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(head['cache-control'], 'no-cache, no-transform');
    assert.equal(head['x-accel-buffering'], 'no');
    assert.equal(head['content-encoding'], undefined);
    assert.equal(head['content-length'], undefined);
    assert.equal(head['transfer-encoding'], undefined);
    assert.equal(head.connection, 'close');
    assert.equal(head['access-control-allow-origin'], '*');
    assert.match(String(head['x-request-id']), /^[\w.-]+$/);
    assert.ok(Math.abs(Date.parse(head.date ?? '') - Date.now()) < 60_000);
    assertRateHeaders(head);
    assert.equal(head['x-ratelimit-remaining'], '59');
    const next = await api('/restaurante', { token });
    assert.equal(next.headers['x-ratelimit-remaining'], '58');
    close();
  });

  test('HEAD tells the same and ends; it takes no seat', async () => {
    const { token } = await service.makeLlave();
    for (let i = 0; i < 25; i += 1) {
      const response = await fetch(`${service.publicUrl}/api/stream`, {
        method: 'HEAD',
        headers: bearer(token),
      });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      assert.equal(response.headers.get('content-length'), null);
    }
  });

  test('HEAD behind another request of its connection is answered as if it stood alone', async () => {
    const { token } = await service.makeLlave();
    const socket = await openSocket(service.publicUrl);
    const heard = listenTo(socket);
    const head = (line: string) => `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}`;
    const first = head('GET /api/restaurante');
    socket.write(`${first}\r\n\r\n${head('HEAD /api/stream')}\r\nConnection: close\r\n\r\n`);
    await until(() => heard.isOver);
    assert.equal(heard.text.match(/HTTP\/1\.1 200 OK/g)?.length, 2, heard.text);
    assert.match(heard.text, /text\/event-stream/);
  });

  test('bytes after the request are ignored', async () => {
    const { token } = await service.makeLlave();
    const socket = await openSocket(service.publicUrl);
    const heard = listenTo(socket);
    const request = `GET /api/stream?llave=${token} HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write(request + request);
    await until(() => heard.text.includes('conexion.ping'));
    socket.write(`${request}\0\xff no HTTP at all\r\n\r\n`);
    await carryOut(comando.crear());
    await until(() => heard.text.includes('event: pedido.nuevo'));
    assert.equal(heard.text.match(/HTTP\/1\.1/g)?.length, 1);
    socket.destroy();
  });

  test('a client of HTTP/1.0 is served too', async () => {
    const { token } = await service.makeLlave();
    const socket = await openSocket(service.publicUrl);
    const heard = listenTo(socket);
    socket.write(`GET /api/stream?llave=${token} HTTP/1.0\r\n\r\n`);
    await until(() => heard.text.includes('conexion.ping'));
    assert.match(heard.text, /^HTTP\/1\.1 200 OK\r\n/);
    socket.destroy();
  });
});
