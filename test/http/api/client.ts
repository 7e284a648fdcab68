import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type CodigoError, ERRORES, type ErrorBody } from '../../../src/contract/errores.ts';
import type { Paginacion } from '../../../src/contract/recursos/paginacion.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { assertMatchesOpenapi } from '../../support/openapi-validator.ts';
import { bearer } from '../../support/service.ts';

export interface PaginaPedidos {
  datos: Pedido[];
  paginacion: Paginacion;
}

export interface Ask {
  token?: string | undefined;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface Reply<B = unknown> {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as it came over the wire. */
  bytes: Buffer;
  /** The body decoded, as text and parsed; empty and null when there is none. */
  text: string;
  body: B;
}

/** Sends a request for a path below `/api`, and checks the rules that the contract has for all answers. */
export type Client = <B = unknown>(path: string, ask?: Ask) => Promise<Reply<B>>;

export const makeClient =
  (publicUrl: string): Client =>
  async <B>(path: string, { token, method = 'GET', headers = {}, body }: Ask = {}) => {
    const own = token === undefined ? {} : bearer(token);
    const reply = await send(`${publicUrl}/api${path}`, method, { ...own, ...headers }, body);
    assertContract(method, plainPath(path), reply);
    return reply as Reply<B>;
  };

/** Sends a request and reads its answer, decoded. */
export const send = async (
  url: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
): Promise<Reply> => {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(url, { method, headers: { ...length, ...headers } });
  const sent = once(outgoing, 'finish');
  outgoing.end(body);
  // The client gets to send its whole body, whatever the answer: the service cuts nobody off.
  const [[incoming]] = (await Promise.all([once(outgoing, 'response'), sent])) as [
    [IncomingMessage],
    unknown,
  ];
  const bytes = Buffer.concat(await incoming.toArray());
  const text = decodeBody(bytes, incoming.headers);
  const isJson = String(incoming.headers['content-type']).startsWith('application/json');
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    bytes,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  };
};

/** The same client with a key, which a request may replace. */
export const withToken =
  (api: Client, token: string): Client =>
  (path, ask) =>
    api(path, { token, ...ask });

/** The path without its query, percent-decoded. */
export const plainPath = (path: string): string => {
  const bare = path.replace(/\?.*$/s, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
};

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** A body without its content encoding. */
export const decodeBody = (bytes: Buffer, headers: IncomingHttpHeaders): string => {
  const decode = DECODERS[headers['content-encoding'] ?? ''];
  return (decode === undefined || bytes.length === 0 ? bytes : decode(bytes)).toString('utf8');
};

/** Checks the rules for every answer under `/api`: its body is as openapi.json says, to the field. */
export const assertContract = (method: string, path: string, reply: Reply): void => {
  const { status, headers, text, body } = reply;
  assertMatchesOpenapi({ method, path: `/api${path}`, status, headers, body: text });
  assertRateHeaders(headers);
  assert.match(String(headers['x-request-id']), /^[\w.-]{1,64}$/);
  assert.equal(headers['cache-control'], 'private, no-cache');
  assert.equal(headers['vary'], 'Accept-Encoding, Authorization, Origin');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && (status === 200 || status === 304))
    assert.match(headers['etag'] ?? '', /^"[\w.-]{5,}"$/);
  else assert.equal(headers['etag'], undefined);
  if (status === 204 || status === 304) {
    assert.equal(headers['content-length'], undefined);
    assert.equal(headers['content-type'], undefined);
    return;
  }
  if (status === 308) return;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  if (method === 'HEAD') return;
  assert.equal(headers['content-length'], String(reply.bytes.length));
  if (status >= 400) assertErrorBody(body as ErrorBody);
};

const assertErrorBody = ({ codigo, doc, valores_validos }: ErrorBody): void => {
  assert.match(doc, /^https?:\/\/.*autenticacion$/);
  const saysValues = codigo === 'parametro_invalido' || codigo === 'eventos_caducados';
  assert.equal(Array.isArray(valores_validos), saysValues);
};

/** The contract's three headers, and the IETF's two that say the same. */
export const assertRateHeaders = (headers: IncomingHttpHeaders): void => {
  assert.equal(headers['x-ratelimit-limit'], '60');
  const remaining = headers['x-ratelimit-remaining'] ?? '';
  assert.match(String(remaining), /^(?:[1-5]?\d|60)$/);
  assert.match(String(headers['x-ratelimit-reset']), /^\d{10}$/);
  assert.equal(headers['ratelimit-policy'], '"llave";q=60;w=60');
  assert.match(
    String(headers['ratelimit']),
    new RegExp(`^"llave";r=${remaining};t=(?:[1-9]|[1-5]\\d|60)$`),
  );
};

/** Asserts an error with this code; the client has checked the rules for all errors already. */
export const assertError = ({ status, body }: Reply, codigo: CodigoError): ErrorBody => {
  assert.partialDeepStrictEqual(body, { ok: false, codigo });
  assert.equal(status, ERRORES[codigo]);
  return body as ErrorBody;
};
