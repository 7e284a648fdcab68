import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../support/samples.ts';
import { startService, WITH_KEY } from '../support/service.ts';
import { until } from '../support/until.ts';
import { COMMANDS_HEAD, httpChunk, listenTo, openSocket } from '../support/wire.ts';

/** Long enough never to be the reason for an end. */
const LINGER_MS = 60_000;
const STOOD_STILL_MS = 4_000;
/** More than the sockets of both sides hold. */
const LARGE_BYTES = 12_000_000;

const isRefused = (url: string): Promise<boolean> =>
  openSocket(url).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    () => true,
  );

test('connections that are open at a stop may send one more request each, and end with its answer', async (t) => {
  const service = await startService(t);
  // Stored directly: after a command through the door, `fetch` would keep its connection open, and the stop would
  // wait for it.
  await service.store.cuentas.save(sampleRestaurante(), { ingesta: true });
  const { token } = await service.makeLlave();
  const get = `GET /api/restaurante HTTP/1.1\r\nHost: comanda\r\nAuthorization: Bearer ${token}\r\n`;
  const ready = 'GET /ready HTTP/1.1\r\nHost: comanda\r\n\r\n';
  const bare = { url: service.publicUrl, request: `${get}\r\n` };
  const withLength = { url: service.publicUrl, request: `${get}Content-Length: 0\r\n\r\n` };
  const commands = `${COMMANDS_HEAD}${httpChunk(`${JSON.stringify(comando.crear())}\n`)}0\r\n\r\n`;
  const door = { url: service.privateUrl, request: commands };
  const lines = await Promise.all(
    [bare, withLength, door].map(async ({ url, request }) => {
      const socket = await openSocket(url);
      return { socket, request, heard: listenTo(socket) };
    }),
  );
  for (const { socket, request, heard } of lines) {
    socket.write(request);
    await until(() => /\r\n\r\n.*\}/s.test(heard.text));
    assert.doesNotMatch(heard.text, /^connection: close/im);
    heard.text = '';
  }
  const idle = await openSocket(service.privateUrl);
  idle.write(ready);
  const idleHeard = listenTo(idle);
  await until(() => idleHeard.text.includes('{"ok":true}'));

  const stopped = service.stop(LINGER_MS);
  await until(() => isRefused(service.publicUrl));
  await until(() => isRefused(service.privateUrl));
  for (const { socket, request, heard } of lines) {
    assert.ok(!heard.isOver);
    socket.write(request);
    await until(() => heard.isOver);
    assert.match(heard.text, /^HTTP\/1\.1 200 /m);
    assert.match(heard.text, /^connection: close/im);
    assert.match(heard.text, /"(ok|nombre)":/);
  }
  // A readiness check learns of the stop on the connection that it has open.
  idle.write(`GET /ready HTTP/1.1\r\nHost: comanda\r\n\r\n`);
  await until(() => idleHeard.isOver);
  assert.match(idleHeard.text, /HTTP\/1\.1 503 /);
  // No connection is left: the stop waits no longer.
  await stopped;
  await assert.rejects(fetch(`${service.privateUrl}/health`, { headers: WITH_KEY }));
});

test('a request whose body is still on its way is read to its end', async (t) => {
  const service = await startService(t);
  await service.store.cuentas.save(sampleRestaurante(), { ingesta: true });
  const socket = await openSocket(service.privateUrl);
  const heard = listenTo(socket);
  const line = Buffer.from(`${JSON.stringify(comando.crear())}\n`);
  socket.write(COMMANDS_HEAD);
  socket.write(httpChunk(line.subarray(0, 100)));
  await until(() => heard.text.includes(' 200 '));
  const stopped = service.stop(LINGER_MS);
  await until(() => isRefused(service.privateUrl));
  socket.write(httpChunk(line.subarray(100)));
  socket.write('0\r\n\r\n');
  await until(() => heard.text.endsWith('0\r\n\r\n'));
  assert.match(heard.text, /"ok":true/);
  // The head of its answer was sent before the stop and promised to keep the connection.
  socket.destroy();
  await stopped;
});

test('a request that arrived in time is answered although the process was paused', async (t) => {
  const service = await startService(t);
  const socket = await openSocket(service.publicUrl);
  const heard = listenTo(socket);
  const ask = 'GET /docs/es HTTP/1.1\r\nHost: comanda\r\n\r\n';
  socket.write(ask);
  await until(() => heard.text.endsWith('</html>\n'));
  heard.text = '';
  const stopped = service.stop(STOOD_STILL_MS * 0.75);
  await until(() => isRefused(service.publicUrl));
  // After the sockets have been read in this turn: when the loop continues, timers come first.
  await nextTurn();
  socket.write(ask);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOOD_STILL_MS);
  await until(() => heard.isOver);
  assert.match(heard.text, /^HTTP\/1\.1 200 /);
  await stopped;
});

test('an answer that a slow client is still reading comes whole', async (t) => {
  const service = await startService(t);
  await service.store.cuentas.save(sampleRestaurante(), {});
  const json = JSON.stringify({ categorias: [], relleno: 'x'.repeat(LARGE_BYTES) });
  await service.store.cuentas.saveDocuments(RESTAURANTE_ID, [{ kind: 'carta', json }]);
  const { token } = await service.makeLlave();
  const socket = await openSocket(service.publicUrl);
  socket.write(
    `GET /api/carta HTTP/1.1\r\nHost: comanda\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await once(socket, 'readable');
  const stopped = service.stop();
  await until(() => isRefused(service.publicUrl));
  // Long enough for the service to close connections that it takes to be idle.
  await wait(200);
  const heard = listenTo(socket);
  await until(() => heard.isOver);
  assert.ok(heard.text.length > LARGE_BYTES);
  assert.ok(heard.text.endsWith('x"}'));
  await stopped;
});

test('connections in the kernel’s queue are accepted', async (t) => {
  const service = await startService(t);
  const { hostname, port } = new URL(service.publicUrl);
  const sockets = Array.from({ length: 3 }, () => connect(Number(port), hostname));
  const all = sockets.map((socket) => {
    socket.write('GET /docs/es HTTP/1.1\r\nHost: comanda\r\n\r\n');
    return listenTo(socket);
  });
  // The sockets connect in the next tick. The listener accepts nothing before the turn ends.
  await new Promise(process.nextTick);
  const stopped = service.stop(LINGER_MS);
  for (const heard of all) {
    await until(() => heard.isOver);
    assert.match(heard.text, /^HTTP\/1\.1 200 /);
  }
  await stopped;
});
