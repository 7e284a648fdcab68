import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailtoUrl, telUrl } from '../../panel/src/contact-urls.ts';

test('an e-mail address cannot add a recipient, a subject or a line', () => {
  assert.equal(mailtoUrl('ana.lopez+pan@x.example'), 'mailto:ana.lopez%2Bpan@x.example');
  const { pathname, search, hash } = new URL(mailtoUrl('a@x.example?bcc=b@y.example&body=z#c,d'));
  assert.equal(decodeURIComponent(pathname), 'a@x.example?bcc=b@y.example&body=z#c,d');
  assert.deepEqual([search, hash], ['', '']);
});

test('a phone number is dialled by its digits alone', () => {
  assert.equal(telUrl('+34 600-11 22 33'), 'tel:+34600112233');
  assert.equal(telUrl('600;ext=1?x#%0a'), 'tel:60010');
});
