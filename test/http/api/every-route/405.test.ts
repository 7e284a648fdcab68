import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { words } from '../../../support/values/words.ts';
import { openSocket, statusesIn } from '../../../support/wire.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { everyOperation } from '../world.ts';

const { service, ask } = await startApi({ after });

const METHODS = words('GET POST PUT PATCH DELETE QUERY PROPFIND TRACE BREW');
for (const [path, allow] of new Map(
  everyOperation('xxx_1').map((each) => [each.path, each.allow]),
)) {
  test(`${path}: refuses all methods but ${allow}, and names them`, async () => {
    for (const method of METHODS.filter((each) => !allow.split(', ').includes(each))) {
      const reply = await ask(path, { method });
      const { error } = assertError(reply, 'metodo_invalido');
      assert.equal(reply.headers['allow'], allow, method);
      assert.ok(error.includes(allow), error);
    }
  });
}

test('whatever body comes along', async () => {
  const headers = { 'content-type': 'no such type' };
  for (const body of ['{', '{}', Buffer.alloc(1_000_000)]) {
    assertError(await ask('/pedidos', { method: 'POST', headers, body }), 'metodo_invalido');
  }
});

describe('methods that Node’s parser does not let through', async () => {
  const { token } = await service.makeLlave();
  const headOf = (method: string, path = '/api/restaurante', key = token) =>
    `${method} ${path} HTTP/1.1\r\nHost: comanda\r\nAuthorization: Bearer ${key}\r\n\r\n`;

  /** Sends pieces one after the other, and gives the answers up to the end of the connection. */
  const converse = async (...pieces: string[]) => {
    const socket = await openSocket(service.publicUrl);
    for (const piece of pieces) {
      socket.write(piece);
      await wait(30);
    }
    const text = Buffer.concat(await socket.toArray()).toString();
    return { text, statuses: statusesIn(text) };
  };
  const assertRefused = ({ text, statuses }: Awaited<ReturnType<typeof converse>>) => {
    assert.deepEqual(statuses, [405], text);
    assert.match(text, /\r\nAllow: GET, HEAD, OPTIONS\r\n/);
    assert.match(text, /\r\nX-RateLimit-Remaining: \d+\r\n/);
    assert.match(text, /"codigo":"metodo_invalido"/);
  };

  for (const method of ['get', 'G', 'GETX', 'X-Y', 'DESCRIBE', 'FLUSH', 'CONNECT']) {
    test(method, async () => assertRefused(await converse(headOf(method))));
  }

  test('a head that comes in pieces', async () => {
    const head = headOf('BREW');
    assertRefused(await converse(head.slice(0, 40), head.slice(40, 70), head.slice(70)));
  });

  test('behind the body of another request on the connection', async () => {
    const length = 'Content-Length: 9\r\n\r\n{"a": "b"';
    const first = headOf('POST').replace(/\r\n$/, length);
    assert.deepEqual((await converse(first + headOf('BREW'))).statuses, [405, 405]);
  });

  test('a valid method with a byte before it is no request: nothing is carried out', async () => {
    const { token: mine } = await service.makeLlave();
    const path = '/api/exportacion/pedidos?formato=csv';
    for (const method of ['@GET', 'X@GET', '@HEAD', '@POST', '@OPTIONS']) {
      const { text, statuses } = await converse(headOf(method, path, mine));
      assert.deepEqual(statuses, [400], text);
      assert.match(text, /"codigo":"parametro_invalido"/);
    }
    // A key may have two exports at once: all requests above have given their places back.
    const last = headOf('HEAD', path, mine).replace('\r\n', '\r\nConnection: close\r\n');
    assert.deepEqual((await converse(last)).statuses, [200]);
  });

  test('the order of checks stays: no key, a bad key, no such path', async () => {
    const keyless = 'BREW /api/restaurante HTTP/1.1\r\nHost: comanda\r\n\r\n';
    const cases: [bytes: string, status: number, codigo: string][] = [
      [keyless, 401, 'llave_ausente'],
      [keyless.replace('BREW', 'CONNECT'), 401, 'llave_ausente'],
      [headOf('BREW', '/api/restaurante', 'svc_live_no'), 401, 'llave_invalida'],
      [headOf('BREW', '/api/nada'), 404, 'no_encontrado'],
      [headOf('BREW', '/nada'), 404, 'no_encontrado'],
      [headOf('CONNECT', 'comanda:443'), 405, 'metodo_invalido'],
      [headOf('BREW').replace('Host: comanda\r\n', ''), 400, 'parametro_invalido'],
      [headOf('@'), 400, 'parametro_invalido'],
      [headOf('BREW').replace('HTTP/1.1', 'HTTP'), 400, 'parametro_invalido'],
    ];
    for (const [bytes, status, codigo] of cases) {
      const { text, statuses } = await converse(bytes);
      assert.deepEqual(statuses, [status], text);
      assert.ok(text.includes(`"codigo":"${codigo}"`), text);
    }
  });

  test('it counts against the limit, and beyond the limit is a 429', async () => {
    const { token: mine } = await service.makeLlave();
    for (let i = 0; i < 60; i += 1) await ask('/restaurante', { token: mine });
    const { statuses } = await converse(headOf('BREW', '/api/restaurante', mine));
    assert.deepEqual(statuses, [429]);
  });
});
