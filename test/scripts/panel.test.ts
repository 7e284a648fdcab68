import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '../support/machine/folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** The build of the panel needs no other file of ours. */
const SCRIPTS = ['scripts/panel.mjs', 'scripts/one-at-a-time.mjs', 'scripts/child-outcome.mjs'];

/** A checkout with a panel of one line, so that a build takes no time. */
const openCheckout = async () => {
  const root = makeFolder();
  await mkdir(join(root, 'panel'));
  await mkdir(join(root, 'scripts'));
  for (const name of SCRIPTS) await cp(join(ROOT, name), join(root, name));
  await cp(join(ROOT, 'package-lock.json'), join(root, 'package-lock.json'));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const page = '<script type="module" src="./main.js"></script>';
  await writeFile(join(root, 'panel', 'index.html'), page);
  const write = (text: string) => writeFile(join(root, 'panel', 'main.js'), text);
  await write("document.title = 'uno';");
  return {
    write,
    /** Builds, and returns its messages: none when there was nothing to do. */
    build: async () =>
      (await run(process.execPath, [join(root, 'scripts', 'panel.mjs')])).stderr.trim(),
    async script() {
      const assets = join(root, 'panel', 'dist', 'assets');
      const names = await readdir(assets);
      assert.equal(names.length, 1);
      return readFile(join(assets, names[0] ?? ''), 'utf8');
    },
    left: async () => (await readdir(join(root, 'panel'))).toSorted(),
  };
};

test('the panel is built when its sources changed, once, however many start together', async () => {
  const { build, write, script, left } = await openCheckout();
  const said = await Promise.all([build(), build(), build()]);
  assert.equal(said.filter((text) => /built the panel/.test(text)).length, 1);
  assert.match(await script(), /uno/);
  assert.equal(await build(), '');
  await write("document.title = 'dos';");
  assert.match(await build(), /built the panel/);
  assert.match(await script(), /dos/);
  assert.equal(await build(), '');

  await write('esto no es { JavaScript');
  await assert.rejects(build(), /could not be built/);
  // The previous build is still served.
  assert.match(await script(), /dos/);
  assert.deepEqual(await left(), ['dist', 'index.html', 'main.js']);
});
