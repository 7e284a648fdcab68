import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../service.ts';
import { exchange } from '../../wire.ts';
import { assertContract, assertError, makeClient } from '../client.ts';
import { carryOut } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
await carryOut(service, comando.guardarRestaurante());

test('parametro_invalido: bad percent-encoding of a path', async () => {
  const { token } = await service.makeLlave();
  for (const path of ['/%', '/%zz', '/%ff', '/restaurante/%C3', '/%E0%A4%A', '/pedidos/%zz']) {
    const { valores_validos } = assertError(await api(path, { token }), 'parametro_invalido');
    assert.equal(valores_validos, 'UTF-8 codificado con %XX');
  }
});

describe('what no HTTP client would send', async () => {
  const { token } = await service.makeLlave();

  /** Sends bytes as they are; the answer keeps to the contract nevertheless. */
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
    const reply = { status, headers, bytes: Buffer.from(body), text: body, body: JSON.parse(body) };
    assertContract('GET', '/restaurante', reply);
    return reply;
  };
  const ask = (requestLine: string, ...headers: string[]) =>
    send(
      [requestLine, `Authorization: Bearer ${token}`, 'Connection: close', ...headers, '', ''].join(
        '\r\n',
      ),
    );

  for (const [what, bytes] of [
    ['no HTTP at all', 'hola\r\n\r\n'],
    ['a method that does not exist', 'FETCH /api/restaurante HTTP/1.1\r\nHost: comanda\r\n\r\n'],
    ['a header without a name', 'GET /api/restaurante HTTP/1.1\r\nHost: comanda\r\n: x\r\n\r\n'],
    [
      'two lengths',
      'POST /api/pedidos HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ] as const) {
    test(`parametro_invalido: ${what}`, async () => {
      const { error } = assertError(await send(bytes), 'parametro_invalido');
      assert.match(error, /HTTP/);
    });
  }

  test('parametro_invalido: headers beyond reason', async () => {
    for (const bytes of [20_000, 500_000]) {
      const reply = await ask('GET /api/restaurante HTTP/1.1', `X-Relleno: ${'x'.repeat(bytes)}`);
      assert.match(assertError(reply, 'parametro_invalido').error, /cabeceras/i);
    }
  });

  test('parametro_invalido: no host', async () => {
    const reply = await ask('GET /api/restaurante HTTP/1.1');
    assert.match(assertError(reply, 'parametro_invalido').error, /Host/);
  });

  test('an expectation that nobody knows is nobody’s business', async () => {
    const reply = await ask('GET /api/restaurante HTTP/1.1', 'Host: comanda', 'Expect: mucho');
    assert.equal(reply.status, 200);
  });

  test('the whole address may be given, as to a proxy', async () => {
    const reply = await ask('GET http://comanda.example/api/restaurante HTTP/1.1', 'Host: comanda');
    assert.equal(reply.status, 200);
  });
});
