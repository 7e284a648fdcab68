import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as runner from 'node:test';
import { describe, test } from 'node:test';
import { fastify } from 'fastify';
import { GUIDES } from '../../docs/site/addresses.ts';
import { loadIndex } from '../../docs/site/browser/search-index.ts';
import { ERRORES } from '../../src/contract/errores.ts';
import { makeDocs } from '../../src/http/docs/docs.ts';
import { readOpenapi } from '../support/openapi-validator.ts';
import { attributes, PUBLIC_URL, startDocs } from './docs-server.ts';

const docs = startDocs();
const BUILT = join(import.meta.dirname, '../../docs/site/dist');

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

describe('the search', async () => {
  const served = startDocs();
  const url = await served.listen(runner);
  const finderOf = async (path: string) => {
    const [index = ''] = attributes((await served.get(path)).body, 'data-index');
    const find = await loadIndex(url + index);
    return (text: string) => find(text).map((found) => found.path);
  };
  const es = await finderOf('/docs/es');
  const en = await finderOf('/docs/en');

  test('leads to sections, errors, operations and objects', () => {
    assert.equal(es('rotar llave')[0], '/docs/es/autenticacion#rotar-una-llave-sin-cortes');
    assert.equal(en('llave_revocada')[0], '/docs/en/errors-and-limits#llave_revocada');
    assert.ok(en('list orders').includes('/docs/en/reference#listarPedidos'));
    assert.equal(es('ivadesglose')[0], '/docs/es/referencia#IvaDesglose');
  });

  test('needs no whole word, and wants every word', () => {
    assert.ok(es('pagina').includes('/docs/es/paginacion'));
    assert.deepEqual(es('paginacion xyzzy'), []);
    const limits = es('limite');
    assert.ok(limits.includes('/docs/es/errores-y-limites'));
    assert.ok(
      !limits.includes('/docs/es/errores-y-limites#llave_ausente'),
      'its page alone is about it',
    );
  });

  test('looks at neither accents nor letter case, and takes ñ for a letter of its own', () => {
    assert.ok(es('PAGINACIÓN').includes('/docs/es/paginacion'));
    assert.deepEqual(es('PAGINACIÓN'), es('paginacion'));
    assert.ok(es('tamaño').includes('/docs/es/referencia#Tamano'));
    assert.deepEqual(es('tamaño'), es('TAMAN\u0303O'), 'as macOS writes it');
    // Forgiven like a slip, since many keyboards have no ñ.
    assert.ok(es('tamano').includes('/docs/es/referencia#Tamano'));
    const [year = ''] = es('año');
    assert.notEqual(year, '');
    assert.ok(!es('ano').includes(year));
  });

  test('an excerpt shows the matches, whatever was typed', async () => {
    const [index = ''] = attributes((await served.get('/docs/es')).body, 'data-index');
    const find = await loadIndex(url + index);
    const marked = find('límite').flatMap(({ excerpt }) => excerpt.filter((each) => each.isMatch));
    for (const word of ['límite', 'limite']) {
      assert.ok(
        marked.some(({ text }) => text === word),
        word,
      );
    }
    for (const hostile of ['"><script>', '(((', '$ ^ \\ [', 'a '.repeat(5_000), '\u{1f600}']) {
      assert.ok(find(hostile).length <= 30, hostile.slice(0, 20));
    }
  });

  test('the page of all titles leads to everything that the search finds', async () => {
    for (const [path, find] of [
      ['/docs/es/buscar', es],
      ['/docs/en/search', en],
    ] as const) {
      const links = new Set(attributes((await served.get(path)).body, 'href'));
      const found = [...'abcdefghijklmnopqrstuvwxyz'].flatMap(find);
      assert.ok(found.length > 200);
      for (const each of found) assert.ok(links.has(each), each);
    }
  });
});

describe('the language', () => {
  const led = async (path: string, headers: Record<string, string>) =>
    (await docs.get(path, headers)).headers.location;

  for (const [path, es, en] of [
    ['/docs', '/docs/es', '/docs/en'],
    ['/docs/autenticacion', '/docs/es/autenticacion', '/docs/en/authentication'],
    ['/docs/authentication', '/docs/es/autenticacion', '/docs/en/authentication'],
    ['/docs/webhooks', '/docs/es/webhooks', '/docs/en/webhooks'],
    ['/docs/referencia', '/docs/es/referencia', '/docs/en/reference'],
  ] as const) {
    test(`${path} leads to the browser's, unless the switch has chosen another`, async () => {
      const english = { 'accept-language': 'en-GB,en;q=0.9,es;q=0.8' };
      assert.equal(await led(path, {}), es);
      assert.equal(await led(path, { 'accept-language': 'es-MX,en;q=0.5' }), es);
      assert.equal(await led(path, english), en);
      assert.equal(await led(path, { 'accept-language': 'de-DE,de' }), en);
      assert.equal(await led(path, { 'accept-language': 'en;q=0,es' }), es);
      const { body, headers } = await docs.get('/docs/en?idioma=en');
      assert.match(body, /href="\/docs\/es\?idioma=es"/);
      const chosen = await docs.get('/docs/es?idioma=es');
      const [cookie = ''] = String(chosen.headers['set-cookie']).split(';');
      assert.match(
        String(headers['set-cookie']),
        /^idioma=en; Path=\/docs; Max-Age=\d+; SameSite=Lax$/,
      );
      assert.equal(await led(path, { ...english, cookie }), es);
      const { statusCode, headers: sent } = await docs.get(path);
      assert.equal(statusCode, 302);
      assert.match(String(sent.vary), /Accept-Language, Cookie/);
    });
  }

  test('an unknown choice is not remembered', async () => {
    assert.equal((await docs.get('/docs/es?idioma=fr')).headers['set-cookie'], undefined);
  });
});

describe('for machines', () => {
  test('llms.txt leads to every guide as Markdown, with its samples', async () => {
    const { body, headers } = await docs.get('/llms.txt');
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
    assert.ok(attributes(body, 'id').includes('1-0-0'));
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
  for (const path of [
    '/docs/es',
    '/docs/en/reference',
    '/docs/en/pagination.md',
    '/openapi.json',
  ]) {
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

  test('assets are cached forever: their address changes with their content', async () => {
    const { body } = await docs.get('/docs/es/referencia');
    const files = ['href', 'src', 'data-index']
      .flatMap((name) => attributes(body, name))
      .filter((each) => each.startsWith('/docs/recursos/'));
    assert.deepEqual(files.map((file) => file.split('.').at(-1)).toSorted(), [
      'css',
      'js',
      'json',
      'svg',
    ]);
    for (const file of files) {
      const { headers, statusCode, body } = await docs.get(file);
      assert.equal(statusCode, 200);
      assert.match(String(headers['cache-control']), /^public, max-age=31536000, immutable$/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.doesNotMatch(body, /: ?light-dark\(/, 'not in every browser of docs/panel.md');
      const packed = await docs.get(file, { 'accept-encoding': 'br' });
      assert.equal(packed.headers['content-encoding'], 'br');
      assert.ok(packed.rawPayload.length < body.length);
    }
    assert.equal((await docs.get('/docs/recursos/..%2f..%2fbuild.ts')).statusCode, 404);
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
  for (const page of ['/docs/es', '/docs/en/reference', '/docs/es/buscar', '/docs/missing']) {
    const { body } = await below.get(page);
    assert.match(body, /<html/);
    for (const href of ['href', 'src', 'data-index'].flatMap((name) => attributes(body, name))) {
      assert.match(href, /^(?:\/comanda\/|#)/, href);
    }
  }
  assert.equal((await below.get('/docs/')).headers.location, '/comanda/docs');
  assert.equal((await below.get('/docs')).headers.location, '/comanda/docs/es');
  assert.equal((await below.get('/')).headers.location, '/comanda/docs');
  const { servers } = (await below.get('/openapi.json')).json();
  assert.equal(servers[0].url, 'https://example.org/comanda/api');
});

test('no placeholder is left, and serving writes nothing into the install', async () => {
  const list = () =>
    readdirSync(BUILT, { recursive: true }).map((name) => {
      const { mtimeMs, ctimeMs } = statSync(join(BUILT, String(name)));
      return [name, mtimeMs, ctimeMs];
    });
  const before = list();
  const pages = readdirSync(join(BUILT, 'pages'), { recursive: true, withFileTypes: true });
  const all = startDocs();
  for (const { parentPath, name } of pages.filter((each) => each.isFile())) {
    const path = join(parentPath, name).slice(join(BUILT, 'pages').length).replace('.html', '');
    const { statusCode, body } = await all.get(path);
    assert.equal(statusCode, 200, path);
    assert.doesNotMatch(body, /__(?:[A-Z]+_?)+__/, path);
  }
  assert.deepEqual(list(), before);
});

test('without a build, a line of the log says how to make it', async () => {
  const app = fastify();
  const said: string[] = [];
  const log = { error: (_: object, text: string) => said.push(text) };
  const deployment = {
    version: '1.2.3',
    publicUrl: PUBLIC_URL,
    isGuessed: false,
  };
  app.register(makeDocs({ ...deployment, log: log as never, folder: '/nonexistent' }));
  assert.equal((await app.inject('/docs/es')).statusCode, 404);
  assert.match(said.join(), /npm run build/);
});
