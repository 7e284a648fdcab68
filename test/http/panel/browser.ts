import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Cleanup } from '../../support/service.ts';
import { listenTo } from '../../support/wire.ts';
import { type Reply, send } from '../api/client.ts';

export type PanelReply<B = Record<string, unknown>> = Omit<Reply<B>, 'bytes'>;

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
  /** A GET that stays open, like that of an `EventSource`. */
  listen(t: Cleanup, path: string): Promise<Heard>;
  signIn(email: string, clave: string, headers?: PanelAsk['headers']): Promise<PanelReply>;
  /** The value of the `Cookie` header. */
  cookie: string;
  /** The cookie of a known device, which goes to `/sesion` alone. */
  device: string;
}

type Heard = ReturnType<typeof listenTo> & {
  headers: IncomingHttpHeaders;
  status: number | undefined;
};

export const makeBrowser = (url: string, origin: string): Browser => {
  const browser: Browser = {
    cookie: '',
    device: '',
    async api<B>(path: string, { method = 'GET', body, headers = {} }: PanelAsk = {}) {
      const own = {
        cookie:
          [browser.cookie, path.startsWith('/sesion') ? browser.device : '']
            .filter((each) => each !== '')
            .join('; ') || undefined,
        'user-agent': 'Pruebas/1.0',
        'accept-encoding': 'gzip',
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin, 'x-comanda-panel': '1' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const given = Object.entries({ ...own, ...headers }).filter(
        (each): each is [string, string] => each[1] !== undefined,
      );
      const payload = typeof body === 'string' ? body : JSON.stringify(body);
      const reply = await send(
        `${url}/panel/api${path}`,
        method,
        Object.fromEntries(given),
        payload,
      );
      assertPrivate(reply);
      for (const cookie of reply.headers['set-cookie'] ?? []) {
        const [pair = ''] = cookie.split(';');
        if (pair.includes('comanda_equipo=')) browser.device = pair;
        else browser.cookie = pair.endsWith('=') ? '' : pair;
      }
      return reply as Reply<B>;
    },
    post: (path, body) => browser.api(path, { method: 'POST', body }),
    async listen(t, path) {
      const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
      const outgoing = request(`${url}/panel/api${path}`, { headers });
      outgoing.end();
      t.after(async () => void outgoing.destroy());
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      const { headers: received, statusCode: status } = incoming;
      return Object.assign(listenTo(incoming), { headers: received, status });
    },
    signIn: (email, clave, headers = {}) =>
      browser.api('/sesion', { method: 'POST', body: { email, clave }, headers }),
  };
  return browser;
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
