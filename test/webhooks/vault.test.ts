import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRandomBytes } from '../../src/random.ts';
import { makeVault, ownerOf } from '../../src/webhooks/vault.ts';

const randomBytes = makeRandomBytes();
const vault = makeVault('una llave', randomBytes);
const secreto = Buffer.from('c0ffee'.repeat(10), 'hex');
const owner = ownerOf('rest_1', 'wh_1');

test('what was sealed opens again, also after a restart', () => {
  const sealed = vault.seal(secreto, owner);
  assert.deepEqual(vault.open(sealed, owner), secreto);
  assert.deepEqual(makeVault('una llave', randomBytes).open(sealed, owner), secreto);
  assert.deepEqual(vault.open(new Uint8Array(sealed), owner), secreto);
});

test('nothing of the secret shows, and no two seals are alike', () => {
  const [one, two] = [vault.seal(secreto, owner), vault.seal(secreto, owner)];
  assert.notDeepEqual(one, two);
  assert.equal(Buffer.from(one).includes(secreto.subarray(0, 4)), false);
});

test('another key is told from damage', () => {
  const sealed = vault.seal(secreto, owner);
  assert.throws(() => makeVault('otra llave', randomBytes).open(sealed, owner), {
    name: 'VaultError',
    message: /sealed with another key: set SECRETS_KEY/,
  });
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    assert.throws(() => vault.open(damaged, owner), { name: 'VaultError' }, `byte ${at}`);
    assert.throws(() => vault.open(sealed.subarray(0, at), owner), { name: 'VaultError' });
  }
});

test('a secret opens for its own webhook alone', () => {
  const sealed = vault.seal(secreto, owner);
  for (const other of [ownerOf('rest_1', 'wh_2'), ownerOf('rest_2', 'wh_1')]) {
    assert.throws(() => vault.open(sealed, other), /is damaged/);
  }
});
