import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { makePanelFiles } from '../../../../src/http/panel/files.ts';
import { makeFolder } from '../../../support/machine/folder.ts';
import type { Cleanup } from '../../../support/service.ts';
import { startPanelServer } from '../panel-server.ts';

const INDEX =
  '<link href="/panel/favicon.svg"><script src="./assets/index-AbCd_-12.js"></script><p>ñ</p>';

const openFiles = async (t: Cleanup, publicUrl = 'https://x.example') => {
  const folder = makeFolder();
  const app: FastifyInstance = fastify();
  t.after(async () => {
    await app.close();
  });
  await app.register(
    makePanelFiles({
      publicUrl,
      log: { error: () => undefined },
      folder: pathToFileURL(`${folder}/`),
    }),
  );
  const build = async () => {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), INDEX);
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, '.stamp'), 'secreto');
    const script = 'export {};'.repeat(300);
    await writeFile(join(folder, 'assets', 'index-AbCd_-12.js'), script);
    await writeFile(join(folder, 'assets', 'index-AbCd_-12.js.br'), brotliCompressSync(script));
  };
  return { app, build };
};

describe('the pages of the panel', async () => {
  const { app, build } = await openFiles({ after });
  await build();

  test('are one page for every address, revalidated each time', async () => {
    for (const url of ['/panel', '/panel/', '/panel/pedidos/ped_1', '/panel/alta?x=1.js']) {
      const reply = await app.inject(url);
      assert.equal(reply.statusCode, 200, url);
      assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(reply.headers['cache-control'], 'no-cache');
      assert.match(reply.body, /src="\/panel\/assets\/index-AbCd_-12\.js"/);
      assert.match(reply.body, /href="\/panel\/favicon\.svg"/);
      const again = await app.inject({ url, headers: { 'if-none-match': reply.headers.etag } });
      assert.equal(again.statusCode, 304);
    }
  });

  test('files with a hash in their name are cached forever, others are revalidated', async () => {
    const headers = { 'accept-encoding': 'br' };
    const script = await app.inject({ url: '/panel/assets/index-AbCd_-12.js', headers });
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(script.headers['content-type'], 'application/javascript; charset=utf-8');
    assert.equal(script.headers['content-encoding'], 'br');
    const icon = await app.inject('/panel/favicon.svg');
    assert.equal(icon.headers['cache-control'], 'no-cache');
  });

  test('carry a policy that allows no inline code and no other origin but for pictures', async () => {
    for (const url of ['/panel', '/panel/favicon.svg', '/panel/nada.js']) {
      const { headers } = await app.inject(url);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /script-src 'self'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /img-src 'self' https:;/);
      assert.doesNotMatch(policy.replace(' https:;', ';'), /unsafe|https?:|\*|data:/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    }
  });

  test('a missing, hidden or outside file is 404', async () => {
    for (const path of [
      ...['nada.js', 'assets/x.css', '.stamp', 'assets/../../package.json'],
      ...['..%2f..%2fpackage.json', '%2e%2e/package.json', 'assets/index-AbCd_-12.js/x.js'],
    ]) {
      const reply = await app.inject(`/panel/${path}`);
      assert.ok(reply.statusCode === 404 || reply.body.includes('<script'), path);
      assert.doesNotMatch(reply.body, /secreto|"name": "comanda"/);
    }
    assert.equal((await app.inject('/panelx')).statusCode, 404);
  });

  test('contain the path of PUBLIC_URL', async (t) => {
    const { app, build } = await openFiles(t, 'https://x.example/comidas');
    await build();
    const { body } = await app.inject('/panel');
    assert.match(body, /src="\/comidas\/panel\/assets\//);
    assert.match(body, /href="\/comidas\/panel\/favicon/);
  });

  test('that were not built say what to do, and are served once they are built', async (t) => {
    const { app, build } = await openFiles(t);
    const missing = await app.inject('/panel');
    assert.equal(missing.statusCode, 503);
    assert.match(missing.body, /npm run build/);
    await build();
    assert.equal((await app.inject('/panel')).statusCode, 200);
  });
});

test('the built panel is served beside its API', async (t) => {
  const { publicUrl: url } = await startPanelServer(t);
  const page = await fetch(`${url}/panel/`);
  assert.equal(page.status, 200);
  const html = await page.text();
  const [, script] = /src="(\/panel\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  assert.ok(script, html);
  assert.equal((await fetch(url + script)).status, 200);
  assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\son\w+=/);
  const api = await fetch(`${url}/panel/api/nada`);
  assert.equal(api.headers.get('content-type'), 'application/json; charset=utf-8');
});
