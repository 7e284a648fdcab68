import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ERRORES } from '../../src/contract/errores.ts';
import { GUIDES } from '../../src/http/docs/guides.ts';
import { readOpenapi } from '../support/openapi-validator.ts';
import { attributes, PUBLIC_URL, startDocs } from './docs-server.ts';

const docs = startDocs();

describe('the reference', () => {
  const OPENAPI = readOpenapi() as unknown as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: Record<string, unknown> };
  };
  const operations = Object.values(OPENAPI.paths).flatMap((methods) => Object.values(methods));

  for (const path of ['/docs/es/referencia', '/docs/en/reference']) {
    test(`${path} has every operation, object and error, and each link leads somewhere`, async () => {
      const { body } = await docs.get(path);
      const ids = attributes(body, 'id');
      assert.equal(new Set(ids).size, ids.length, 'no anchor twice');
      for (const { operationId } of operations) assert.ok(ids.includes(operationId), operationId);
      for (const name of Object.keys(OPENAPI.components.schemas))
        assert.ok(ids.includes(name), name);
      const targets = new Set(attributes(body, 'href').filter((href) => href.includes('#')));
      for (const href of targets) {
        const [page = '', fragment = ''] = href.split('#');
        const found = page === '' ? ids : attributes((await docs.get(page)).body, 'id');
        assert.ok(found.includes(fragment), href);
      }
      for (const codigo of Object.keys(ERRORES)) assert.ok(body.includes(`#${codigo}"`), codigo);
    });

    test(`${path} needs no script to be read and is small`, async () => {
      const { headers, rawPayload } = await docs.get(path, { 'accept-encoding': 'gzip' });
      assert.equal(headers['content-encoding'], 'gzip');
      assert.ok(rawPayload.length < 60_000, `${rawPayload.length} bytes`);
    });
  }

  test('says the same in both languages', async () => {
    const [es = '', en = ''] = await Promise.all(
      ['/docs/es/referencia', '/docs/en/reference'].map(
        async (path) => (await docs.get(path)).body,
      ),
    );
    for (const tag of ['<article', '<tr', '<details', '<pre', '<h3']) {
      assert.equal(es.split(tag).length, en.split(tag).length, tag);
    }
    assert.match(en, /List orders/);
    assert.doesNotMatch(en, /Lista los pedidos/);
  });
});

describe('the search', () => {
  const find = async (path: string) => {
    const { body } = await docs.get(path);
    const [, results = ''] = body.split('class="results"');
    return attributes(results, 'href');
  };

  test('leads to sections, errors, operations and objects', async () => {
    assert.equal(
      (await find('/docs/es/buscar?q=rotar+llave'))[0],
      '/docs/es/autenticacion#rotar-una-llave-sin-cortes',
    );
    assert.equal(
      (await find('/docs/en/search?q=llave_revocada'))[0],
      '/docs/en/errors-and-limits#llave_revocada',
    );
    assert.ok(
      (await find('/docs/en/search?q=list+orders')).includes('/docs/en/reference#listarPedidos'),
    );
    assert.ok(
      (await find('/docs/es/buscar?q=ivadesglose')).includes('/docs/es/referencia#IvaDesglose'),
    );
  });

  test('looks at neither accents nor letter case, and wants every word', async () => {
    const limits = await find('/docs/es/buscar?q=limite');
    assert.equal(limits[0], '/docs/es/errores-y-limites');
    assert.ok(
      !limits.includes('/docs/es/errores-y-limites#llave_ausente'),
      'its page alone is about it',
    );

    const found = await find('/docs/es/buscar?q=PAGINACIÓN');
    assert.ok(found.includes('/docs/es/paginacion'));
    assert.deepEqual(await find('/docs/es/buscar?q=paginacion'), found);
    const { body } = await docs.get('/docs/es/buscar?q=paginacion+xyzzy');
    assert.match(body, /Nada coincide/);
  });

  test('an excerpt has no colon without the name of a field', async () => {
    const { body } = await docs.get('/docs/es/buscar?q=webhook');
    assert.doesNotMatch(body, / : /);
  });

  test('takes a question mark in the query, and the address as proxies may write it', async () => {
    const { body } = await docs.get('/docs/es/buscar?q=limite?xyzzy');
    assert.match(body, /limite\?xyzzy/);
    const whole = await docs.get('http://comanda.example/docs/es/buscar?q=limite');
    assert.equal(whole.statusCode, 200);
    assert.equal(whole.body, (await docs.get('/docs/es/buscar?q=limite')).body);
  });

  test('escapes the query, however hostile or long', async () => {
    const { body, statusCode } = await docs.get(
      `/docs/es/buscar?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /<script>alert/);
    assert.equal((await docs.get(`/docs/es/buscar?q=${'a%20'.repeat(5_000)}`)).statusCode, 200);
    assert.equal((await docs.get('/docs/es/buscar?q=%E0%A4%A')).statusCode, 200);
    const cut = await docs.get(`/docs/es/buscar?q=${'a'.repeat(99)}${encodeURIComponent('😀')}`);
    assert.equal(cut.statusCode, 200, 'a character that the bound cuts in two');
  });
});

describe('the language', () => {
  const langOf = async (path: string, headers: Record<string, string>) =>
    /<html lang="(\w+)">/.exec((await docs.get(path, headers)).body)?.[1];

  for (const path of ['/docs', '/docs/autenticacion', '/docs/referencia', '/docs/nada']) {
    test(`${path} is in the browser's, unless the switch has chosen another`, async () => {
      const english = { 'accept-language': 'en-GB,en;q=0.9,es;q=0.8' };
      assert.equal(await langOf(path, {}), 'es');
      assert.equal(await langOf(path, { 'accept-language': 'es-MX,en;q=0.5' }), 'es');
      assert.equal(await langOf(path, english), 'en');
      assert.equal(await langOf(path, { 'accept-language': 'de-DE,de' }), 'en');
      assert.equal(await langOf(path, { 'accept-language': 'en;q=0,es' }), 'es');
      const { body, headers } = await docs.get('/docs/en?idioma=en');
      assert.match(body, /href="\/docs\/es\?idioma=es"/);
      const chosen = await docs.get('/docs/es?idioma=es');
      const [cookie = ''] = String(chosen.headers['set-cookie']).split(';');
      assert.match(
        String(headers['set-cookie']),
        /^idioma=en; Path=\/docs; Max-Age=\d+; SameSite=Lax$/,
      );
      assert.equal(await langOf(path, { ...english, cookie }), 'es');
      assert.match(String((await docs.get(path)).headers.vary), /Accept-Language, Cookie/);
    });
  }

  test('an unknown choice is not remembered', async () => {
    assert.equal((await docs.get('/docs/es?idioma=fr')).headers['set-cookie'], undefined);
  });
});

describe('for machines', () => {
  test('llms.txt leads to every guide as Markdown, with its samples', async () => {
    const { body, headers } = await docs.get('/docs/llms.txt');
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const links = [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    assert.ok(links.length > 2 * GUIDES.length);
    for (const link of links) {
      assert.ok(link.startsWith(PUBLIC_URL), link);
      assert.equal((await docs.get(link.slice(PUBLIC_URL.length))).statusCode, 200, link);
    }
    const guide = (await docs.get('/docs/en/pagination.md')).body;
    assert.match(guide, /comanda\.pedidos\.all/);
    assert.doesNotMatch(guide, /#region|samples\//);
    assert.match((await docs.get('/docs/llms-full.txt')).body, /# Pagination[\s\S]*# Webhooks/);
  });

  test('the collection is that of the repository, with the address of this service', async () => {
    const file = new URL('../../docs/comanda.postman_collection.json', import.meta.url);
    const committed = JSON.parse(readFileSync(file, 'utf8'));
    const { info, variable, ...served } = (
      await docs.get('/docs/comanda.postman_collection.json')
    ).json();
    const { info: _, variable: __, ...expected } = committed;
    assert.deepEqual(served, expected);
    assert.match(info.schema, /v2\.1\.0/);
    assert.equal(variable[0].value, `${PUBLIC_URL}/api`);
  });

  test('the English document has the words of the English reference, and is otherwise the same', async () => {
    const en = (await docs.get('/openapi.en.json')).json();
    assert.equal(en.paths['/pedidos'].get.summary, 'List orders');
    assert.equal(en.servers[0].url, `${PUBLIC_URL}/api`);
  });
});

test('the changelog is a page in both languages', async () => {
  for (const path of ['/docs/es/novedades', '/docs/en/changelog']) {
    const { body, statusCode } = await docs.get(path);
    assert.equal(statusCode, 200);
    assert.ok(attributes(body, 'id').includes('unreleased'));
  }
});

test('/openapi.json is the committed document with the address of this service', async () => {
  const response = await docs.get('/openapi.json');
  const committed = JSON.stringify(readOpenapi()).replaceAll('http://127.0.0.1:8080', PUBLIC_URL);
  const { info, ...expected } = JSON.parse(committed);
  assert.deepEqual(response.json(), { ...expected, info: { ...info, version: '1.2.3' } });
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

  test('style sheet and script are cached forever: their address changes with their content', async () => {
    for (const page of ['/docs', '/docs/referencia']) {
      const { body } = await docs.get(page);
      const files = [...attributes(body, 'href'), ...attributes(body, 'src')].filter((each) =>
        /\.(?:css|js)$/.test(each),
      );
      assert.equal(files.length, 2);
      for (const file of files) {
        const { headers, statusCode, body } = await docs.get(file);
        assert.equal(statusCode, 200);
        assert.match(String(headers['cache-control']), /immutable/);
        assert.doesNotMatch(body, /: light-dark\(/, 'not in every browser of docs/panel.md');
      }
    }
  });
});

test('a trailing slash is redirected', async () => {
  const { statusCode, headers } = await docs.get('/docs/es/');
  assert.deepEqual([statusCode, headers.location], [308, '/docs/es']);
});

test('a missing page is 404, and leads on', async () => {
  const { statusCode, headers, body } = await docs.get('/docs/nada');
  assert.equal(statusCode, 404);
  assert.match(String(headers['content-type']), /text\/html/);
  assert.match(body, /No existe esta página/);
  assert.ok(attributes(body, 'href').includes('/docs/es'));
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
