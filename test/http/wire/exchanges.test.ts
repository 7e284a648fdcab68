import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeExchanges } from '../../../src/http/wire/exchanges.ts';
import { listen } from '../../support/machine/loopback.ts';
import { listenTo, openSocket } from '../../support/wire.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

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
