import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { ALCANCES, type Alcance } from '../../../src/contract/alcances.ts';
import { WITH_KEY } from '../../support/service.ts';
import { weighted } from '../../support/values/properties.ts';
import { words } from '../../support/values/words.ts';
import type { WireAnswer } from '../answers.ts';
import { openConnection } from '../connection.ts';
import type { Person } from '../credentials.ts';
import type { FuzzServer } from '../fuzz-server.ts';
import { fromSchema } from './from-schema.ts';
import { anyRealValue, fill } from './real-values.ts';
import { malformedJson, mutated, oddText } from './text.ts';

/** The sender of a request. The key is filled in late, so that a case can be printed and replayed. */
export type Who =
  | { key: 'a' | 'c' | 'revoked' | 'nobody' }
  | { scope: Alcance }
  /** The key in the query. */
  | { llave: 'a' }
  | { person: Person }
  | { ingest: true }
  | { header: string };

export interface RequestCase {
  who: Who;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string | null;
  /** Sends the body chunked instead of with a length. */
  chunked: boolean;
}

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE'.split(' ');
const ODD_METHODS = ['PROPFIND', 'QUERY', 'PURGE', 'LOCK', 'M-SEARCH', 'BIND'] as const;

/** Any method, mostly the route's own. */
export const methodLike = (own: string): fc.Arbitrary<string> =>
  weighted(
    [8, fc.constant(own)],
    [2, fc.constantFrom(...METHODS)],
    [1, fc.constantFrom(...ODD_METHODS)],
  );

/** A body as its schema says, or nearly; mostly none without a schema. */
export const bodyLike = (schema: TSchema | undefined): fc.Arbitrary<string | null> => {
  const any = fc.oneof(malformedJson, oddText, fc.constant('x'.repeat(70_000)));
  if (schema === undefined) return weighted([6, fc.constant(null)], [1, any]);
  const fitting = fromSchema(schema).map((value) => JSON.stringify(value) ?? 'null');
  return weighted([6, fitting], [2, mutated(fitting)], [2, any], [1, fc.constant(null)]);
};

export const aKey: fc.Arbitrary<Who> = weighted(
  [12, fc.constant<Who>({ key: 'a' })],
  [2, fc.constantFrom(...ALCANCES).map((scope): Who => ({ scope }))],
  [2, fc.constantFrom<Who>({ key: 'revoked' }, { key: 'nobody' })],
  [1, oddText.map((text): Who => ({ header: headerSafe(text) }))],
  [1, oddText.map((text): Who => ({ header: `Bearer ${headerSafe(text)}` }))],
);

/** Removes characters that would end a header line. */
const headerSafe = (text: string): string => text.replaceAll(/[^\t -~\u0080-\u00ff]/gu, '?').trim();

/** Removes characters that would end a request's target. */
const targetSafe = (text: string): string =>
  text.replaceAll(/[^!-~]/gu, (char) => encodeURIComponent(char.isWellFormed() ? char : '?'));

const headerValue = fc.oneof(oddText.map(headerSafe), anyRealValue);

/** Headers that the service or a proxy interprets. */
const NAMES = words(`
  Accept Accept-Encoding Accept-Language If-None-Match If-Match If-Modified-Since Last-Event-ID
  Origin Referer Range X-Request-Id X-Forwarded-For Forwarded X-Forwarded-Proto X-Forwarded-Host
  X-HTTP-Method-Override Cookie User-Agent Access-Control-Request-Method
  Access-Control-Request-Headers Sec-Fetch-Site TE Cache-Control Pragma Via Content-Type
  Content-Encoding X-Original-URL Prefer Proxy-Authorization Proxy-Connection Keep-Alive
  X-Comanda-Panel __proto__ constructor
`);
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

const authorization = async (who: Who, server: FuzzServer): Promise<string[]> => {
  const { credentials } = server;
  if ('header' in who) return [`Authorization: ${who.header}`];
  if ('ingest' in who) return [`Authorization: ${WITH_KEY.authorization}`];
  if ('person' in who) {
    return [
      `Cookie: comanda_sesion=${await credentials.session(who.person)}`,
      'X-Comanda-Panel: 1',
      'Sec-Fetch-Site: same-origin',
    ];
  }
  if ('llave' in who) return [];
  if ('scope' in who) return [`Authorization: Bearer ${await credentials.token('a', who.scope)}`];
  if (who.key === 'nobody') return [];
  const token = who.key === 'revoked' ? credentials.revoked : await credentials.token(who.key);
  return [`Authorization: Bearer ${token}`];
};

/** The bytes of a request. */
export const encode = async (request: RequestCase, server: FuzzServer): Promise<Buffer> => {
  const { who, method, headers, chunked } = request;
  const kept = 'person' in who && who.person === 'operator' && method !== 'GET';
  const filled = (text: string) => fill(text, server.realValues, kept);
  const body = request.body === null ? null : Buffer.from(filled(request.body), 'utf8');
  const target = targetSafe(filled(request.target));
  const llave = 'llave' in who ? `llave=${await server.credentials.token(who.llave)}` : '';
  const keyed = llave === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${llave}`;
  const lines = [
    `${method} ${keyed} HTTP/1.1`,
    'Host: comanda.example',
    ...(await authorization(who, server)),
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

/** Sends a request on a connection of its own, and requires an answer. */
export const sendRequest = async (
  url: string,
  request: RequestCase,
  server: FuzzServer,
): Promise<WireAnswer> => {
  using connection = await openConnection(url);
  connection.send(await encode(request, server));
  const answer = await connection.answer(request.method);
  if (answer === null) throw new Error('the connection was closed without an answer');
  return answer;
};
