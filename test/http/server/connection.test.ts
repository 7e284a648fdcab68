import assert from 'node:assert/strict';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { after, describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { listenTo, openSocket, statusesIn } from '../../support/wire.ts';
import { openDoor } from '../api/door.ts';
import { seedSampleRestaurant } from '../api/world.ts';
import { listenPrivately } from '../private/listen.ts';

/** The longest time of a timer. */
const FOREVER_MS = 2 ** 31 - 1;

const service = await startService({ after });
await seedSampleRestaurant(service);

const headOf = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: comanda\r\nAuthorization: Bearer ${token}\r\n\r\n`;

describe('a connection', () => {
  test('computes one page at a time, however many are pipelined, and ends beyond sixteen', async (t) => {
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
    assert.equal(await answersTo(16), 16);
    assert.equal(runningMax, 1);
    for (const header of ['', 'Expect: 100-continue\r\n']) {
      assert.ok((await answersTo(17, header)) < 16);
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
    const parts = [/"periodo"/, /"zona_horaria"/, /"poligono"/, /"categorias"/, /"no_encontrado"/];
    for (const together of [true, false]) {
      const socket = await openSocket(service.publicUrl);
      const heard = listenTo(socket.setNoDelay(true));
      if (together) socket.end(requests.join(''));
      else for (const request of requests) socket.write(request);
      socket.end();
      await until(() => heard.isOver);
      const [, ...answers] = heard.text.split('HTTP/1.1 ');
      assert.equal(answers.length, parts.length);
      for (const [i, part] of parts.entries()) assert.match(answers[i] ?? '', part);
    }
  });

  test('a client that reads late gets every answer', async () => {
    const { token } = await service.makeLlave();
    const socket = (await openSocket(service.publicUrl)).pause();
    const count = 16;
    for (let i = 0; i < count; i += 1) {
      socket.write(headOf('/api/pedidos?limite=100', token));
      await wait(1);
    }
    socket.end();
    const heard = listenTo(socket.resume());
    await until(() => heard.isOver);
    assert.deepEqual(statusesIn(heard.text), Array(count).fill(200));
  });
});

test('a stop ends idle connections at once, and not when it may cut off the others', async () => {
  const { url, close } = await listenPrivately({});
  const idle = await openSocket(url);
  const heard = listenTo(idle);
  idle.write('GET /health HTTP/1.1\r\nHost: comanda\r\n\r\n');
  await until(() => heard.text.endsWith('{"ok":true}'));
  await close({ lingerMs: 0, drainMs: FOREVER_MS });
  await until(() => heard.isOver);
});
