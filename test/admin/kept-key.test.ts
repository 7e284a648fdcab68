import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { INGEST, keptKey, keyFile, SECRETS } from '../../src/admin/kept-key.ts';
import { makeRandomBytes } from '../../src/random.ts';

const folder = async (t: TestContext): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'comanda-key-'));
  t.after(() => rm(parent, { recursive: true }));
  return join(parent, 'data');
};

it('makes one key for a folder, for its owner alone', async (t) => {
  const dataDir = await folder(t);
  const key = await keptKey(INGEST, dataDir, makeRandomBytes());
  assert.match(key, /^[0-9a-f]{48}$/);
  assert.equal(await keptKey(INGEST, dataDir, makeRandomBytes()), key);
  assert.equal(await readFile(keyFile(dataDir, INGEST), 'utf8'), `${key}\n`);
  assert.equal((await stat(keyFile(dataDir, INGEST))).mode & 0o777, 0o600);
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
});

it('agrees with whoever starts at the same time', async (t) => {
  const dataDir = await folder(t);
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => keptKey(INGEST, dataDir, makeRandomBytes())),
  );
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(await readdir(dataDir), ['ingest.key']);
});

it('does not write over a file that is there but empty', async (t) => {
  const dataDir = await folder(t);
  await keptKey(INGEST, dataDir, makeRandomBytes());
  await writeFile(keyFile(dataDir, INGEST), '');
  await assert.rejects(keptKey(INGEST, dataDir, makeRandomBytes()), /is empty: remove it/);
});

it('keeps keys of different doors apart', async (t) => {
  const dataDir = await folder(t);
  const ingest = await keptKey(INGEST, dataDir, makeRandomBytes());
  const secrets = await keptKey(SECRETS, dataDir, makeRandomBytes());
  assert.match(secrets, /^[0-9a-f]{64}$/);
  assert.notEqual(secrets, ingest);
  assert.deepEqual((await readdir(dataDir)).sort(), ['ingest.key', 'secrets.key']);
  assert.equal((await stat(keyFile(dataDir, SECRETS))).mode & 0o777, 0o600);
});

it('says which variable to set where nothing can be kept', async (t) => {
  const dataDir = await folder(t);
  await writeFile(dataDir, '');
  await assert.rejects(keptKey(SECRETS, dataDir, makeRandomBytes()), {
    name: 'KeptKeyError',
    message: /secrets\.key: .*; set SECRETS_KEY or DATA_DIR$/,
  });
});
