import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readPlainGet } from '../../../src/http/api/plain-get.ts';

const read = (head: string) => readPlainGet(Buffer.from(head, 'latin1'));
const withHeaders = (...lines: string[]) =>
  ['GET /api/pedidos HTTP/1.1', 'Host: comanda', ...lines, '', ''].join('\r\n');

describe('the head of a plain GET', () => {
  test('is read as Node reads it', () => {
    const head = withHeaders('Authorization: Bearer abc', 'ACCEPT:*/*', 'X-Empty:', 'A: b c: d');
    assert.deepEqual(read(head), {
      target: '/api/pedidos',
      headers: {
        host: 'comanda',
        authorization: 'Bearer abc',
        accept: '*/*',
        'x-empty': '',
        a: 'b c: d',
      },
    });
  });

  test('may say that the connection stays', () => {
    assert.equal(read(withHeaders('Connection: Keep-Alive'))?.headers.connection, 'Keep-Alive');
  });
});

const ODD: [what: string, head: string][] = [
  ['another method', withHeaders().replace('GET', 'POST')],
  ['a method in lower case', withHeaders().replace('GET', 'get')],
  ['a whole address', withHeaders().replace('/api', 'http://comanda/api')],
  ['an older version', withHeaders().replace('1.1', '1.0')],
  ['no version', withHeaders().replace(' HTTP/1.1', '')],
  ['two spaces', withHeaders().replace(' HTTP', '  HTTP')],
  ['bytes beyond ASCII in the address', withHeaders().replace('pedidos', 'pedidós')],
  ['bytes beyond ASCII in a value', withHeaders('A: ñ')],
  ['a control character', withHeaders('A: b\u0001')],
  ['a zero byte', withHeaders('A: b\0')],
  ['a tab', withHeaders('A:\tb')],
  ['a space before the colon', withHeaders('A : b')],
  ['a space at the end of a value', withHeaders('A: b ')],
  ['a folded line', withHeaders('A: b', ' c')],
  ['a line without a colon', withHeaders('A')],
  ['an underscore in a name', withHeaders('__proto__: b')],
  ['a name twice', withHeaders('A: b', 'a: c')],
  ['two hosts', withHeaders('Host: otro')],
  ['no host', withHeaders().replace('Host: comanda\r\n', 'A: b\r\n')],
  ['no header at all', 'GET /api/pedidos HTTP/1.1\r\n\r\n'],
  ['a body announced', withHeaders('Content-Length: 0')],
  ['a body in chunks', withHeaders('Transfer-Encoding: chunked')],
  ['an expectation', withHeaders('Expect: 100-continue')],
  ['an upgrade', withHeaders('Upgrade: h2c')],
  ['the end of the connection', withHeaders('Connection: close')],
  ['a list for the connection', withHeaders('Connection: keep-alive, Upgrade')],
  ['bare line feeds', withHeaders().replaceAll('\r\n', '\n')],
  ['one bare line feed', withHeaders('A: b').replace('b\r\n', 'b\n')],
  ['half a head', withHeaders().slice(0, -2)],
  ['more than a head', `${withHeaders()}G`],
  ['two requests', withHeaders() + withHeaders()],
  ['an empty line first', `\r\n${withHeaders()}`],
  ['a long head', withHeaders(`A: ${'b'.repeat(9_000)}`)],
  ['nothing', ''],
];

describe('left to Node', () => {
  for (const [what, head] of ODD) {
    test(what, () => assert.equal(read(head), null));
  }

  test('any single byte that is put in, taken out or altered gives a plain head or none', () => {
    const bytes = Buffer.from(withHeaders('Authorization: Bearer abc'), 'latin1');
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(change, fc.constantFrom(0, 1), ([at, value], removed) => {
        const changed = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from([value]),
          bytes.subarray(at + removed),
        ]);
        const got = readPlainGet(changed);
        if (got === null) return;
        const lines = changed.toString('latin1').split('\r\n');
        assert.equal(lines[0], `GET ${got.target} HTTP/1.1`);
        assert.equal(Object.keys(got.headers).length, lines.length - 3);
        for (const each of [got.target, ...Object.values(got.headers)]) {
          assert.match(String(each), /^[ -~]*$/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
