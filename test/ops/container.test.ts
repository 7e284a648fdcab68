import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installComanda, said } from '../cli/comanda.ts';
import { makeFolder } from '../support/machine/folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, 'ops', file), 'utf8');

/** The files of the project that the image copies, besides those that its other stages make. */
const copied = (): string[] => {
  const last =
    read('Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const lines = [...last.matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
  return lines.flatMap(([, sources = '']) => sources.split(' '));
};

test('the files of the image are enough to serve every page', async (t) => {
  const image = makeFolder();
  for (const name of copied()) cpSync(join(ROOT, name), join(image, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const comanda = installComanda(t, join(image, 'bin', 'comanda.mjs'));
  const running = comanda.start(['serve'], { env: { PORT: '0', PRIVATE_PORT: '0' } });
  const [, url] = await said(running, 'stderr', /Public +(\S+)\/api/);
  for (const path of ['/docs', '/docs/es/novedades', '/docs/referencia', '/openapi.json']) {
    assert.equal((await fetch(`${url}${path}`)).status, 200, path);
  }
  running.child.kill('SIGTERM');
  assert.equal((await running.result).code, 0);
});

test('nothing that the image copies is left out of its context', () => {
  const kept = read('Containerfile.containerignore').split('\n');
  for (const name of copied()) assert.ok(kept.includes(`!${name}`), name);
});
