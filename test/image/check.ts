// Runs the image that the release made from its package: `npm run image:check`. NODE_IMAGE names its base, which has to be there
// already. Needs root and buildah.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { ALCANCES } from '../../src/contract/alcances.ts';
import { ndjson } from '../cli/comanda.ts';
import { createDatabase } from '../support/postgres/databases.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import { until } from '../support/until.ts';
import { makeVolume, openImage, startContainer } from './container.ts';

const RELEASE = join(import.meta.dirname, '../../dist/release');
const ARCHIVE = join(RELEASE, `comanda-${manifest.version}.oci.tar`);
const ADDED_MB_MAX = 60;
const INGEST_KEY = 'ingest-key-of-the-image-check-0123456789';
const SECRETS_KEY = 'ab'.repeat(32);

const image = openImage(ARCHIVE, { after });

const start = async (t: TestContext, volume: string, env: Record<string, string> = {}) => {
  const local = { HOST: '127.0.0.1', PRIVATE_HOST: '127.0.0.1', PORT: '0' };
  // The health command asks at this port.
  const privatePort = String(20_000 + Math.trunc(Math.random() * 10_000));
  const given = { ...local, PRIVATE_PORT: privatePort, INGEST_KEY, SECRETS_KEY, ...env };
  const running = startContainer(t, image, volume, given);
  let code: number | null | undefined;
  running.ended.then((ended) => {
    code = ended;
  });
  await until(() => /"publicUrl":/.test(running.output()) || code !== undefined);
  assert.equal(code, undefined, running.output());
  const [, url = ''] = /"publicUrl":"([^"]+)"/.exec(running.output()) ?? [];
  return { ...running, url, privateUrl: `http://127.0.0.1:${privatePort}` };
};

const send = async (privateUrl: string): Promise<void> => {
  const response = await fetch(`${privateUrl}/commands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${INGEST_KEY}`, 'content-type': 'application/x-ndjson' },
    body: ndjson(comando.guardarRestaurante(), comando.crear()),
  });
  const text = await response.text();
  assert.doesNotMatch(text, /"ok":false/);
};

const makeKey = (container: {
  exec: (...args: string[]) => { stdout: string; stderr: string };
}) => {
  const { id } = sampleRestaurante();
  const scopes = ['--scopes', ALCANCES.join(',')];
  const made = container.exec('comanda', 'keys', 'create', ...['--restaurant', id], ...scopes);
  const [token] = /svc_live_\w+/.exec(made.stdout) ?? [];
  assert.ok(token, made.stdout + made.stderr);
  return token;
};

const readTotal = async (url: string, token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  const { datos } = (await (await fetch(`${url}/api/pedidos`, { headers })).json()) as {
    datos: object[];
  };
  return datos.length;
};

test(`adds at most ${ADDED_MB_MAX} MB to its base`, () => {
  const [megabytes = ''] = execFileSync('du', ['-sm', join(image.root, 'app')], {
    encoding: 'utf8',
  }).split('\t');
  assert.ok(Number(megabytes) <= ADDED_MB_MAX, `${megabytes} MB`);
});

test('serves read-only and without privileges, says that it is ready, and stops when asked', async (t) => {
  assert.notEqual(image.user.uid, 0);
  const running = await start(t, makeVolume(image));
  for (const path of ['/docs/es', '/panel/', '/openapi.json', '/descargas/comanda-cli.tgz'])
    assert.equal((await fetch(running.url + path)).status, 200, path);
  const ready = running.exec('comanda-ready');
  assert.equal(ready.status, 0, ready.stderr);
  assert.notEqual(running.exec('touch', '/app/x').status, 0);
  assert.doesNotMatch(running.exec('comanda', '--help').stdout, /^ {2}sync /m);
  assert.equal(await running.stop(), 0, running.output());
});

test('a container that takes the place of another keeps the volume', async (t) => {
  const volume = makeVolume(image);
  const old = await start(t, volume);
  await send(old.privateUrl);
  const token = makeKey(old);
  assert.equal(await old.stop(), 0);
  const fresh = await start(t, volume);
  assert.equal(await readTotal(fresh.url, token), 1);
  assert.equal(await fresh.stop(), 0);
});

test('two containers share one PostgreSQL', async (t) => {
  await using database = await createDatabase();
  const env = { DATABASE_URL: database.url };
  const [one, two] = await Promise.all([
    start(t, makeVolume(image), env),
    start(t, makeVolume(image), env),
  ]);
  await send(one.privateUrl);
  assert.equal(await readTotal(two.url, makeKey(two)), 1);
  assert.deepEqual(await Promise.all([one.stop(), two.stop()]), [0, 0]);
});

test('is an archive of the Open Container Initiative, among the sums of the release', () => {
  const index = execFileSync('tar', ['-xOf', ARCHIVE, 'index.json'], { encoding: 'utf8' });
  assert.match(index, /application\/vnd\.oci\.image\.manifest\.v1\+json/);
  const sums = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: RELEASE });
  assert.match(String(sums), /\.oci\.tar: OK/);
});
