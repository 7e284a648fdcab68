// Publishes what `npm run release -- --dry-run` made into a registry of our own, and installs it from there and from the
// service as an ordinary user in an empty folder: `npm run packages:check`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import { collectOutput } from '../../support/machine/collect-output.ts';
import { until } from '../../support/until.ts';
import { startRegistry } from '../registry.ts';
import { stopwatchTests } from '../stopwatch.ts';
import { makeUser } from '../user.ts';

const { version } = manifest;
const ROOT = join(import.meta.dirname, '../../..');
const archive = (name: string): string => join(ROOT, 'dist/release', `${name}-${version}.tgz`);
const require = createRequire(join(import.meta.dirname, 'package.json'));
const load = (name: string) => import(import.meta.resolve(name));
const INSTALL_MB_MAX = 60;
const NPM_INSTALL = ['install', '--no-audit', '--no-fund', '--loglevel=error'];

test('types resolve for ESM, CommonJS and bundlers', async () => {
  const { checkPackage, createPackageFromTarballData } = await load('@arethetypeswrong/core');
  const data = createPackageFromTarballData(readFileSync(archive('comanda-client')));
  // The other one is for our own command.
  const { problems } = await checkPackage(data, { excludeEntrypoints: ['./internal'] });
  assert.deepEqual(problems, []);
});

for (const name of ['comanda', 'comanda-client', 'comanda-cli']) {
  test(`publint finds nothing in ${name}`, async () => {
    const { publint } = await load('publint');
    const { buffer } = new Uint8Array(readFileSync(archive(name)));
    assert.deepEqual((await publint({ pack: { tarball: buffer } })).messages, []);
  });
}

for (const name of ['comanda', 'comanda-client', 'comanda-cli']) {
  test(`the page and the licence of ${name} are whole without the repository`, () => {
    const list = execFileSync('tar', ['-tzf', archive(name)], { encoding: 'utf8' });
    const files = list.split('\n');
    assert.ok(files.includes('package/LICENSE'));
    const page = execFileSync('tar', ['-xzOf', archive(name), 'package/README.md'], {
      encoding: 'utf8',
    });
    const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
    const has = (path: string) => files.some((file) => file.startsWith(`package/${path}`));
    assert.deepEqual(
      links.filter((path) => !has(path)),
      [],
    );
  });
}

describe('an ordinary user with an empty folder', async () => {
  const registry = await startRegistry({ after });
  for (const name of ['comanda-client', 'comanda-cli', 'comanda']) registry.publish(archive(name));
  const operator = makeUser({ after }, registry.url);
  await operator.run('npm', [...NPM_INSTALL, 'comanda']);
  const ports = { PORT: '0', PRIVATE_PORT: '0', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const service = operator.start('npx', ['comanda', 'serve', '--demo'], ports);
  const output = collectOutput(service.stdout, service.stderr);
  await until(() => /svc_test_\w{32}/.test(output()) || service.exitCode !== null);
  const COMANDA_URL = /"publicUrl":"([^"]+)"/.exec(output())?.[1] ?? '';
  const COMANDA_KEY = /svc_test_\w+/.exec(output())?.[0] ?? '';
  const access = { COMANDA_URL, COMANDA_KEY };

  test('npx comanda serve --demo answers', async () => {
    assert.equal(service.exitCode, null, output());
    for (const path of ['/docs/es', '/panel/', '/openapi.json', '/descargas/comanda-cli.tgz'])
      assert.equal((await fetch(COMANDA_URL + path)).status, 200, path);
    const headers = { authorization: `Bearer ${COMANDA_KEY}` };
    const file = await fetch(`${COMANDA_URL}/api/exportacion/items?formato=parquet`, { headers });
    assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4), 'PAR1');
    const help = await operator.run('npx', ['comanda', 'sync', '--help']);
    assert.match(help, /Usage: comanda sync/);
  });

  test('npx @comanda/cli sync makes a mirror; DuckDB is named where it is missing', async () => {
    const user = makeUser({ after }, registry.url);
    const cli = ['--yes', '@comanda/cli', 'sync', '--once', '--verify', '--to'];
    assert.match(await user.run('npx', [...cli, 'sqlite:p.db'], access), /^0 differences/m);
    const missing = /a target of DuckDB needs its driver: npm install @duckdb\/node-api@\d/;
    await assert.rejects(user.run('npx', [...cli, 'duckdb:p.db'], access), missing);
  });

  test(`the command takes at most ${INSTALL_MB_MAX} MB, from the service too`, async () => {
    const user = makeUser({ after }, registry.url);
    await user.run('npm', [...NPM_INSTALL, `${COMANDA_URL}/descargas/comanda-cli.tgz`]);
    const [megabytes = ''] = (await user.run('du', ['-sm', 'node_modules'])).split('\t');
    assert.ok(Number(megabytes) <= INSTALL_MB_MAX, `${megabytes} MB`);
    assert.match(await user.run('npx', ['comanda', 'version']), new RegExp(`cli ${version}$`, 'm'));
  });

  test('the client compiles with TypeScript 5 and runs on Node 20, 22 and 26', async () => {
    const user = makeUser({ after }, registry.url);
    const { version: compiler } = require('typescript/package.json');
    const nodes = [20, 22].map((major) => `node${major}@npm:node-linux-${process.arch}@${major}`);
    const tools = [`typescript@${compiler}`, '@types/node@22', ...nodes];
    await user.run('npm', [...NPM_INSTALL, '@comanda/client', ...tools]);
    const source = `
      const comanda = new Comanda({ url: process.env.COMANDA_URL!, key: process.env.COMANDA_KEY! });
      comanda.pedidos.list({ limite: 1 }).then(({ datos }) => console.log(datos[0]?.numero satisfies string | undefined));`;
    const imported = `import { Comanda } from '@comanda/client';${source}`;
    const required = `import client = require('@comanda/client'); const { Comanda } = client;${source}`;
    writeFileSync(join(user.home, 'a.mts'), imported);
    writeFileSync(join(user.home, 'b.cts'), required);
    const flags = ['--strict', '--module', 'node16', '--target', 'es2022'];
    await user.run('npx', ['tsc', ...flags, 'a.mts', 'b.cts']);
    const bin = (major: number) => join(user.home, `node_modules/node${major}/bin/node`);
    for (const node of [bin(20), bin(22), process.execPath])
      for (const file of ['a.mjs', 'b.cjs'])
        assert.match(await user.run(node, [file], access), /^\d{8}-\d+$/m, `${node} ${file}`);
  });

  test('the wheel of the service runs the samples in an environment of its own', async () => {
    const user = makeUser({ after }, registry.url);
    await user.run('/usr/bin/python3', ['-m', 'venv', 'venv']);
    const wheel = `${COMANDA_URL}/descargas/comanda_client-${version}-py3-none-any.whl`;
    await user.run('venv/bin/pip', ['install', '--quiet', '--no-index', wheel]);
    const sample = readFileSync(join(ROOT, 'docs/guides/samples/export-all.py'));
    writeFileSync(join(user.home, 'sample.py'), sample);
    assert.ok((await user.run('venv/bin/python', ['sample.py'], access)).length > 0);
  });

  stopwatchTests(() => makeUser({ after }, registry.url), access);
});
