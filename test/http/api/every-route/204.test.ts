import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../start-api.ts';
import { everyRoute, seedSampleRestaurant } from '../world.ts';

const { service, api } = await startApi({ after });
const routes = everyRoute(await seedSampleRestaurant(service));

const PREFLIGHT = {
  origin: 'https://crm.example',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization, if-none-match',
};

for (const { operacion, path } of routes) {
  test(`${operacion}: OPTIONS names the methods, without a key`, async () => {
    const { status, headers, bytes } = await api(path, { method: 'OPTIONS' });
    assert.equal(status, 204);
    assert.equal(headers['allow'], 'GET, HEAD, OPTIONS');
    assert.equal(bytes.length, 0);
  });

  test(`${operacion}: a browser may ask from any origin before it sends the key`, async () => {
    const { status, headers } = await api(path, { method: 'OPTIONS', headers: PREFLIGHT });
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
    const allowed = headers['access-control-allow-headers']?.toLowerCase().split(', ');
    assert.ok(allowed?.includes('authorization') && allowed.includes('if-none-match'));
    assert.ok(Number(headers['access-control-max-age']) > 0);
  });
}

test('OPTIONS does not count against the limit', async () => {
  const remaining = async () =>
    (await api('/pedidos', { method: 'OPTIONS' })).headers['x-ratelimit-remaining'];
  assert.equal(await remaining(), '60');
  assert.equal(await remaining(), '60');
});
