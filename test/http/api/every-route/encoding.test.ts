import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startApi } from '../start-api.ts';
import { everyRoute, seedSampleRestaurant } from '../world.ts';

const { service, ask } = await startApi({ after });
const pedidoId = await seedSampleRestaurant(service);

/** `Accept-Encoding` and the encoding of the answer; null for the plain body. */
const NEGOTIATION: [accepted: string, encoding: string | null][] = [
  ['', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['zstd', 'zstd'],
  ['GZip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate, compress', null],
  ['*', 'zstd'],
  ['zstd;q=0, *', 'br'],
  ['*;q=0', null],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000, br;q=0', null],
  ['gzip;q=0.5, br;q=0.4, zstd;q=0.3', 'gzip'],
  [' br ; q=0.8 ,\tgzip;q=0.7', 'br'],
  ['identity', null],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0.1, *;q=0.5', 'zstd'],
  ['identity;q=0', null],
  ['gzip;q=mucho', null],
];

describe('a large answer', async () => {
  const path = '/pedidos';
  const plain = await ask(path);
  assert.ok(plain.bytes.length >= 1_400);

  for (const [accepted, encoding] of NEGOTIATION) {
    test(`Accept-Encoding: ${accepted || '(empty)'} → ${encoding ?? 'plain'}`, async () => {
      const headers = { 'accept-encoding': accepted };
      const reply = await ask(path, { headers });
      assert.equal(reply.headers['content-encoding'], encoding ?? undefined);
      assert.deepEqual(reply.body, plain.body);
      if (encoding === null) {
        assert.deepEqual(reply.bytes, plain.bytes);
        assert.equal(reply.headers['etag'], plain.headers['etag']);
      } else {
        assert.ok(reply.bytes.length < plain.bytes.length);
        // Other bytes need another strong tag.
        assert.notEqual(reply.headers['etag'], plain.headers['etag']);
      }
    });
  }

  test('each encoding has an ETag of its own, and any of them gives a 304', async () => {
    const tags = new Set<string>();
    for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
      const accepting = { 'accept-encoding': encoding };
      const etag = String((await ask(path, { headers: accepting })).headers['etag']);
      tags.add(etag);
      for (const headers of [accepting, {}]) {
        const again = await ask(path, { headers: { ...headers, 'if-none-match': etag } });
        assert.equal(again.status, 304);
      }
    }
    assert.equal(tags.size, 4);
  });
});

test('a HEAD gives the length that a GET would have', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const get = await ask('/pedidos', { headers });
  const head = await ask('/pedidos', { headers, method: 'HEAD' });
  assert.equal(head.headers['content-encoding'], 'gzip');
  assert.equal(head.headers['content-length'], String(get.bytes.length));
});

test('tiny answers are never compressed, errors neither', async () => {
  const headers = { 'accept-encoding': 'gzip, br, zstd' };
  let [tiny, large] = [0, 0];
  for (const { path } of everyRoute(pedidoId)) {
    const { bytes } = await ask(path);
    const encoding = (await ask(path, { headers })).headers['content-encoding'];
    assert.equal(encoding, bytes.length < 1_400 ? undefined : 'zstd', path);
    if (bytes.length < 1_400) tiny += 1;
    else large += 1;
  }
  assert.ok(tiny > 0 && large > 0);
  for (const path of ['/nada', '/pedidos?limite=0', '/pedidos/ped_no']) {
    assert.equal((await ask(path, { headers })).headers['content-encoding'], undefined);
  }
});
