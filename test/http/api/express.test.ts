import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, mock, test } from 'node:test';
import { makeExpress } from '../../../src/http/api/express.ts';
import { openPair } from './pair.ts';

const FIRST_MS = 15_000;
const KEEP_ALIVE_MS = 72_000;
const GET = 'GET /api/pedidos HTTP/1.1\r\nHost: comanda\r\n\r\n';

mock.timers.enable({ apis: ['setInterval'] });
after(() => mock.timers.reset());

const express = makeExpress({
  takes: (target) => target.startsWith('/api/'),
  async serve(_, response) {
    response.writeHead(200, ['Content-Length', '2']);
    response.write(Buffer.from('{}'));
    response.end();
  },
  handOver: (socket) => socket.end('handed over'),
  date: () => 'Sun, 15 Nov 2026 10:00:00 GMT',
  keepAliveMs: KEEP_ALIVE_MS,
  firstMs: FIRST_MS,
});
const server = createServer(express.accept).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  express.cut();
  server.close();
});

/** What was sent until the connection ended. */
const ending = async (socket: Socket): Promise<string> => {
  const [said] = await Promise.all([text(socket), once(socket, 'close')]);
  return said;
};

describe('connections that keep silent', () => {
  test('are cut when no request comes', async () => {
    const { theirs: socket, ours } = await openPair(server);
    mock.timers.tick(FIRST_MS);
    assert.equal(ours.destroyed, false);
    mock.timers.tick(FIRST_MS);
    assert.equal(await ending(socket), '');
  });

  test('are kept after an answer for as long as it said, and no longer', async () => {
    const { theirs: socket, ours } = await openPair(server);
    socket.write(GET);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^Keep-Alive: timeout=72$/m);
    mock.timers.tick(KEEP_ALIVE_MS);
    assert.equal(ours.destroyed, false);
    socket.write(GET);
    await once(socket, 'data');
    mock.timers.tick(KEEP_ALIVE_MS * 1.2);
    assert.equal(await ending(socket), '');
  });

  test('are no concern of this lane once it has handed them over', async () => {
    const { theirs: socket } = await openPair(server);
    socket.write(GET.replace('GET', 'POST'));
    assert.equal(await ending(socket), 'handed over');
  });
});
