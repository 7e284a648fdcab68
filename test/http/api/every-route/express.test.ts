import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { startService } from '../../../support/service.ts';
import { openSocket } from '../../../support/wire.ts';
import { everyRoute, furnish } from '../world.ts';

/**
 * A plain GET is answered without Node's request and response; whatever comes in two pieces is Node's.
 * Nobody may be able to tell one from the other.
 */
const service = await startService({ after });
const routes = everyRoute(await furnish(service));

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

const asExpress = async (request: string) => {
  const socket = await openSocket(service.publicUrl);
  const read = makeReader(socket);
  socket.write(request);
  const answer = await read();
  socket.destroy();
  return answer;
};

/** Half a head first: the connection is handed over before there is a request. */
const asNode = async (request: string) => {
  const socket = await openSocket(service.publicUrl);
  socket.setNoDelay(true);
  const read = makeReader(socket);
  socket.write(request.slice(0, 20));
  await new Promise((done) => setTimeout(done, 20));
  socket.write(request.slice(20));
  const answer = await read();
  socket.destroy();
  return answer;
};

/** What differs between any two requests. */
const steady = ({ head, body }: { head: string; body: string }) => ({
  body,
  head: head
    .split('\r\n')
    .map((line) => line.replace(/^(date|x-request-id|x-ratelimit-re\w+|ratelimit): .*$/i, '$1'))
    .sort(),
});

describe('the express lane', () => {
  for (const { operacion, path } of routes) {
    test(`${operacion}: the same answer as Node's, to the header`, async () => {
      const { token } = await service.makeLlave();
      for (const lines of [[], ['Origin: https://ejemplo.es'], ['Accept-Encoding: gzip']]) {
        const request = headOf(`/api${path}`, token, lines);
        const express = await asExpress(request);
        assert.deepEqual(steady(express), steady(await asNode(request)));
        const [, etag] = /^etag: (.*)$/im.exec(express.head) ?? [];
        const again = headOf(`/api${path}`, token, [...lines, `If-None-Match: ${etag}`]);
        assert.deepEqual(steady(await asExpress(again)), steady(await asNode(again)));
      }
    });
  }

  test('refusals too', async () => {
    const { token } = await service.makeLlave();
    for (const path of ['/api/pedidos?limite=0', '/api/nada', '/api/pedidos/ped_no', '/api/%E0']) {
      const request = headOf(path, token);
      assert.deepEqual(steady(await asExpress(request)), steady(await asNode(request)));
    }
    const stranger = headOf('/api/pedidos', 'nadie');
    assert.deepEqual(steady(await asExpress(stranger)), steady(await asNode(stranger)));
  });

  test('answers one request after another, and what is not plain as well', async () => {
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

  test('keeps the order of requests that do not wait for answers', async () => {
    const { token } = await service.makeLlave();
    const paths = ['/api/resumen', '/api/restaurante', '/api/zonas', '/api/carta', '/api/nada'];
    const requests = paths.map((path) => headOf(path, token));
    const expected = await Promise.all(requests.map(asExpress));
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

  test('answers a client that has said all it had to say, and closes', async () => {
    const { token } = await service.makeLlave();
    const socket = await openSocket(service.publicUrl);
    socket.end(headOf('/api/restaurante', token));
    const text = Buffer.concat(await socket.toArray()).toString('utf8');
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
      await new Promise((done) => setTimeout(done, 1));
    }
    const read = makeReader(socket);
    socket.resume();
    for (let i = 0; i < count; i += 1) assert.match((await read()).head, /^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

test('a stop ends connections that wait, and finishes what was asked', async (t) => {
  const other = await startService(t);
  await furnish(other);
  const { token } = await other.makeLlave();
  const idle = await openSocket(other.publicUrl);
  const read = makeReader(idle);
  idle.write(headOf('/api/restaurante', token));
  await read();
  const ended = once(idle, 'end');
  await other.stop();
  await ended;
});
