import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { record, weighted } from '../../support/values/properties.ts';
import { assertNoLeak, assertPlausible } from '../checks.ts';
import { openConnection } from '../connection.ts';
import type { FuzzServer } from '../fuzz-server.ts';
import { mutated } from '../inputs/text.ts';
import { target } from './target.ts';

/** A placeholder, so that a printed case holds no secret. */
const KEY = '<<KEY>>';
const head = (first: string, ...lines: string[]): string =>
  [first, 'Host: comanda', `Authorization: Bearer ${KEY}`, ...lines, '', ''].join('\r\n');

const PLAIN = head('GET /api/restaurante HTTP/1.1');
const BODY = '{"url":"https://127.0.0.1/"}';

/** Requests, usual and unusual. */
const REQUESTS = [
  PLAIN,
  head('GET /api/pedidos?limite=2 HTTP/1.1', 'Accept-Encoding: gzip'),
  head('HEAD /api/zonas HTTP/1.1'),
  head('OPTIONS /api/carta HTTP/1.1', 'Origin: https://x.example'),
  head('GET /docs HTTP/1.1', 'Accept: text/html'),
  head('GET /panel/api/sesion HTTP/1.1', 'Cookie: comanda_sesion=x'),
  `${head('POST /api/nada HTTP/1.1', 'Content-Length: 4')}hola`,
  `${head('POST /api/nada HTTP/1.1', 'Transfer-Encoding: chunked')}4\r\nhola\r\n0\r\n\r\n`,
  head('POST /api/nada HTTP/1.1', 'Transfer-Encoding: chunked') +
    '4;a="b"\r\nhola\r\n0\r\nX: y\r\n\r\n',
  head(
    'DELETE /api/webhooks/wh_x HTTP/1.1',
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  ) + BODY,
  head('GET /api/restaurante HTTP/1.0'),
  head('GET /api/restaurante HTTP/1.0', 'Connection: keep-alive'),
  head('GET /api/restaurante HTTP/1.1', 'Connection: close'),
  head(
    'GET /api/restaurante HTTP/1.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: x',
  ),
  head(
    'GET /api/restaurante HTTP/1.1',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AA',
  ),
  head('GET /api/restaurante HTTP/1.1', 'Expect: 100-continue'),
  `${head('POST /api/webhooks HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 2')}{}`,
  head('GET http://otro.example/api/restaurante HTTP/1.1'),
  head('GET //api/restaurante HTTP/1.1'),
  head('GET /api/../api/restaurante HTTP/1.1'),
  head('OPTIONS * HTTP/1.1'),
  head('CONNECT otro.example:443 HTTP/1.1'),
  head('GET /api/restaurante HTTP/1.1', `X-A: ${'a'.repeat(17_000)}`),
  head('GET /api/restaurante HTTP/1.1', ...Array.from({ length: 2_100 }, (_, i) => `A${i}: b`)),
  head(`GET /api/${'a'.repeat(20_000)} HTTP/1.1`),
  'GET /api/restaurante\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
  'GET /api/restaurante HTTP/1.1\nHost: comanda\n\n',
  '\0\0\0\0',
] as const;

interface Case {
  side: 'public' | 'private';
  /** One after another on one connection, without waiting. */
  requests: string[];
  /** Places of cuts, as fractions of the length; a pause at each lets the other side read. */
  cuts: number[];
  /** How the client ends: it half-closes, resets, or just leaves. */
  end: 'half' | 'reset' | 'gone';
}

const request = weighted(
  [2, fc.constantFrom(...REQUESTS)],
  [3, mutated(fc.constantFrom(...REQUESTS), { minEdits: 1, maxEdits: 4 })],
  [1, fc.string({ unit: 'binary-ascii', maxLength: 60 })],
);

const cases: fc.Arbitrary<Case> = record({
  side: fc.constantFrom('public', 'public', 'public', 'private'),
  requests: fc.array(request, { minLength: 1, maxLength: 4 }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 }),
  end: fc.constantFrom('half', 'half', 'half', 'half', 'reset', 'gone'),
});

export const pause = (ms = 2): Promise<void> => wait(ms);

/** Cuts bytes at fractions of their length. */
export const cutAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length))].sort((a, b) => a - b);
  return places
    .map((from, i) => bytes.subarray(from, places[i + 1]))
    .filter((piece) => piece.length > 0);
};

const fillKey = async (text: string, server: FuzzServer): Promise<Buffer> =>
  Buffer.from(text.replaceAll(KEY, await server.credentials.token('a')), 'latin1');

/** Bytes that no HTTP client would send, in pieces, to either listener: each answers or closes, nothing else. */
export const bytes = target<Case>({
  name: 'bytes',
  runs: 400,
  cases,
  async attack({ side, requests, cuts, end }, server) {
    using connection = await openConnection(server[`${side}Url`]);
    const { socket } = connection;
    const pieces = cutAt(await fillKey(requests.join(''), server), cuts);
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) await pause();
      connection.send(piece);
    }
    if (end === 'reset') socket.resetAndDestroy();
    if (end !== 'half') return;
    socket.end();
    for (const answer of await connection.rest()) {
      assertPlausible(answer);
      assertNoLeak({ who: { key: 'a' } }, answer);
    }
  },
});

/** Heads whose bodies end differently for different parsers (request smuggling). */
const AMBIGUOUS = [
  ['Content-Length: 6', 'Transfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked', 'Content-Length: 6'],
  ['Content-Length: 6', 'Content-Length: 5'],
  ['Content-Length: 6', 'Content-Length: 6'],
  ['Content-Length: 5, 6'],
  ['Content-Length: +5'],
  ['Content-Length: 0x5'],
  ['Content-Length: 5 5'],
  ['Content-Length: -1'],
  ['Content-Length: 99999999999999999999'],
  ['Content-Length : 5'],
  ['Content-Length:\x0b5'],
  ['Transfer-Encoding: chunked, identity'],
  ['Transfer-Encoding: identity, chunked, chunked'],
  ['Transfer-Encoding: xchunked'],
  ['Transfer-Encoding : chunked'],
  ['Transfer-Encoding:\x0bchunked'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ['Transfer-Encoding:', ' chunked'],
  ['X: y\rTransfer-Encoding: chunked'],
  ['X: y\nTransfer-Encoding: chunked', 'Content-Length: 6'],
  ['Transfer-Encoding: chun\0ked'],
] as const;

const CHUNKS = [
  '0\r\n\r\n',
  '0\n\n',
  '-1\r\n',
  '0x0\r\n\r\n',
  'g\r\n',
  '5\r\nabc',
  '00000000000000000000\r\n\r\n',
];

interface Smuggled {
  method: string;
  lines: string[];
  body: string;
}

/** A second request inside the body of the first: at most refused, never carried out. */
export const smuggled = target<Smuggled>({
  name: 'smuggled',
  runs: 120,
  cases: record({
    method: fc.constantFrom('POST', 'GET', 'DELETE'),
    lines: fc.constantFrom(...AMBIGUOUS).map((lines) => [...lines]),
    body: fc.oneof(
      fc.constantFrom(...CHUNKS),
      mutated(fc.constantFrom(...CHUNKS), { maxEdits: 2 }),
    ),
  }),
  async attack({ method, lines, body }, server) {
    using connection = await openConnection(server.publicUrl);
    const first = head(`${method} /api/nada HTTP/1.1`, ...lines);
    connection.send(await fillKey(first + body + head('GET /api/restaurante HTTP/1.1'), server));
    connection.socket.end();
    const answers = await connection.rest();
    for (const answer of answers) assertPlausible(answer);
    const statuses = answers.map(({ status }) => status);
    assert.ok(!statuses.includes(200), `what was smuggled in was carried out: ${statuses}`);
    // Either the request is refused, or the answer to its head is the last one.
    const isEnd = statuses.length <= 1 || statuses.at(-1) === 400;
    assert.ok(isEnd, `it was read on after what nobody can read: ${statuses}`);
  },
});
