import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Cleanup } from '../../support/service.ts';
import { listenTo } from '../../support/wire.ts';
import { decodeBody } from '../api/client.ts';

export interface PanelReply<B = Record<string, unknown>> {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: B;
}

export interface PanelAsk {
  method?: string;
  body?: unknown;
  /** Added to the headers of a browser on our own page; undefined removes a header. */
  headers?: Record<string, string | undefined>;
}

/** Keeps cookies and sends the headers that a browser sends. */
export interface Browser {
  /** Requests a path below `/panel/api`, and checks on every answer the rules for all of them. */
  api<B = Record<string, unknown>>(path: string, ask?: PanelAsk): Promise<PanelReply<B>>;
  post<B = Record<string, unknown>>(path: string, body?: unknown): Promise<PanelReply<B>>;
  signIn(email: string, clave: string, headers?: PanelAsk['headers']): Promise<PanelReply>;
  /** The value of the `Cookie` header. */
  cookie: string;
}

export const makeBrowser = (url: string, origin: string): Browser => {
  const browser: Browser = {
    cookie: '',
    async api<B>(path: string, { method = 'GET', body, headers = {} }: PanelAsk = {}) {
      const own = {
        cookie: browser.cookie === '' ? undefined : browser.cookie,
        'user-agent': 'Pruebas/1.0',
        'accept-encoding': 'gzip',
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin, 'x-comanda-panel': '1' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const payload = typeof body === 'string' ? body : JSON.stringify(body);
      const reply = await ask(`${url}/panel/api${path}`, method, { ...own, ...headers }, payload);
      assertPrivate(reply);
      for (const cookie of reply.headers['set-cookie'] ?? []) {
        const [pair = ''] = cookie.split(';');
        browser.cookie = pair.endsWith('=') ? '' : pair;
      }
      return reply as PanelReply<B>;
    },
    post: (path, body) => browser.api(path, { method: 'POST', body }),
    signIn: (email, clave, headers = {}) =>
      browser.api('/sesion', { method: 'POST', body: { email, clave }, headers }),
  };
  return browser;
};

/** A GET that stays open, like that of an `EventSource`. */
export const listen = async (t: Cleanup, url: string, { cookie }: Browser, path: string) => {
  const outgoing = request(`${url}/panel/api${path}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  outgoing.end();
  t.after(async () => void outgoing.destroy());
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { headers, statusCode: status } = incoming;
  return Object.assign(listenTo(incoming), { headers, status });
};

export const ask = async (
  target: string,
  method: string,
  headers: Record<string, string | undefined> = {},
  body?: string,
): Promise<PanelReply<unknown>> => {
  const given = Object.fromEntries(
    Object.entries(headers).filter((each): each is [string, string] => each[1] !== undefined),
  );
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(target, { method, headers: { ...given, ...length } });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await incoming.toArray());
  const text = decodeBody(bytes, incoming.headers);
  const isJson = String(incoming.headers['content-type']).startsWith('application/json');
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  };
};

/** No answer of the panel's API may be cached, framed, sniffed or read by another origin. */
export const assertPrivate = ({ headers, status, body }: PanelReply<unknown>): void => {
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
  assert.match(String(headers['permissions-policy']), /camera=\(\)/);
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(headers['etag'], undefined);
  assert.match(String(headers['x-request-id']), /^[\w.-]{1,64}$/);
  if (status < 400) return;
  assert.partialDeepStrictEqual(body, { ok: false });
  const { error, codigo } = body as { error: string; codigo: string };
  assert.ok(error.length > 3 && /^[a-z_]+$/.test(codigo));
};

export const assertRefused = (
  { status, body }: PanelReply,
  wanted: number,
  codigo: string,
): void => {
  assert.deepEqual([status, body['codigo']], [wanted, codigo]);
};
