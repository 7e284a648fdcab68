import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { converse, listenTo, openSocket } from '../../support/wire.ts';
import { openDoor } from '../api/door.ts';
import { seedSampleRestaurant } from '../api/world.ts';

const service = await startService({ after });
await seedSampleRestaurant(service);

const headOf = (path: string, token: string, lines: readonly string[] = [], method = 'GET') =>
  [`${method} ${path} HTTP/1.1`, 'Host: comanda', `Authorization: Bearer ${token}`, ...lines]
    .map((line) => `${line}\r\n`)
    .join('')
    .concat('\r\n');

/** Reads answers off one connection, one after another. */
const makeReader = (socket: Socket) => {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  const more = async () => {
    if (socket.readableEnded) throw new Error('the connection ended too early');
    await Promise.race([once(socket, 'data'), once(socket, 'end')]);
  };
  return async (hasBody = true) => {
    while (!received.includes('\r\n\r\n')) await more();
    const end = received.indexOf('\r\n\r\n');
    const head = received.subarray(0, end).toString('latin1');
    const bytes = hasBody ? Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0) : 0;
    while (received.length < end + 4 + bytes) await more();
    const body = received.subarray(end + 4, end + 4 + bytes).toString('utf8');
    received = received.subarray(end + 4 + bytes);
    return { head, body };
  };
};

const ask = async (request: string) => {
  const socket = await openSocket(service.publicUrl);
  const read = makeReader(socket);
  socket.write(request);
  const answer = await read();
  socket.destroy();
  return answer;
};

describe('a connection', () => {
  test('carries one request after another, of any kind', async () => {
    const { token } = await service.makeLlave();
    const socket = await openSocket(service.publicUrl);
    const read = makeReader(socket);
    const plain = headOf('/api/restaurante', token);
    for (let i = 0; i < 3; i += 1) {
      socket.write(plain);
      assert.match((await read()).head, /^HTTP\/1\.1 200 /);
    }
    socket.write(headOf('/api/restaurante', token, [], 'HEAD'));
    assert.match((await read(false)).head, /^HTTP\/1\.1 200 /);
    socket.write(headOf('/docs', token));
    assert.match((await read(false)).head, /^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test('computes one page at a time, however many are pipelined, and ends beyond a hundred', async (t) => {
    let [running, runningMax] = [0, 0];
    const page: FastifyPluginAsync = async (app) => {
      app.get('/docs', async () => {
        running += 1;
        runningMax = Math.max(runningMax, running);
        await nextTurn();
        running -= 1;
        return 'página';
      });
    };
    const { publicUrl } = await openDoor(t, { pages: [page] });
    const answersTo = async (count: number, header = ''): Promise<number> => {
      const request = `GET /docs HTTP/1.1\r\n${header}Host: comanda\r\n\r\n`;
      const socket = (await openSocket(publicUrl)).on('error', () => undefined);
      const heard = listenTo(socket);
      const last = request.replace('Host', 'Connection: close\r\nHost');
      socket.write(request.repeat(count - 1) + last);
      await until(() => heard.isOver);
      return heard.text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0;
    };
    assert.equal(await answersTo(100), 100);
    assert.equal(runningMax, 1);
    for (const header of ['', 'Expect: 100-continue\r\n']) {
      assert.ok((await answersTo(101, header)) < 100);
    }
  });

  test('is checked often enough to be cut off in time', async (t) => {
    const made = t.mock.method(http, 'createServer');
    syncBuiltinESMExports();
    await openDoor(t);
    made.mock.restore();
    syncBuiltinESMExports();
    const [options] = made.mock.calls[0]?.arguments ?? [];
    assert.ok(typeof options === 'object');
    // By default Node checks every 30 seconds only: a slow head would get three times its time.
    const { headersTimeout = 0, connectionsCheckingInterval = 30_000 } = options;
    assert.ok(connectionsCheckingInterval * 10 < headersTimeout);
  });

  test('keeps the order of requests that do not wait for answers', async () => {
    const { token } = await service.makeLlave();
    const paths = ['/api/resumen', '/api/restaurante', '/api/zonas', '/api/carta', '/api/nada'];
    const requests = paths.map((path) => headOf(path, token));
    const expected = await Promise.all(requests.map(ask));
    for (const together of [true, false]) {
      const socket = await openSocket(service.publicUrl);
      socket.setNoDelay(true);
      const read = makeReader(socket);
      if (together) socket.write(requests.join(''));
      else for (const request of requests) socket.write(request);
      for (const each of expected) assert.equal((await read()).body, each.body);
      socket.destroy();
    }
  });

  test('answers a client that has half-closed, and closes', async () => {
    const { token } = await service.makeLlave();
    const text = await converse(service.publicUrl, headOf('/api/restaurante', token));
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.match(text, /"zona_horaria"/);
  });

  test('closes when it is asked to', async () => {
    const { token } = await service.makeLlave();
    const socket = await openSocket(service.publicUrl);
    socket.write(headOf('/api/restaurante', token, ['Connection: close']));
    const text = Buffer.concat(await socket.toArray()).toString('utf8');
    assert.match(text, /^connection: close$/im);
  });

  test('a client that reads late gets every answer', async () => {
    const { token } = await service.makeLlave();
    const socket = await openSocket(service.publicUrl);
    socket.pause();
    const count = 40;
    for (let i = 0; i < count; i += 1) {
      socket.write(headOf('/api/pedidos?limite=100', token));
      await wait(1);
    }
    const read = makeReader(socket);
    socket.resume();
    for (let i = 0; i < count; i += 1) assert.match((await read()).head, /^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

test('a stop ends idle connections, and finishes requests', async (t) => {
  const other = await startService(t);
  await seedSampleRestaurant(other);
  const { token } = await other.makeLlave();
  const idle = await openSocket(other.publicUrl);
  const read = makeReader(idle);
  idle.write(headOf('/api/restaurante', token));
  await read();
  const ended = once(idle, 'end');
  await other.stop();
  await ended;
});
