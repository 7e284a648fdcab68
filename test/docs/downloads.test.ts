import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { findDownloads, makeDownloads } from '../../src/http/docs/downloads.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { PUBLIC_URL, startDocs } from './docs-server.ts';

const FOLDER = makeFolder();
const GUIDES = ['inicio-rapido', 'clientes', 'comando', 'quickstart', 'clients', 'command'];
const pathOf = (guide: string, i: number) => `/docs/${i < 3 ? 'es' : 'en'}/${guide}`;

for (const [i, guide] of GUIDES.entries()) {
  test(`${guide} installs from the service if it offers its clients, else from the checkout`, async () => {
    for (const path of [pathOf(guide, i), `${pathOf(guide, i)}.md`]) {
      const offered = (await startDocs(PUBLIC_URL, false, FOLDER).get(path)).body;
      const checkout = (await startDocs(PUBLIC_URL).get(path)).body;
      assert.ok(offered.includes(`${PUBLIC_URL}/descargas/comanda-`), path);
      assert.doesNotMatch(checkout, /descargas/);
      assert.match(checkout, /COMANDA_DIR|run -s pack/);
      assert.doesNotMatch(offered, /COMANDA_DIR|run -s pack/);
      for (const text of [offered, checkout]) assert.doesNotMatch(text, /<!-- \w+ -->/);
    }
  });
}

test('only the files of this version are offered', async () => {
  const folder = join(makeFolder(), 'descargas');
  await mkdir(folder);
  const made = pathToFileURL(`${folder}/`);
  await writeFile(join(folder, 'comanda_client-1.2.3-py3-none-any.whl'), 'wheel');
  assert.equal(findDownloads('1.2.4', made), null);
  const found = findDownloads('1.2.3', made);
  assert.ok(found);
  const app = fastify();
  await app.register(makeDownloads(found));
  const answer = await app.inject('/descargas/comanda_client-1.2.3-py3-none-any.whl');
  assert.deepEqual([answer.statusCode, answer.body], [200, 'wheel']);
  assert.equal((await app.inject('/descargas/../package.json')).statusCode, 404);
});
