import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, ServerOptions, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeServer } from '../../../src/http/server/server.ts';
import { listen } from '../../support/machine/loopback.ts';
import { collectGarbage } from '../../support/machine/memory.ts';
import { until } from '../../support/until.ts';
import { listenTo, openSocket } from '../../support/wire.ts';

const ERROR_BODY = Buffer.from('{"ok":false}');

const startServer = async (t: TestContext, serve: RequestListener, options: ServerOptions = {}) => {
  const { serverFactory, refuse } = makeServer(options, ERROR_BODY);
  const server = serverFactory(serve).on('clientError', refuse);
  t.after(() => server.close());
  return { server, url: await listen(server) };
};

test('a request whose body turns out to be no HTTP has one answer, however long ago that was', async (t) => {
  const { server, url } = await startServer(t, (_, response) => {
    response.end('{}');
  });
  // On a busy machine the server would otherwise close the connection as idle.
  server.keepAliveTimeout = 0;
  const socket = await openSocket(url);
  const heard = listenTo(socket);
  socket.write('GET / HTTP/1.1\r\nHost: comanda\r\nTransfer-Encoding: chunked\r\n\r\n');
  while (!heard.text.endsWith('{}')) await once(socket, 'data');
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn();
    collectGarbage();
  }
  const closed = once(socket, 'close');
  socket.write('basura\r\n');
  await closed;
  assert.deepEqual(heard.text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200']);
});

test('bytes that are no HTTP close the connection while anything on it is unanswered', async (t) => {
  const open = new Map<string | undefined, ServerResponse>();
  const { url } = await startServer(t, (request, response) => {
    open.set(request.url, response);
    request.resume();
  });
  const socket = await openSocket(url);
  const heard = listenTo(socket);
  const headOf = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: comanda\r\n${more}\r\n`;
  const expecting = headOf('POST /b', 'Expect: 100-continue\r\nContent-Length: 2\r\n');
  socket.write(`${headOf('GET /a')}${expecting}{}${headOf('GET /c')}`);
  for (const path of ['/a', '/b']) {
    await until(() => open.has(path));
    open.get(path)?.end(`${path} `);
  }
  await until(() => heard.text.endsWith('/b '));
  const closed = once(socket, 'close');
  socket.write('basura\r\n\r\n');
  await closed;
  assert.deepEqual(heard.text.match(/HTTP\/1\.1 \d+/g), [
    'HTTP/1.1 200',
    'HTTP/1.1 100',
    'HTTP/1.1 200',
  ]);
});

test('a connection may bring many requests whose body nobody reads, one after the other', async (t) => {
  const { url } = await startServer(t, (_, response) => {
    response.end('{}');
  });
  const socket = await openSocket(url);
  const heard = listenTo(socket);
  for (let count = 1; count <= 40; count += 1) {
    socket.write('POST / HTTP/1.1\r\nHost: comanda\r\nContent-Length: 4\r\n\r\nhola');
    await until(() => heard.text.split('{}').length > count);
  }
  assert.ok(!heard.isOver);
  socket.destroy();
});

test('a connection without a byte is closed silently, another with an answer', async (t) => {
  const soon = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
  const { url } = await startServer(t, () => undefined, soon);
  const hear = async (bytes: string): Promise<string> => {
    const socket = await openSocket(url);
    const heard = listenTo(socket);
    socket.write(bytes);
    await once(socket, 'close');
    return heard.text;
  };
  assert.equal(await hear(''), '');
  assert.equal(
    await hear('GET / HTTP/1.1\r\n'),
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: 12\r\nconnection: close\r\n\r\n${ERROR_BODY}`,
  );
});

test('a client that resets its connection after CONNECT does no harm', async (t) => {
  const { url } = await startServer(t, (_, response) => {
    response.end('{}');
  });
  for (let count = 0; count < 50; count += 1) {
    const socket = await openSocket(url);
    socket
      .on('error', () => undefined)
      .write('CONNECT comanda:443 HTTP/1.1\r\nHost: comanda\r\n\r\n');
    setImmediate(() => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  const socket = await openSocket(url);
  const heard = listenTo(socket);
  socket.write('CONNECT comanda:443 HTTP/1.1\r\nHost: comanda\r\n\r\n');
  await until(() => heard.isOver);
  assert.match(heard.text, /^HTTP\/1\.1 400 /);
});
