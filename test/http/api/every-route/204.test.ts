import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../start-api.ts';
import { everyOperation } from '../world.ts';

const { api } = await startApi({ after });

for (const { operacion, method, path, allow } of everyOperation('xxx_1')) {
  test(`${operacion}: OPTIONS names the methods, without a key`, async () => {
    const { status, headers, bytes } = await api(path, { method: 'OPTIONS' });
    assert.equal(status, 204);
    assert.equal(headers['allow'], allow);
    assert.equal(bytes.length, 0);
  });

  test(`${operacion}: a browser may ask from any origin before it sends the key`, async () => {
    const { status, headers } = await api(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://crm.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, if-none-match',
      },
    });
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.equal(headers['access-control-allow-methods'], allow);
    const allowed = headers['access-control-allow-headers']?.toLowerCase().split(', ') ?? [];
    for (const name of ['authorization', 'if-none-match', 'content-type']) {
      assert.ok(allowed.includes(name), name);
    }
    assert.ok(Number(headers['access-control-max-age']) > 0);
  });
}

test('OPTIONS does not count against the limit', async () => {
  const remaining = async () =>
    (await api('/pedidos', { method: 'OPTIONS' })).headers['x-ratelimit-remaining'];
  assert.equal(await remaining(), '60');
  assert.equal(await remaining(), '60');
});
