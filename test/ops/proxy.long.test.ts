import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { RUTAS } from '../../src/contract/rutas/rutas.ts';
import { fixedError, tooManyConnections } from '../../src/http/api/errors.ts';
import { collectOutput } from '../support/machine/collect-output.ts';
import {
  findProxy,
  type ProxyName,
  startProxyInFront,
  startReverseProxy,
} from '../support/machine/reverse-proxy.ts';
import { comando } from '../support/samples.ts';
import { bearer, type Cleanup, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const AUTHORITY = 'pedidos.example.com';

interface Asked {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** A request over HTTP/2. */
const ask = async (
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Asked> => {
  const stream = session.request({ ':path': path, ':authority': AUTHORITY, ...headers });
  stream.end(body);
  const answered = once(stream, 'response');
  const text = collectOutput(stream);
  const [head] = (await answered) as [Record<string, unknown>];
  if (!stream.closed) await once(stream, 'close');
  return { status: Number(head[':status']), headers: head, text: text() };
};

/** Sends bytes over TLS and HTTP/1.1, and reads until the proxy closes. */
const exchange = async (port: number, bytes: string, isWhole: boolean): Promise<string> => {
  const socket = connectTls({
    port,
    host: '127.0.0.1',
    servername: AUTHORITY,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  // Caddy takes a client that half-closes for one that has gone.
  if (isWhole) socket.write(bytes);
  else socket.end(bytes);
  const text = collectOutput(socket);
  await new Promise((done) => socket.once('close', done));
  return text();
};

const openSession = (t: Cleanup, port: number): ClientHttp2Session => {
  const session = connectHttp2(`https://127.0.0.1:${port}`, {
    servername: AUTHORITY,
    rejectUnauthorized: false,
  });
  session.on('error', () => undefined);
  t.after(async () => session.destroy());
  return session;
};

const assertOurs = ({ status, headers, text }: Asked, expected: number, codigo: string): void => {
  assert.equal(status, expected, text);
  assert.match(String(headers['content-type']), /^application\/json/);
  const body = JSON.parse(text);
  assert.partialDeepStrictEqual(body, { ok: false, codigo });
  assert.ok(body.error && body.doc);
};

const start = async (
  t: Cleanup,
  name: ProxyName,
  program: Parameters<typeof startReverseProxy>[2],
) => {
  const env = {
    TRUST_PROXY: '1',
    PUBLIC_URL: `https://${AUTHORITY}`,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  };
  const service: Service = await startService(t, { env });
  await service.command(comando.guardarRestaurante());
  const { token } = await service.makeLlave();
  const proxy = await startReverseProxy(t, name, program, service.publicUrl);
  const session = openSession(t, proxy.port);
  return { service, token, proxy, session, bearer: bearer(token) };
};

test('a proxy’s own answers look like those of the service', () => {
  const expected: Record<string, string> = {
    no_disponible: fixedError('no_disponible').message,
    limite_alcanzado: tooManyConnections(0).message.replace(/;.*/, '.'),
  };
  for (const file of ['nginx.conf', 'Caddyfile']) {
    const text = readFileSync(join(import.meta.dirname, '../../ops/proxy', file), 'utf8');
    const said = text.matchAll(/"error":"([^"]+)","codigo":"([^"]+)"/g);
    for (const [, message, codigo = ''] of said) {
      assert.equal(message, expected[codigo] ?? message, file);
    }
  }
});

test('nginx’s own 405 names every method that some path takes', () => {
  const text = readFileSync(join(import.meta.dirname, '../../ops/proxy/nginx.conf'), 'utf8');
  const methods = new Set(Object.values(RUTAS).map(({ method }) => method));
  const expected = [...methods, 'HEAD', 'OPTIONS'].sort().join(', ');
  assert.equal(/add_header Allow "(.*)"/.exec(text)?.[1], expected);
});

for (const name of ['nginx', 'caddy'] as const) {
  const program = findProxy(name);
  describe(`behind ${name}, as in ops/proxy`, () => {
    if (typeof program === 'string') {
      test('is not available', (context) => context.skip(program));
      return;
    }

    test('REST, pages and the management of webhooks work over HTTP/2', async (t) => {
      const { session, bearer } = await start(t, name, program);
      const profile = await ask(session, '/api/restaurante', bearer);
      assert.equal(profile.status, 200);
      assert.equal(profile.headers['x-ratelimit-remaining'], '59');
      const json = { ...bearer, 'content-type': 'application/json' };
      const created = await ask(
        session,
        '/api/webhooks',
        { ...json, ':method': 'POST' },
        JSON.stringify({ url: 'http://127.0.0.1:8099/x' }),
      );
      assert.equal(created.status, 201, created.text);
      const { id } = JSON.parse(created.text);
      assert.match((await ask(session, '/api/webhooks', bearer)).text, new RegExp(id));
      const removed = await ask(session, `/api/webhooks/${id}`, { ...bearer, ':method': 'DELETE' });
      assert.deepEqual(JSON.parse(removed.text), { id, eliminado: true });
      assert.equal((await ask(session, '/panel')).status, 200);
      assert.equal((await ask(session, '/docs/es')).status, 200);
      assertOurs(await ask(session, '/api/restaurante'), 401, 'llave_ausente');
    });

    test('events of the stream come at once, over HTTP/2, and the key reaches no log', async (t) => {
      const { service, session, token, proxy } = await start(t, name, program);
      const stream = session.request({
        ':path': `/api/stream?llave=${token}`,
        ':authority': AUTHORITY,
      });
      const text = collectOutput(stream);
      await until(() => text().includes('event: conexion.ping'));
      await service.command(comando.crear());
      await until(() => text().includes('event: pedido.nuevo'));
      stream.close();
      const link = 'a'.repeat(43);
      assert.equal((await ask(session, `/datos/${link}.csv`)).status, 404);
      await service.stop();
      assertOurs(await ask(session, `/datos/${link}.csv`), 503, 'no_disponible');
      // The proxy itself gives this answer, and logs it as an error.
      assertOurs(await ask(session, `/api/stream?llave=${token}`), 503, 'no_disponible');
      await until(() => proxy.logs().includes('/datos/'));
      assert.doesNotMatch(proxy.logs(), new RegExp(`${token}|${link}`));
    });

    test('the proxy answers in the form of our errors', async (t) => {
      const { session, bearer, proxy } = await start(t, name, program);
      const json = { ...bearer, 'content-type': 'application/json', ':method': 'POST' };
      const large = await ask(session, '/api/webhooks', json, Buffer.alloc(2_000_000, 0x20));
      assertOurs(large, 413, 'cuerpo_demasiado_grande');
      const middle = await ask(session, '/api/webhooks', json, Buffer.alloc(100_000, 0x20));
      assertOurs(middle, 413, 'cuerpo_demasiado_grande');
      const trace = await exchange(
        proxy.port,
        `TRACE /api/restaurante HTTP/1.1\r\nHost: ${AUTHORITY}\r\nAuthorization: ${bearer.authorization}\r\nConnection: close\r\n\r\n`,
        true,
      );
      assert.match(trace, /^HTTP\/1\.1 405 /);
      assert.match(trace, /^allow: /im);
      assert.match(trace, /"codigo":"metodo_invalido"/);
    });

    test('malformed requests without a key use up nobody’s limit', async (t) => {
      const { session, bearer, proxy } = await start(t, name, program);
      const malformed = [
        'POST /api/webhooks HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n',
        'GET /api/pedidos HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nab',
        'GET /api/%zz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
        'BREW /api/pedidos HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
        'basura\r\n\r\n',
      ].map((each) => each.replace('Host: h', `Host: ${AUTHORITY}`));
      for (const bytes of [...malformed, ...malformed]) {
        await exchange(proxy.port, bytes, false);
        assert.equal((await ask(session, '/api/restaurante', bearer)).status, 200);
      }
    });

    if (name === 'nginx') {
      test('limit_conn: one address has so many requests open, and is told', async (t) => {
        const { service, proxy, token } = await start(t, name, program);
        const tokens = [token];
        while (tokens.length < 5) tokens.push((await service.makeLlave()).token);
        const session = openSession(t, proxy.port);
        const path = (i: number) => `/api/stream?llave=${tokens[i % 5]}`;
        const streams = Array.from({ length: 100 }, (_, i) =>
          session.request({ ':path': path(i), ':authority': AUTHORITY }),
        );
        await Promise.all(streams.map((stream) => once(stream, 'response')));
        assertOurs(await ask(openSession(t, proxy.port), '/docs/es'), 429, 'limite_alcanzado');
        for (const stream of streams) stream.close();
        await until(async () => (await ask(session, '/docs/es')).status === 200);
      });
    }

    if (name === 'nginx') {
      test('behind another proxy, each client keeps an address of its own', async (t) => {
        const { service } = await start(t, name, program);
        const proxyInFront = '127.0.0.9';
        const options = { proxyInFront };
        const proxy = await startReverseProxy(t, name, program, service.publicUrl, options);
        const port = await startProxyInFront(t, program, proxyInFront, proxy.port);
        const statusFor = async (localAddress: string, forged: string): Promise<number> => {
          const headers = { 'x-forwarded-for': forged };
          const asked = request({ port, localAddress, path: '/api/restaurante', headers }).end();
          const [answer] = (await once(asked, 'response')) as [IncomingMessage];
          answer.resume();
          return answer.statusCode ?? 0;
        };
        for (let i = 0; i < 60; i += 1) {
          assert.equal(await statusFor('127.0.0.2', `192.0.2.${i}`), 401);
        }
        assert.equal(await statusFor('127.0.0.2', '203.0.113.9'), 429);
        assert.equal(await statusFor('127.0.0.3', '127.0.0.2'), 401);
        // nginx writes its log once the answer has gone out.
        await until(() => /^127\.0\.0\.3 /m.test(proxy.logs()));
      });
    }

    test('the address of the client is what the proxy says, not what the client says', async (t) => {
      const { session } = await start(t, name, program);
      for (let i = 0; i < 60; i += 1) {
        await ask(session, '/api/restaurante', { 'x-forwarded-for': `192.0.2.${i}` });
      }
      const refused = await ask(session, '/api/restaurante', { 'x-forwarded-for': '203.0.113.9' });
      assertOurs(refused, 429, 'limite_alcanzado');
    });
  });
}
