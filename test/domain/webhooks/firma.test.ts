import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { firmar, signingKeys, standardSignature } from '../../../src/domain/webhooks/firma.ts';
import { forEvery } from '../../support/values/properties.ts';

const SECRETO = '8b1a9953c4611296a827abf8c47804d7e6c49c6b97b1b2d1f4d7f4f1b5d1c0aa';
const KEYS = signingKeys(SECRETO);
const BODY = Buffer.from('{"id":"evt_1","datos":{"pedido":{"instrucciones":"sin ñ, ☕"}}}\n');

test('a signature has not changed', () => {
  assert.equal(
    firmar(KEYS, BODY),
    '7ae4ffc1a62db1b65ac5608230c1f40133d4f769ff81824e10e43780692e3ddc',
  );
});

test('openssl agrees: the key is the secret as text', (t) => {
  if (spawnSync('openssl', ['version']).error !== undefined) {
    t.diagnostic('not run: openssl is not on this machine');
    return;
  }
  const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRETO, '-r'], {
    input: BODY,
  });
  assert.equal(output.toString().split(' ')[0], firmar(KEYS, BODY));
});

test('the Standard Webhooks library agrees: the key is the bytes that the secret stands for', () => {
  forEvery(
    50,
    fc.tuple(fc.json(), fc.uint8Array({ minLength: 32, maxLength: 32 })),
    ([body, key]) => {
      const secreto = Buffer.from(key).toString('hex');
      const seconds = Math.floor(Date.now() / 1_000);
      const bytes = Buffer.from(body);
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(seconds),
        'webhook-signature': standardSignature(signingKeys(secreto), {
          id: 'evt_1',
          seconds,
          body: bytes,
        }),
      };
      const library = new Webhook(Buffer.from(key).toString('base64'));
      assert.deepEqual(library.verify(bytes, headers), JSON.parse(body));
      assert.throws(() => library.verify(`${body} `, headers));
      assert.throws(() => library.verify(bytes, { ...headers, 'webhook-id': 'evt_2' }));
    },
  );
});
