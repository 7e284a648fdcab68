import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeExchanges } from '../../../src/http/wire/exchanges.ts';
import { listen } from '../../support/machine/loopback.ts';
import { collectGarbage } from '../../support/machine/memory.ts';
import { until } from '../../support/until.ts';
import { listenTo, openSocket } from '../../support/wire.ts';

const REFUSAL = Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');

test('a request whose body turns out to be no HTTP has one answer, however long ago that was', async (t) => {
  const exchanges = makeExchanges();
  const server = createServer((request, response) => {
    exchanges.note(request, response);
    response.end('{}');
  }).on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    void exchanges.refuse(socket as Socket, code, REFUSAL);
  });
  t.after(() => server.close());
  // On a busy machine the server would otherwise close the connection as idle.
  server.keepAliveTimeout = 0;
  const socket = await openSocket(await listen(server));
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

test('a request that waits for its turn to say «100 Continue» hides none that came in behind it', async (t) => {
  const exchanges = makeExchanges();
  const open = new Map<string | undefined, ServerResponse>();
  const onRequest: RequestListener = (request, response) => {
    exchanges.note(request, response);
    open.set(request.url, response);
    request.resume();
  };
  let refusals = 0;
  const server = createServer(onRequest)
    .on('checkContinue', exchanges.continueInTurn(onRequest))
    .on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
      refusals += 1;
      void exchanges.refuse(socket as Socket, code, REFUSAL);
    });
  t.after(() => server.close());
  const socket = await openSocket(await listen(server));
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
  await until(() => refusals > 0);
  open.get('/c')?.end('/c ');
  await closed;
  assert.deepEqual(heard.text.match(/HTTP\/1\.1 \d+/g), [
    'HTTP/1.1 200',
    'HTTP/1.1 100',
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 400',
  ]);
});

test('a connection without a byte is closed silently, another with an answer', async (t) => {
  const exchanges = makeExchanges();
  const soon = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
  const server = createServer(soon).on(
    'clientError',
    ({ code }: NodeJS.ErrnoException, socket) =>
      void exchanges.refuse(socket as Socket, code, REFUSAL),
  );
  t.after(() => server.close());
  const url = await listen(server);
  const hear = async (bytes: string): Promise<string> => {
    const socket = await openSocket(url);
    const heard = listenTo(socket);
    socket.write(bytes);
    await once(socket, 'close');
    return heard.text;
  };
  assert.equal(await hear(''), '');
  assert.equal(await hear('GET / HTTP/1.1\r\n'), REFUSAL.toString());
});
