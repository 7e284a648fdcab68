import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  INGEST_KEY_FILE,
  keyPath,
  readOrCreateKey,
  SECRETS_KEY_FILE,
} from '../../src/admin/keys/key-file.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeFolder } from '../support/machine/folder.ts';

const newFolder = (): string => join(makeFolder(), 'data');

it('makes one key for a folder, for its owner alone', async () => {
  const dataDir = newFolder();
  const key = await readOrCreateKey(INGEST_KEY_FILE, dataDir, makeRandomBytes());
  assert.match(key, /^[0-9a-f]{48}$/);
  assert.equal(await readOrCreateKey(INGEST_KEY_FILE, dataDir, makeRandomBytes()), key);
  assert.equal(await readFile(keyPath(dataDir, INGEST_KEY_FILE), 'utf8'), `${key}\n`);
  assert.equal((await stat(keyPath(dataDir, INGEST_KEY_FILE))).mode & 0o777, 0o600);
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
});

it('gives the same key to processes that start at the same time', async () => {
  const dataDir = newFolder();
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => readOrCreateKey(INGEST_KEY_FILE, dataDir, makeRandomBytes())),
  );
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(await readdir(dataDir), ['ingest.key']);
});

it('does not overwrite an empty file', async () => {
  const dataDir = newFolder();
  await readOrCreateKey(INGEST_KEY_FILE, dataDir, makeRandomBytes());
  await writeFile(keyPath(dataDir, INGEST_KEY_FILE), '');
  await assert.rejects(
    readOrCreateKey(INGEST_KEY_FILE, dataDir, makeRandomBytes()),
    /is empty: remove it/,
  );
});

it('keeps keys of different doors apart', async () => {
  const dataDir = newFolder();
  const ingest = await readOrCreateKey(INGEST_KEY_FILE, dataDir, makeRandomBytes());
  const secrets = await readOrCreateKey(SECRETS_KEY_FILE, dataDir, makeRandomBytes());
  assert.match(secrets, /^[0-9a-f]{64}$/);
  assert.notEqual(secrets, ingest);
  assert.deepEqual((await readdir(dataDir)).sort(), ['ingest.key', 'secrets.key']);
  assert.equal((await stat(keyPath(dataDir, SECRETS_KEY_FILE))).mode & 0o777, 0o600);
});

it('names the variable to set where no file can be written', async () => {
  const dataDir = newFolder();
  await writeFile(dataDir, '');
  await assert.rejects(readOrCreateKey(SECRETS_KEY_FILE, dataDir, makeRandomBytes()), {
    name: 'KeyFileError',
    message: /secrets\.key: .*; set SECRETS_KEY or DATA_DIR$/,
  });
});
