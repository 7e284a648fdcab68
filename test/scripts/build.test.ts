import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { makeFolder } from '../support/machine/folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** The builds of panel and documentation need no other script of ours. */
const SCRIPTS = ['scripts/build.mjs', 'scripts/one-at-a-time.mjs', 'scripts/child-outcome.mjs'];

const FOLDERS = ['scripts', 'panel/src/theme', 'panel/public', 'docs/site', 'docs/guides'];

/** A checkout with a panel and a documentation of a line each, so that a build takes no time. */
const openCheckout = async () => {
  const root = makeFolder();
  for (const name of [...FOLDERS, 'src/contract']) {
    await mkdir(join(root, name), { recursive: true });
  }
  await writeFile(join(root, 'CHANGELOG.md'), '');
  const builder = `import { cpSync, mkdirSync } from 'node:fs';
mkdirSync(\`\${process.argv[2]}/assets\`, { recursive: true });
cpSync('docs/guides/guide.md', \`\${process.argv[2]}/guide.html\`);`;
  await writeFile(join(root, 'docs', 'site', 'build.ts'), builder);
  await writeFile(join(root, 'docs', 'guides', 'guide.md'), 'one');
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
      (await run(process.execPath, [join(root, 'scripts', 'build.mjs')])).stderr.trim(),
    async script() {
      const assets = join(root, 'panel', 'dist', 'assets');
      const [name = '', ...compressed] = (await readdir(assets)).toSorted();
      assert.deepEqual(compressed, [`${name}.br`, `${name}.gz`]);
      const text = await readFile(join(assets, name));
      assert.deepEqual(brotliDecompressSync(await readFile(join(assets, `${name}.br`))), text);
      return text.toString();
    },
    writeGuide: (text: string) => writeFile(join(root, 'docs', 'guides', 'guide.md'), text),
    page: () => readFile(join(root, 'docs', 'site', 'dist', 'guide.html'), 'utf8'),
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
  assert.deepEqual(await left(), ['dist', 'index.html', 'main.js', 'public', 'src']);
});

test('the documentation is built when a guide changed, and the panel stays', async () => {
  const { build, writeGuide, page } = await openCheckout();
  assert.match(await build(), /built the documentation/);
  assert.equal(await page(), 'one');
  await writeGuide('two');
  assert.match(await build(), /^comanda: built the documentation in [\d.]+ s$/);
  assert.equal(await page(), 'two');
});
