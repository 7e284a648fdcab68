import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeSecretBox, ownerOf } from '../../src/webhooks/secret-box.ts';

const randomBytes = makeRandomBytes();
const secretBox = makeSecretBox(['una llave'], randomBytes);
const secreto = Buffer.from('c0ffee'.repeat(10), 'hex');
const owner = ownerOf('rest_1', 'wh_1');

test('a sealed secret opens again, also after a restart', () => {
  const sealed = secretBox.seal(secreto, owner);
  assert.deepEqual(secretBox.open(sealed, owner), secreto);
  assert.deepEqual(makeSecretBox(['una llave'], randomBytes).open(sealed, owner), secreto);
  assert.deepEqual(secretBox.open(new Uint8Array(sealed), owner), secreto);
});

test('a sealed secret reveals nothing, and is different each time', () => {
  const [one, two] = [secretBox.seal(secreto, owner), secretBox.seal(secreto, owner)];
  assert.notDeepEqual(one, two);
  assert.equal(Buffer.from(one).includes(secreto.subarray(0, 4)), false);
});

test('a wrong key is distinguished from damage', () => {
  const sealed = secretBox.seal(secreto, owner);
  assert.throws(() => makeSecretBox(['otra llave'], randomBytes).open(sealed, owner), {
    name: 'SecretBoxError',
    message: /encrypted with another key: set SECRETS_KEY/,
  });
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    assert.throws(() => secretBox.open(damaged, owner), { name: 'SecretBoxError' }, `byte ${at}`);
    assert.throws(() => secretBox.open(sealed.subarray(0, at), owner), { name: 'SecretBoxError' });
  }
});

test('a secret opens for its own webhook alone', () => {
  const sealed = secretBox.seal(secreto, owner);
  for (const other of [ownerOf('rest_1', 'wh_2'), ownerOf('rest_2', 'wh_1')]) {
    assert.throws(() => secretBox.open(sealed, other), /is damaged/);
  }
});
