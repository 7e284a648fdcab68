import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { ingestKeyFile, keptIngestKey } from '../../src/admin/ingest-key.ts';
import { makeRandomBytes } from '../../src/random.ts';

const folder = async (t: TestContext): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'comanda-key-'));
  t.after(() => rm(parent, { recursive: true }));
  return join(parent, 'data');
};

it('makes one key for a folder, for its owner alone', async (t) => {
  const dataDir = await folder(t);
  const key = await keptIngestKey(dataDir, makeRandomBytes());
  assert.match(key, /^[0-9a-f]{48}$/);
  assert.equal(await keptIngestKey(dataDir, makeRandomBytes()), key);
  assert.equal(await readFile(ingestKeyFile(dataDir), 'utf8'), `${key}\n`);
  assert.equal((await stat(ingestKeyFile(dataDir))).mode & 0o777, 0o600);
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
});

it('agrees with whoever starts at the same time', async (t) => {
  const dataDir = await folder(t);
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => keptIngestKey(dataDir, makeRandomBytes())),
  );
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(await readdir(dataDir), ['ingest.key']);
});

it('does not write over a file that is there but empty', async (t) => {
  const dataDir = await folder(t);
  await keptIngestKey(dataDir, makeRandomBytes());
  await writeFile(ingestKeyFile(dataDir), '');
  await assert.rejects(keptIngestKey(dataDir, makeRandomBytes()), /is empty: remove it/);
});
