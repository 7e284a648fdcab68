import fc from 'fast-check';
import { ALCANCES, type Alcance } from '../../src/contract/alcances.ts';
import type { WireAnswer } from './answers.ts';
import type { Arena } from './arena.ts';
import type { Person } from './callers.ts';
import { openConnection } from './connection.ts';
import { hostileText } from './hostile.ts';
import { anyLooted, fill } from './loot.ts';

/** As whom a request is sent: filled in late, so that a case can be told and played again. */
export type Who =
  | { key: 'a' | 'c' | 'revoked' | 'nobody' }
  | { scope: Alcance }
  /** The key in the address, where that is allowed, and where it is not. */
  | { llave: 'a' }
  | { person: Person }
  | { ingest: true }
  | { header: string };

export interface Ask {
  who: Who;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string | null;
  /** In chunks instead of with a length. */
  chunked: boolean;
}

export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
] as const;
const ODD_METHODS = ['PROPFIND', 'QUERY', 'PURGE', 'LOCK', 'M-SEARCH', 'BIND'] as const;

/** Mostly the one that a route is for. */
export const methodLike = (own: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(own) },
    { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_METHODS) },
  );

export const aKey: fc.Arbitrary<Who> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Who>({ key: 'a' }) },
  { weight: 2, arbitrary: fc.constantFrom(...ALCANCES).map((scope): Who => ({ scope })) },
  { weight: 2, arbitrary: fc.constantFrom<Who>({ key: 'revoked' }, { key: 'nobody' }) },
  { weight: 1, arbitrary: hostileText.map((text): Who => ({ header: headerSafe(text) })) },
  {
    weight: 1,
    arbitrary: hostileText.map((text): Who => ({ header: `Bearer ${headerSafe(text)}` })),
  },
);

/** Whatever a header line can hold without ending. */
export const headerSafe = (text: string): string =>
  text.replaceAll(/[^\t -~\u0080-\u00ff]/gu, '?').trim();

/** Whatever an address can hold without ending. */
export const targetSafe = (text: string): string =>
  text.replaceAll(/[^!-~]/gu, (char) => encodeURIComponent(char.isWellFormed() ? char : '?'));

const headerValue = fc.oneof(hostileText.map(headerSafe), anyLooted);

/** Headers that mean something to the service, or to those before it, with values that may not. */
const NAMES = [
  ...[
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'If-None-Match',
    'If-Match',
    'If-Modified-Since',
  ],
  ...[
    'Last-Event-ID',
    'Origin',
    'Referer',
    'Range',
    'X-Request-Id',
    'X-Forwarded-For',
    'Forwarded',
  ],
  ...['X-Forwarded-Proto', 'X-Forwarded-Host', 'X-HTTP-Method-Override', 'Cookie', 'User-Agent'],
  ...['Access-Control-Request-Method', 'Access-Control-Request-Headers', 'Sec-Fetch-Site', 'TE'],
  ...[
    'Cache-Control',
    'Pragma',
    'Via',
    'Content-Type',
    'Content-Encoding',
    'X-Original-URL',
    'Prefer',
  ],
  ...[
    'Proxy-Authorization',
    'Proxy-Connection',
    'Keep-Alive',
    'X-Comanda-Panel',
    '__proto__',
    'constructor',
  ],
] as const;
const KNOWN_VALUES: [string, string][] = [
  ['Accept-Encoding', 'gzip'],
  ['Accept-Encoding', 'br;q=0.5, zstd;q=1, *;q=0'],
  ['Accept-Encoding', 'gzip;q=NaN, identity;q=-1'],
  ['If-None-Match', '*'],
  ['If-None-Match', 'W/"x", <<a.etag.1>>'],
  ['If-None-Match', '<<b.etag.1>>'],
  ['Content-Type', 'application/json'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'multipart/form-data; boundary='],
  ['Content-Type', 'text/plain'],
  ['Connection', 'close'],
  ['Connection', 'keep-alive'],
  ['Connection', 'keep-alive, X-Request-Id'],
  ['Expect', '100-continue'],
  ['Range', 'bytes=0-1,5-'],
  ['Origin', 'null'],
];

export const someHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.oneof(fc.constantFrom(...KNOWN_VALUES), fc.tuple(fc.constantFrom(...NAMES), headerValue)),
  { maxLength: 4 },
);

const authorization = async (who: Who, arena: Arena): Promise<string[]> => {
  const { callers } = arena;
  if ('header' in who) return [`Authorization: ${who.header}`];
  if ('ingest' in who) return [`Authorization: ${arena.ingestAuthorization}`];
  if ('person' in who) {
    return [
      `Cookie: comanda_sesion=${await callers.session(who.person)}`,
      'X-Comanda-Panel: 1',
      'Sec-Fetch-Site: same-origin',
    ];
  }
  if ('llave' in who) return [];
  if ('scope' in who) return [`Authorization: Bearer ${await callers.token('a', who.scope)}`];
  if (who.key === 'nobody') return [];
  const token = who.key === 'revoked' ? callers.revoked : await callers.token(who.key);
  return [`Authorization: Bearer ${token}`];
};

/** The bytes of a request. */
export const encode = async (ask: Ask, arena: Arena): Promise<Buffer> => {
  const { who, method, headers, chunked } = ask;
  const kept = 'person' in who && who.person === 'operator' && method !== 'GET';
  const filled = (text: string) => fill(text, arena.loot, kept);
  const body = ask.body === null ? null : Buffer.from(filled(ask.body), 'utf8');
  const target = targetSafe(filled(ask.target));
  const llave = 'llave' in who ? `llave=${await arena.callers.token(who.llave)}` : '';
  const keyed = llave === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${llave}`;
  const lines = [
    `${method} ${keyed} HTTP/1.1`,
    'Host: comanda.example',
    ...(await authorization(who, arena)),
    ...headers.map(([name, value]) => `${name}: ${headerSafe(filled(value))}`),
  ];
  if (body !== null) {
    lines.push(chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`);
  }
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (body === null) return head;
  if (!chunked) return Buffer.concat([head, body]);
  const size = body.length === 0 ? '' : `${body.length.toString(16)}\r\n`;
  const end = body.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n';
  return Buffer.concat([head, Buffer.from(size), body, Buffer.from(end)]);
};

/** Sends a request on a connection of its own. It has to be answered. */
export const put = async (url: string, ask: Ask, arena: Arena): Promise<WireAnswer> => {
  const connection = await openConnection(url);
  try {
    connection.send(await encode(ask, arena));
    const answer = await connection.answer(ask.method);
    if (answer === null) throw new Error('the connection was closed without an answer');
    return answer;
  } finally {
    connection.close();
  }
};
