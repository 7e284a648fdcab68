import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GUIDES, HOME, LANGS, pathOf } from '../../src/http/docs/guides.ts';
import { attributes, PUBLIC_URL, startDocs } from './docs-server.ts';
import { sampleFiles } from './run-sample.ts';

const docs = startDocs();
const all = LANGS.flatMap((lang) =>
  [HOME, ...GUIDES].map((names) => ({ lang, path: pathOf(lang, names[lang]) })),
);
const html = async (path: string): Promise<string> => (await docs.get(path)).body;

describe('every guide', () => {
  for (const { lang, path } of all) {
    test(`${path} says its language and leads to the other`, async () => {
      const response = await docs.get(path);
      assert.equal(response.statusCode, 200);
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(response.body, new RegExp(`<html lang="${lang}">`));
      const other = lang === 'es' ? 'en' : 'es';
      assert.match(response.body, new RegExp(`<a href="/docs/${other}[^"]*" hreflang="${other}"`));
    });

    test(`${path} has no script and loads nothing from elsewhere`, async () => {
      const { body, headers } = await docs.get(path);
      assert.doesNotMatch(body, /<script|\son\w+=|style=/);
      for (const address of [...attributes(body, 'src'), ...attributes(body, 'href')]) {
        assert.match(address, /^(?:\/|#|data:,$)/, address);
      }
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|script-src|https?:/);
    });

    test(`${path} links to what exists`, async () => {
      const body = await html(path);
      for (const href of attributes(body, 'href').filter((each) => !each.startsWith('data:'))) {
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
    const [es, en] = await Promise.all(LANGS.map((lang) => html(pathOf(lang, names[lang]))));
    const count = (body: string | undefined, tag: string) => body?.split(tag).length;
    for (const tag of ['<h2', '<tr', '<pre', '<li', 'class="tabs"']) {
      assert.equal(count(es, tag), count(en, tag), `${names.en}: ${tag}`);
    }
    assert.match(es ?? '', /class="tabs"/);
  }
});

test('every sample is in a guide of each language', async () => {
  for (const lang of LANGS) {
    const bodies = await Promise.all(GUIDES.map((names) => html(pathOf(lang, names[lang]))));
    const panels = bodies.join('').split('class="panel"').length - 1;
    assert.equal(panels, sampleFiles().length);
  }
});

test('samples and texts name the address of this service', async () => {
  const body = await html('/docs/autenticacion');
  assert.match(body, new RegExp(`COMANDA_URL:=${PUBLIC_URL}/api`));
  assert.doesNotMatch(body, /127\.0\.0\.1/);
});

test('the start page leads to every guide, to the reference and to the document', async () => {
  const links = attributes(await html('/docs'), 'href');
  for (const { es } of GUIDES) assert.ok(links.includes(pathOf('es', es)));
  for (const path of ['/docs/referencia', '/openapi.json']) assert.ok(links.includes(path));
});

test('/docs/autenticacion, where errors lead, is the Spanish guide with a way to the English one', async () => {
  const body = await html('/docs/autenticacion');
  assert.equal(body, await html('/docs/es/autenticacion'));
  assert.ok(attributes(body, 'href').includes('/docs/en/authentication'));
  for (const code of ['llave_ausente', 'llave_invalida', 'llave_revocada', 'llave_expirada']) {
    assert.ok(body.includes(code));
  }
});
