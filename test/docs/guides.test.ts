import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GUIDES, HOME, pagePath } from '../../docs/site/addresses.ts';
import { coreOf, withoutMarkers } from '../../docs/site/text/code.ts';
import { highlight } from '../../docs/site/text/highlight.ts';
import { LANGS } from '../../src/contract/bilingual.ts';
import { ERRORES } from '../../src/contract/errores.ts';
import { attributes, PUBLIC_URL, startDocs } from './docs-server.ts';
import { readSample, sampleFiles } from './run-sample.ts';

const docs = startDocs();
const all = LANGS.flatMap((lang) =>
  [HOME, ...GUIDES].map((names) => ({ lang, path: pagePath(lang, names[lang]) })),
);
const html = async (path: string): Promise<string> => (await docs.get(path)).body;

describe('every guide', () => {
  for (const { lang, path } of all) {
    test(`${path} says its language and leads to the other`, async () => {
      const response = await docs.get(path);
      assert.equal(response.statusCode, 200);
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(response.body, new RegExp(`<html lang="${lang}" `));
      const other = lang === 'es' ? 'en' : 'es';
      assert.match(response.body, new RegExp(`<a href="/docs/${other}[^"]*" hreflang="${other}"`));
    });

    test(`${path} has one script, works without it, and loads nothing from other sites`, async () => {
      const { body, headers } = await docs.get(path);
      assert.doesNotMatch(body, /<[^>]*\s(?:on\w+|style)=/);
      assert.deepEqual(body.match(/<script[^>]*>/g)?.length, 1);
      for (const button of body.match(/<button[^>]*>/g) ?? []) assert.match(button, / hidden>/);
      for (const address of [...attributes(body, 'src'), ...attributes(body, 'href')]) {
        assert.match(address, /^(?:\/|#|data:,$)/, address);
      }
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|https?:/);
    });

    test(`${path} links to what exists`, async () => {
      const body = await html(path);
      // The panel is another part of the service.
      const isOurs = (href: string) => !href.startsWith('data:') && !href.startsWith('/panel');
      for (const href of new Set(attributes(body, 'href').filter(isOurs))) {
        const [target = '', fragment] = href.split('#');
        const page = target === '' ? body : await html(target);
        assert.equal((await docs.get(target || path)).statusCode, 200, href);
        if (fragment) assert.ok(attributes(page, 'id').includes(fragment), href);
      }
    });
  }
});

test('both languages say the same: as many sections, tables and samples', async () => {
  for (const names of GUIDES) {
    const [es, en] = await Promise.all(LANGS.map((lang) => html(pagePath(lang, names[lang]))));
    const count = (body: string | undefined, tag: string) => body?.split(tag).length;
    for (const tag of ['<h2', '<h3', '<tr', '<pre', '<li', 'class="tabs"']) {
      assert.equal(count(es, tag), count(en, tag), `${names.en}: ${tag}`);
    }
  }
});

test('every sample is in a guide of each language', async () => {
  for (const lang of LANGS) {
    const bodies = await Promise.all(
      GUIDES.map((names) => html(`/docs/${lang}/${names[lang]}.md`)),
    );
    const all = bodies.join('');
    for (const file of sampleFiles()) assert.ok(all.includes(`\`${file}\`:`), file);
  }
});

test('a program shows its essential lines, and the rest is folded', async () => {
  for (const file of sampleFiles()) {
    const text = await readSample(file);
    const core = coreOf(text);
    const whole = withoutMarkers(text);
    assert.doesNotMatch(whole, /region/);
    if (core === null) assert.ok(whole.split('\n').length <= 14, `${file}: mark a region`);
    else assert.ok(core.split('\n').length <= 8, `${file}: the region is long`);
  }
  const body = await html('/docs/es/cambios');
  const [, first = ''] = body.split('class="panel"');
  assert.match(first.replaceAll(/<[^>]*>/g, ''), /comanda\.eventos\.list/);
  assert.match(first, /<details><summary>El programa entero: <code>mirror\.ts<\/code><\/summary>/);
});

test('code is coloured without a script', async () => {
  const body = await html('/docs/en/stream');
  for (const kind of ['comment', 'string', 'keyword']) {
    assert.match(body, new RegExp(`<span class="hljs-${kind}">`));
  }
});

test('colouring does not change the text', async () => {
  const entities: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
  };
  for (const file of sampleFiles()) {
    const text = await readSample(file);
    const coloured = highlight(text, file.slice(file.lastIndexOf('.') + 1));
    const shown = coloured
      .replace(/<[^>]*>/g, '')
      .replace(/&#?\w+;/g, (each) => entities[each] ?? each);
    assert.equal(shown, text, file);
  }
});

test('every error has its place in the guide, and the table of errors leads there', async () => {
  for (const [path, id] of [
    ['/docs/es/errores-y-limites', 'los-codigos'],
    ['/docs/en/errors-and-limits', 'the-codes'],
  ] as const) {
    const body = await html(path);
    const [, table = ''] = body.split(`id="${id}"`);
    for (const codigo of Object.keys(ERRORES)) {
      assert.ok(table.includes(`href="#${codigo}"`), codigo);
      assert.ok(attributes(body, 'id').includes(codigo), codigo);
    }
  }
});

test('guides say tú', async () => {
  const FORMAL = /\b(?:usted|Usted|Envíe|Guarde|Pida|Haga|Vea|Compruebe|Elija|Responda|Llame)\b/;
  for (const names of [HOME, ...GUIDES]) {
    assert.doesNotMatch(await html(`/docs/es/${names.es}.md`), FORMAL, names.es);
  }
});

test('docs lead to where a key is made', async () => {
  for (const path of ['/docs/es', '/docs/en/authentication', '/docs/es/referencia']) {
    assert.ok(attributes(await html(path), 'href').includes('/panel/llaves'), path);
  }
});

test('samples and texts name the address of this service', async () => {
  const body = await html('/docs/es/autenticacion');
  assert.match(body, new RegExp(`COMANDA_URL:=${PUBLIC_URL}}`));
  assert.doesNotMatch(body, /127\.0\.0\.1/);
});

test('the start page leads to every guide, to the reference and to the document', async () => {
  const links = attributes(await html('/docs/es'), 'href');
  for (const { es } of GUIDES) assert.ok(links.includes(pagePath('es', es)));
  for (const path of ['/docs/es/referencia', '/openapi.json']) assert.ok(links.includes(path));
});

test('/docs/autenticacion, where errors lead, is the Spanish guide with a way to the English one', async () => {
  assert.equal((await docs.get('/docs/autenticacion')).headers.location, '/docs/es/autenticacion');
  const body = await html('/docs/es/autenticacion');
  assert.ok(attributes(body, 'href').includes('/docs/en/authentication'));
  for (const code of ['llave_ausente', 'llave_invalida', 'llave_revocada', 'llave_expirada']) {
    assert.ok(body.includes(code));
  }
});
