import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, joinBodies, ok } from '../../../src/http/answer/answer.ts';
import { negotiate } from '../../../src/http/answer/negotiate.ts';
import { makePageCache } from '../../../src/http/api/page-cache.ts';

const openCache = () => {
  const position = { secuencia: 1, version: 1, logTag: 'log' };
  const log = { position: async () => position, epoch: () => 0 };
  return { position, cacheOf: makePageCache(log) };
};

describe('the cache of pages and totals', () => {
  test('keeps a page that a restaurant asked for twice, and a total at once', async () => {
    const { cacheOf } = openCache();
    const cache = await cacheOf('rest_a');
    cache.keepPage('limite=5', ok(Buffer.from('first')));
    assert.equal(cache.page('limite=5'), null);
    const second = ok(Buffer.from('second'));
    cache.keepPage('limite=5', second);
    assert.equal(cache.page('limite=5'), second);
    assert.equal(cache.page('limite=6'), null);
    assert.equal((await cacheOf('rest_a')).page('limite=5'), second);
    assert.equal((await cacheOf('rest_b')).page('limite=5'), null);
    cache.keepTotal('[]', 0);
    assert.equal((await cacheOf('rest_a')).total('[]'), 0);
    assert.equal((await cacheOf('rest_b')).total('[]'), null);
  });

  test('forgets both when the log moves', async () => {
    const { position, cacheOf } = openCache();
    const before = await cacheOf('rest_a');
    const keepTwice = (answer: Answer) => {
      for (let n = 0; n < 2; n += 1) before.keepPage('', answer);
    };
    keepTwice(ok(Buffer.from('page')));
    before.keepTotal('[]', 7);
    position.version += 1;
    const after = await cacheOf('rest_a');
    assert.equal(after.page(''), null);
    assert.equal(after.total('[]'), null);
    // A slow request that began before the log moved.
    keepTwice(ok(Buffer.from('late')));
    assert.equal(after.page(''), null);
  });

  test('holds a bounded number of bytes, and drops the least recently used', async () => {
    const { cacheOf } = openCache();
    const cache = await cacheOf('rest_a');
    const mebibyte = ok(Buffer.alloc(1_024 * 1_024));
    const keepTwice = (query: string) => {
      for (let n = 0; n < 2; n += 1) cache.keepPage(query, mebibyte);
    };
    keepTwice('kept');
    for (let n = 0; n < 80; n += 1) {
      keepTwice(`n=${n}`);
      assert.equal(cache.page('kept'), mebibyte);
    }
    assert.equal(cache.page('n=0'), null);
    assert.equal(cache.page('n=79'), mebibyte);
  });

  test('shares the memory of a kept page, and of its compressed form, with nothing else', async () => {
    const { cacheOf } = openCache();
    const cache = await cacheOf('rest_a');
    const page = ok(joinBodies('{"datos":[', [Buffer.from('{}'.repeat(1_000))], ']}'));
    for (let n = 0; n < 2; n += 1) cache.keepPage('', page);
    const { body } = await negotiate(page, { 'accept-encoding': 'gzip' });
    for (const each of [page.body, body]) assert.equal(each.buffer.byteLength, each.length);
  });
});
