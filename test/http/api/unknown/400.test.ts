import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { converse, exchange, statusesIn } from '../../../support/wire.ts';
import { assertContract, assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { service, ask } = await startApi({ after });

test('parametro_invalido: bad percent-encoding of a path', async () => {
  for (const path of ['/%', '/%zz', '/%ff', '/restaurante/%C3', '/%E0%A4%A', '/pedidos/%zz']) {
    const { valores_validos } = assertError(await ask(path), 'parametro_invalido');
    assert.deepEqual(valores_validos, ['UTF-8 codificado con %XX']);
  }
});

describe('what no HTTP client would send', async () => {
  const { token } = await service.makeLlave();

  const send = async (bytes: string) => {
    const { status, head, body } = await exchange(service.publicUrl, bytes);
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => {
          const [name = '', value = ''] = line.split(/: (.*)/s);
          return [name.toLowerCase(), value];
        }),
    );
    return { status, headers, bytes: Buffer.from(body), text: body, body: JSON.parse(body) };
  };
  const headOf = (requestLine: string, ...headers: string[]) =>
    [requestLine, `Authorization: Bearer ${token}`, 'Connection: close', ...headers, '', ''].join(
      '\r\n',
    );
  /** Sends a request that is HTTP; the answer has to follow the contract. */
  const ask = async (requestLine: string, ...headers: string[]) => {
    const reply = await send(headOf(requestLine, ...headers));
    assertContract('GET', '/restaurante', reply);
    return reply;
  };
  /** Sends bytes that never become a request: their answer has the contract's body, and nothing of any key. */
  const sendBytes = async (bytes: string) => {
    const reply = await send(bytes);
    const { doc, error } = assertError(reply, 'parametro_invalido');
    assert.match(doc, /^https?:\/\/.*autenticacion$/);
    assert.equal(reply.headers['connection'], 'close');
    assert.equal(reply.headers['x-ratelimit-limit'], undefined);
    return error;
  };

  for (const [what, bytes] of [
    ['no HTTP at all', 'hola\r\n\r\n'],
    ['a header without a name', 'GET /api/restaurante HTTP/1.1\r\nHost: comanda\r\n: x\r\n\r\n'],
    [
      'two lengths',
      'POST /api/pedidos HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ] as const) {
    test(`parametro_invalido: ${what}`, async () => {
      assert.match(await sendBytes(bytes), /HTTP/);
    });
  }

  test('parametro_invalido: headers beyond reason', async () => {
    for (const bytes of [20_000, 500_000]) {
      const head = headOf('GET /api/restaurante HTTP/1.1', `X-Relleno: ${'x'.repeat(bytes)}`);
      assert.match(await sendBytes(head), /cabeceras/i);
    }
  });

  for (const [what, version, ...hosts] of [
    ['no host', 'HTTP/1.1'],
    ['two hosts', 'HTTP/1.1', 'Host: comanda', 'Host: comanda'],
    ['two hosts, of HTTP/1.0 and spelt otherwise', 'HTTP/1.0', 'Host: comanda', 'HOST: otro'],
  ] as const) {
    test(`parametro_invalido: ${what}`, async () => {
      const reply = await ask(`GET /api/restaurante ${version}`, ...hosts);
      assert.match(assertError(reply, 'parametro_invalido').error, /Host/);
    });
  }

  test('an unknown Expect header is ignored', async () => {
    const reply = await ask('GET /api/restaurante HTTP/1.1', 'Host: comanda', 'Expect: mucho');
    assert.equal(reply.status, 200);
  });

  test('the whole address may be given, as to a proxy', async () => {
    const reply = await ask('GET http://comanda.example/api/restaurante HTTP/1.1', 'Host: comanda');
    assert.equal(reply.status, 200);
  });
});

describe('bytes behind a request that is still being answered', async () => {
  const { token } = await service.makeLlave();
  const ask = (...lines: string[]) =>
    [
      'GET /api/restaurante HTTP/1.1',
      ...['Host: comanda', `Authorization: Bearer ${token}`, ...lines, '', ''],
    ].join('\r\n');

  test('close the connection: no refusal takes the place of its answer', async () => {
    const text = await converse(service.publicUrl, `${ask()}basura\r\n\r\n`);
    assert.deepEqual(statusesIn(text), []);
  });

  test('are ignored after «Connection: close»', async () => {
    const text = await converse(service.publicUrl, ask('Connection: close') + ask());
    assert.deepEqual(statusesIn(text), [200]);
  });

  test('are no second answer to a request that has one, though its body is nonsense', async () => {
    const head = ask('Transfer-Encoding: chunked').replace(
      'GET /api/restaurante',
      'POST /api/nada',
    );
    const text = await converse(service.publicUrl, `${head}4\r\nhola\r\nbasura\r\n`);
    assert.equal(statusesIn(text).length, 1);
  });

  test('may expect a «100 Continue», which comes before their answer and not inside of it', async () => {
    const waiting = ask('Expect: 100-continue');
    const text = await converse(service.publicUrl, ask() + waiting + ask());
    assert.deepEqual(statusesIn(text), [200, 100, 200, 200]);
    assert.match(text, /HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    const last = ask('Expect: 100-continue', 'Connection: close');
    const ended = await converse(service.publicUrl, ask() + last + ask());
    assert.deepEqual(statusesIn(ended), [200, 100, 200]);
  });
});

test('an unknown path gets the same answer, whatever comes with the request', async () => {
  for (const headers of [
    { 'content-type': 'application/json' },
    { 'content-type': 'x/y' },
    { 'content-type': 'application/json; charset=' },
  ]) {
    const response = await fetch(`${service.publicUrl}/nada`, {
      method: 'POST',
      headers,
      body: '{',
    });
    assert.equal(response.status, 404);
    assert.partialDeepStrictEqual(await response.json(), { ok: false, codigo: 'no_encontrado' });
  }
  const text = await converse(
    service.publicUrl,
    'QUERY /panel/api/sesion HTTP/1.1\r\nHost: comanda\r\n\r\n',
  );
  assert.deepEqual(statusesIn(text), [400]);
  assert.match(text, /"codigo":"parametro_invalido"/);
});
