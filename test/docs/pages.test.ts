import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { readOpenapi } from '../support/openapi-validator.ts';
import { attributes, PUBLIC_URL, startDocs } from './docs-server.ts';

const docs = startDocs();
const BUNDLE = '/docs/recursos/referencia.js';

describe('/docs/referencia', () => {
  test('runs one script, of our own, and may call no other origin', async () => {
    const { body, headers, statusCode } = await docs.get('/docs/referencia');
    assert.equal(statusCode, 200);
    assert.deepEqual(attributes(body, 'src'), [BUNDLE]);
    const inline = [...body.matchAll(/<script(?![^>]*src=)[^>]*>/g)].map(([tag]) => tag);
    assert.ok(inline.every((tag) => tag.includes('type="application/json"')));
    const policy = String(headers['content-security-policy']);
    for (const rule of ["script-src 'self'", "connect-src 'self'", "default-src 'none'"]) {
      assert.ok(policy.split('; ').includes(rule), rule);
    }
  });

  test('disables every service of the renderer’s vendor', async () => {
    const [settings = ''] = attributes(
      (await docs.get('/docs/referencia')).body,
      'data-configuration',
    );
    const configuration = JSON.parse(settings.replaceAll('&quot;', '"'));
    assert.partialDeepStrictEqual(configuration, {
      url: '/openapi.json',
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    });
    assert.equal(configuration.proxyUrl, undefined);
  });

  test('its script is compressed as the browser accepts it, and cached', async () => {
    const plain = await docs.get(BUNDLE);
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.ok(plain.rawPayload.length > 1_000_000);
    assert.doesNotMatch(plain.body.slice(-200), /sourceMappingURL/);
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { rawPayload, headers } = await docs.get(BUNDLE, { 'accept-encoding': encoding });
      assert.equal(headers['content-encoding'], encoding);
      assert.ok(rawPayload.length < plain.rawPayload.length / 3);
      assert.ok(decode(rawPayload).equals(plain.rawPayload));
    }
    const again = await docs.get(BUNDLE, { 'if-none-match': String(plain.headers.etag) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.rawPayload.length, 0);
    assert.match(String(again.headers['cache-control']), /max-age=\d{4,}/);
  });
});

test('/openapi.json is the committed document with the address of this service', async () => {
  const response = await docs.get('/openapi.json');
  const { info, servers, ...rest } = response.json();
  assert.equal(info.version, '1.2.3');
  assert.equal(servers[0].variables.base_url.default, `${PUBLIC_URL}/api`);
  const {
    info: _,
    servers: __,
    ...committed
  } = readOpenapi() as unknown as Record<string, unknown>;
  assert.deepEqual(rest, committed);
  assert.equal(response.headers['access-control-allow-origin'], '*');
});

describe('every resource', () => {
  for (const path of ['/docs', '/docs/en/pagination', '/docs/referencia', '/openapi.json']) {
    test(`${path} is revalidated cheaply and says what it is`, async () => {
      const { headers, body } = await docs.get(path);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['cache-control'], 'no-cache');
      const again = await docs.get(path, { 'if-none-match': String(headers.etag) });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
      assert.equal(again.headers['content-security-policy'], headers['content-security-policy']);
      const head = await docs.head(path);
      assert.deepEqual([head.statusCode, head.body], [200, '']);
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(body)));
    });
  }

  test('style sheets are cached forever: their address changes with their content', async () => {
    for (const page of ['/docs', '/docs/referencia']) {
      const sheets = attributes((await docs.get(page)).body, 'href').filter((each) =>
        /\.css$/.test(each),
      );
      assert.equal(sheets.length, 1);
      const { headers, statusCode } = await docs.get(sheets[0] ?? '');
      assert.equal(statusCode, 200);
      assert.match(String(headers['cache-control']), /immutable/);
    }
  });
});

test('a trailing slash is redirected', async () => {
  const { statusCode, headers } = await docs.get('/docs/es/');
  assert.deepEqual([statusCode, headers.location], [308, '/docs/es']);
});

test('a missing page is 404, in both languages', async () => {
  const { statusCode, headers, body } = await docs.get('/docs/nada');
  assert.equal(statusCode, 404);
  assert.match(String(headers['content-type']), /text\/html/);
  assert.match(body, /No existe esta página.*does not exist/s);
});

test('every address contains the path of PUBLIC_URL', async () => {
  const below = startDocs('https://example.org/comanda');
  for (const page of ['/docs', '/docs/referencia', '/docs/autenticacion']) {
    const { body } = await below.get(page);
    for (const href of [...attributes(body, 'href'), ...attributes(body, 'src')]) {
      assert.match(href, /^(?:\/comanda\/|#|data:,$)/, href);
    }
  }
  assert.equal((await below.get('/docs/')).headers.location, '/comanda/docs');
});
